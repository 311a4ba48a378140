"""Two texts -> whether they are the same name, on every database."""

from __future__ import annotations

import string
import unicodedata
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from mcpbridge.serve.folding import fold as fold_of_the_bridge
from notes.folding import KEY_LENGTH, fold, fold_key
from notes.models import GroupNames, Location, Note, PersonNames, Project, Tag
from notes.people import refresh_names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("São Paulo", "SAO  paulo "),
        ("São Paulo", "Sa\u0303o Paulo"),
        ("Straße", "STRASSE"),
        ("ﬁm", "FIM"),
        ("İstanbul", "istanbul"),
        ("Brasil>São Paulo", "brasil  >  sao paulo"),
        ("a\u200bb", "ab"),
        ("linha\tum\ndois", "linha um dois"),
        ("non\u00a0breaking", "non breaking"),
    ],
)
def test_case_accents_blanks_and_invisible_characters_do_not_count(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sørensen", "SORENSEN"),
        ("Wałęsa", "Walesa"),
        ("Đặng", "dang"),
        ("Guðrún", "gudrun"),
        ("Þór", "THOR"),
        ("Ægir", "aegir"),
        ("Œuvres", "oeuvres"),
        ("Ħamrun", "hamrun"),
        ("Işık", "isik"),
        ("Müller-Straße", "muller-strasse"),
        ("Conceição", "CONCEICAO"),
        ("Løgstør > Ærø", "logstor>aero"),
        ("ab\u3164c", "abc"),
    ],
)
def test_the_api_and_the_bridge_take_the_same_names_for_equal(one, other):
    """The bridge finds a name through the API's filter and decides by itself, so one must not be finer."""
    assert fold(one) == fold(other) == fold_of_the_bridge(one) == fold_of_the_bridge(other)


def test_every_latin_letter_is_folded_by_the_api_as_by_the_bridge():
    letters = [chr(code) for code in (*range(0x20, 0x250), *range(0x1E00, 0x1F00)) if chr(code).isalpha()]

    apart = [letter for letter in letters if fold_of_the_bridge(letter).isascii()]

    assert len(apart) > 500
    assert [letter for letter in apart if fold(letter) != fold_of_the_bridge(letter)] == []


def test_letters_with_marks_are_folded_by_the_api_as_by_the_bridge():
    marks = [chr(code) for code in range(0x20000) if unicodedata.category(chr(code)) in {"Mn", "Mc", "Me", "Cf"}]
    bases = ["a", "É", "ω", "и", "Й", "ё", "は", "フ", "ก", "क", "א", "ب", "가", "😀", ">", " "]
    texts = [f"x{base}{mark}y" for base in bases for mark in marks]
    texts += [f"{base}{one}{other}" for base in "иИea" for one in marks[:120] for other in marks[:120]]

    apart = [text for text in texts if _as_key(fold_of_the_bridge(text)) != fold(text)]

    assert len(texts) > 30_000
    assert apart == []


def _as_key(text):
    return text.replace("\\", "\\\\").encode("ascii", "backslashreplace").decode()


@pytest.mark.parametrize("argument", ["name", "search"])
def test_a_letter_that_a_keyboard_lacks_is_found_by_the_one_it_has(argument, as_user, owner):
    Project.objects.create(name="Møte med Sørensen", manager=owner)
    typed = {"name": "mote med SORENSEN", "search": "sorensen"}[argument]

    rows = as_user(owner).get("/api/v1/projects/", {argument: typed}).json()["results"]

    assert [row["name"] for row in rows] == ["Møte med Sørensen"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Fase 😀", "Fase 😁"),
        ("Fase 😀", "Fase \\U0001f600"),
        ("日本", "中国"),
        ("日", "\\u65e5"),
        ("a-b", "a_b"),
        ("a", "ab"),
        ("1", "１1"),
        ("プブ", "フフ"),
        ("กู", "กุ"),
        ("は", "ば"),
        ("क", "क्"),
        ("й", "и"),
        ("Й", "и"),
    ],
)
def test_what_a_person_sees_as_different_stays_different(one, other):
    assert fold(one) != fold(other)


def test_a_key_is_plain_ascii_and_fits_its_column():
    key = fold_key("😀日本é" * 500)

    assert key.isascii()
    assert len(key) <= KEY_LENGTH


def test_long_names_that_begin_alike_have_different_keys(as_user, owner):
    names = ["😀" * 200 + ending for ending in ("", "a", "b")]
    for name in names:
        Project.objects.create(name=name, manager=owner)

    found = [as_user(owner).get("/api/v1/projects/", {"name": name}).json()["results"] for name in names]

    assert [[row["name"] for row in rows] for rows in found] == [[name] for name in names]
    assert fold_key(fold_key(names[1])) != fold_key(names[1])


