"""A row -> its labels beside its ids, in English and Portuguese."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from django.apps import apps
from django.utils import translation

from notes.models import Grade, Note, Priority, Project
from tests.notes.answers import API

LOCALE = Path(apps.get_app_config("notes").path) / "locale" / "pt_BR" / "LC_MESSAGES"


@pytest.mark.requirement("C-03")
def test_a_project_shows_the_names_of_what_it_refers_to(
    as_user, staff, owner, state, kind_of_project, design, norte, place
):
    above = Project.objects.create(name="Above")
    project = Project.objects.create(
        name="Full",
        state=state,
        type=kind_of_project,
        manager=owner,
        group=design,
        entity=norte,
        location=place,
        parent=above,
        priority=4,
    )

    row = as_user(staff).get(f"{API}projects/{project.pk}/").json()

    assert {name: row[name] for name in row if name.endswith(("_name", "_label"))} == {
        "state_name": "Processing",
        "type_name": "Software",
        "priority_label": "High",
        "manager_name": "Olívia Duarte",
        "group_name": "Design",
        "entity_name": "Aurora > Norte",
        "location_name": "Brasil > São Paulo",
        "parent_name": "Above",
    }
    assert (row["state"], row["entity"], row["parent"]) == (state.pk, norte.pk, above.pk)


def test_what_a_row_does_not_refer_to_is_null_with_its_name(as_user, owner, project):
    Project.objects.update(state=None)

    row = as_user(owner).get(f"{API}projects/{project.pk}/").json()

    for name in ("state", "type", "group", "entity", "location", "parent"):
        assert (row[name], row[f"{name}_name"]) == (None, None)


def test_tasks_and_notes_show_names_as_well(as_user, owner, task, note, category, tag):
    note.category = category
    note.save()
    note.tags.add(tag)
    api = as_user(owner)

    step, text = api.get(f"{API}tasks/{task.pk}/").json(), api.get(f"{API}notes/{note.pk}/").json()

    assert (step["project_name"], step["urgency_label"], step["impact_label"], step["priority_label"]) == (
        "Atlas",
        "Medium",
        "Medium",
        "Medium",
    )
    assert (text["project_name"], text["category_name"], text["author_name"]) == ("Atlas", "Reuniões", "Olívia Duarte")
    assert (text["tags"], text["tag_names"]) == ([tag.pk], ["urgent"])


def test_a_person_without_a_full_name_is_shown_by_login(as_user, reader):
    note = Note.objects.create(title="x", author=reader)

    assert as_user(reader).get(f"{API}notes/{note.pk}/").json()["author_name"] == "reader"


def test_an_answer_to_a_write_names_what_was_written(as_user, owner, teammate, project, closed):
    row = as_user(owner).patch(f"{API}projects/{project.pk}/", {"state": closed.pk, "manager": teammate.pk}).json()

    assert (row["state_name"], row["manager_name"]) == ("Closed", "Tomás Figueira")


def test_labels_follow_the_language_that_is_asked_for(as_user, owner, project, task):
    api = as_user(owner)
    url = f"{API}projects/{project.pk}/"

    labels = [
        api.get(url, HTTP_ACCEPT_LANGUAGE=language).json()["priority_label"] for language in ("en", "pt-BR", "pt")
    ]

    assert labels == ["Medium", "Média", "Média"]


@pytest.mark.requirement("E-09")
def test_every_code_has_a_label_in_both_languages():
    def labels(language, choices):
        with translation.override(language):
            return [str(label) for label in choices.labels]

    assert labels("en", Priority) == ["Very low", "Low", "Medium", "High", "Very high", "Major"]
    assert labels("pt-br", Priority) == ["Muito baixa", "Baixa", "Média", "Alta", "Muito alta", "Crítica"]
    assert labels("pt-br", Grade) == labels("pt-br", Priority)[:5]


def test_email_is_told_to_oneself_and_to_staff_alone(as_user, owner, teammate, staff):
    def emails(user):
        return {row["username"]: row["email"] for row in as_user(user).get(f"{API}users/").json()["results"]}

    assert emails(owner) == {"owner": "owner@example.org", "teammate": None}
    assert emails(staff)["teammate"] == "teammate@example.org"
    assert as_user(owner).get(f"{API}users/me/").json() == {
        "id": owner.pk,
        "username": "owner",
        "full_name": "Olívia Duarte",
        "email": "owner@example.org",
        "is_active": True,
    }


def test_the_compiled_translation_is_that_of_its_source_and_nothing_is_left_untranslated():
    source = _messages(LOCALE / "django.po")
    with (LOCALE / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)

    assert len(source) > 50
    for (original, plural), translations in source.items():
        assert all(translations), f"{original!r} has no translation."
        found = (
            [compiled.ngettext(original, plural, 1), compiled.ngettext(original, plural, 2)]
            if plural
            else [compiled.gettext(original)]
        )
        assert found == translations, f"Compile the messages again: {original!r} differs."


def _messages(path):
    """(text, plural) -> translations, of a .po file; its header left out."""
    found, entry, key = {}, {}, ""
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("#"):
            continue
        if line.startswith("msg"):
            key, _, line = line.partition(" ")
        if line:
            entry[key] = (
                entry.get(key, "") + line.strip()[1:-1].encode().decode("unicode_escape").encode("latin-1").decode()
            )
            continue
        if entry.get("msgid"):
            found[entry["msgid"], entry.get("msgid_plural", "")] = [
                text for name, text in sorted(entry.items()) if name.startswith("msgstr")
            ]
        entry = {}
    return found