def test_keys_of_an_older_kind_are_made_anew_by_the_migration(db):
    """What was stored before marks of other scripts counted."""
    tag, user = Tag.objects.create(name="ば"), User.objects.create(username="ば")
    project = Project.objects.create(name="Início")
    for rows, stale in (
        (Tag.objects, {"name_folded": "old"}),
        (PersonNames.objects, {"login": "old"}),
        (Project.objects, {"name_folded": "old"}),
    ):
        rows.update(**stale)
    migration = import_module("notes.migrations.0003_checks_and_keys")
    apps = MigrationLoader(connection).project_state(("notes", "0003_checks_and_keys")).apps

    migration.fold_anew(apps, SimpleNamespace(connection=connection))

    assert Tag.objects.get(pk=tag.pk).name_folded == PersonNames.objects.get(user=user).login == fold_key("ば")
    assert Project.objects.get().name_folded == "inicio"
    assert Project.objects.get().updated_at == project.updated_at


@pytest.mark.requirement("C-02")
def test_no_two_keys_are_equal_to_the_database_alone(db):
    """A collation could take punctuation, digits or trailing blanks for equal; keys hold none that it does."""
    characters = string.ascii_lowercase + string.digits + string.punctuation
    keys = {fold_key(f"x{character}") for character in characters}
    Tag.objects.bulk_create(Tag(name=f"x{character}") for character in characters)

    found = {character: Tag.objects.filter(name_folded=fold_key(f"x{character}")).count() for character in characters}

    assert len(keys) == len(characters)
    assert set(found.values()) == {1}


@pytest.mark.parametrize("update_fields", [None, ["name"]])
def test_the_key_of_a_row_follows_its_name(update_fields, db):
    project = Project.objects.create(name="Início")
    project.name = "Término"
    project.save(update_fields=update_fields)

    assert Project.objects.get().name_folded == "termino"


def test_rows_stored_in_bulk_have_their_keys_as_well(db):
    Project.objects.bulk_create([Project(name="Início", code="Á1"), Project(name="Fim")])

    assert list(Project.objects.order_by("pk").values_list("name_folded", "code_folded")) == [
        ("inicio", "a1"),
        ("fim", None),
    ]


def test_the_key_of_a_row_that_was_loaded_in_part_follows_as_well(db):
    Note.objects.create(title="Início", body="Um")
    note = Note.objects.defer("text_folded", "title_folded").get()
    note.body = "Dóis"
    note.save()

    assert Note.objects.get().text_folded.split() == ["inicio", "dois"]


def test_users_and_groups_have_keys_that_follow_their_names(db):
    user = User.objects.create(username="ZÉ", first_name="José", last_name="Ângelo", email="Ze@Example.org")
    group = Group.objects.create(name="Operações")
    user.last_name = "Muñoz"
    user.save()

    names = PersonNames.objects.get(user=user)
    assert (names.login, names.full_name, names.email) == ("ze", "jose munoz", "ze@example.org")
    assert GroupNames.objects.get(group=group).name == "operacoes"


def test_the_keys_of_users_stored_in_bulk_are_made_on_demand(db):
    User.objects.bulk_create(User(username=f"Ü{number}") for number in range(3))
    Group.objects.bulk_create([Group(name="Ção")])

    refresh_names()
    refresh_names()

    assert set(PersonNames.objects.values_list("login", flat=True)) == {"u0", "u1", "u2"}
    assert {"cao", "editors", "viewers"} == set(GroupNames.objects.values_list("name", flat=True))


def test_the_groups_of_the_migration_have_keys(db):
    assert set(GroupNames.objects.values_list("name", flat=True)) == {"editors", "viewers"}


def test_a_place_moved_or_renamed_takes_along_all_that_stands_below(db):
    brasil = Location.objects.create(name="Brasil")
    sao_paulo = Location.objects.create(name="São Paulo", parent=brasil)
    centro = Location.objects.create(name="Centro", parent=sao_paulo)
    europe = Location.objects.create(name="Europa")

    brasil.name = "Brazil"
    brasil.save()
    renamed = Location.objects.get(pk=centro.pk)
    sao_paulo.parent = europe
    sao_paulo.save()
    moved = Location.objects.get(pk=centro.pk)

    assert (renamed.full_path, renamed.full_path_folded) == (
        "Brazil > São Paulo > Centro",
        "brazil > sao paulo > centro",
    )
    assert (moved.full_path, moved.lineage) == (
        "Europa > São Paulo > Centro",
        f"/{europe.pk}/{sao_paulo.pk}/{centro.pk}/",
    )


def test_a_tree_stored_in_bulk_is_put_in_step_on_demand(db):
    root = Location.objects.create(name="Brasil")
    Location.objects.bulk_create([Location(name="Recife", parent=root)])
    Location.objects.bulk_create([Location(name="Centro", parent=Location.objects.get(name="Recife"))])

    Location.rebuild()

    assert Location.objects.filter(full_path="Brasil > Recife > Centro", full_path_folded__endswith="centro").exists()


def test_a_place_cannot_stand_below_itself(db):
    brasil = Location.objects.create(name="Brasil")
    recife = Location.objects.create(name="Recife", parent=brasil)
    brasil.parent = recife

    with pytest.raises(ValueError, match="Brasil cannot stand below itself"):
        brasil.save()
