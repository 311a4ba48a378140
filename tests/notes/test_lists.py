"""Query arguments -> the rows that match, in a stable order, page by page; or what is wrong with each argument."""

from __future__ import annotations

import string
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from notes.folding import fold_key
from notes.models import Note, Project, Tag, Task
from notes.people import refresh_names
from tests.notes.answers import API, errors_of, ids_of


@pytest.mark.parametrize(
    ("stored", "written"),
    [
        ("Reunião de início", "REUNIAO"),
        ("Reuniao", "reunião"),
        ("Straße", "STRASSE"),
        ("Fase 😀", "😀"),
        ("日本の計画", "日本"),
        ("100% sure", "100%"),
        ("a_b", "a_b"),
        ("back\\slash", "back\\slash"),
        ("Plano   anual", "plano anual"),
        ("Plano de início", "início plano"),
    ],
)
def test_a_search_finds_words_whatever_their_case_accents_and_order(stored, written, as_user, owner):
    found = Project.objects.create(name=stored, manager=owner)
    for other in ("Fase 😁", "1000 sure", "axb", "backslash", "中国"):
        Project.objects.create(name=other, manager=owner)

    assert ids_of(as_user(owner).get(f"{API}projects/", {"search": written})) == [found.pk]


def test_notes_are_searched_in_title_and_body(as_user, owner):
    title = Note.objects.create(title="Orçamento", author=owner)
    body = Note.objects.create(title="x", body="Sobre o ORÇAMENTO anual", author=owner)
    Note.objects.create(title="Outra", author=owner)

    assert ids_of(as_user(owner).get(f"{API}notes/", {"search": "orcamento"})) == [body.pk, title.pk]


def test_a_changed_note_is_found_by_its_new_text_and_not_by_its_old(as_user, note, owner):
    api = as_user(owner)
    api.patch(f"{API}notes/{note.pk}/", {"body": "Sobre férias"})

    assert ids_of(api.get(f"{API}notes/", {"search": "ferias"})) == [note.pk]
    assert ids_of(api.get(f"{API}notes/", {"search": "segunda"})) == []


@pytest.mark.parametrize(
    ("written", "matches"),
    [("sao paulo", True), ("São  Paulo ", True), ("Brasil>SÃO PAULO", True), ("paulo", False), ("\u0301", False)],
)
def test_a_name_is_matched_as_a_whole_by_itself_or_by_its_full_path(written, matches, as_user, owner, place):
    found = ids_of(as_user(owner).get(f"{API}locations/", {"name": written}))

    assert found == ([place.pk] if matches else [])


@pytest.mark.parametrize(
    ("kind", "written"),
    [("projects", "atlas"), ("projects", "at-1"), ("tasks", "DRAFT the plan"), ("notes", "reuniao de inicio")],
)
def test_work_is_found_by_its_exact_name(kind, written, as_user, owner, project, task, note):
    row = {"projects": project, "tasks": task, "notes": note}[kind]
    type(row).objects.create(
        **{"notes": {"title": f"{written} two", "author": owner}, "tasks": {"name": f"{written} two"}}.get(
            kind, {"name": f"{written} two", "manager": owner}
        ),
        **({"project": project} if kind == "tasks" else {}),
    )

    assert ids_of(as_user(owner).get(f"{API}{kind}/", {"name": written})) == [row.pk]


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("name", "TEAMMATE"),
        ("name", "tomas figueira"),
        ("name", "Teammate@Example.org"),
        ("email", "teammate@example.org"),
        ("search", "figueira tom"),
    ],
)
def test_people_are_found_by_login_full_name_and_whole_email(argument, value, as_user, owner, teammate):
    assert ids_of(as_user(owner).get(f"{API}users/", {argument: value})) == [teammate.pk]


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("search", "example"),
        ("search", "teammate@"),
        ("email", "teammate@"),
        ("email", "stranger@example.org"),
        ("name", "stranger"),
    ],
)
def test_no_email_is_found_in_part_and_nobody_out_of_sight(argument, value, as_user, owner, teammate, stranger):
    assert ids_of(as_user(owner).get(f"{API}users/", {argument: value})) == []


@pytest.mark.parametrize("argument", ["name", "email"])
def test_a_text_of_which_nothing_is_left_names_nobody(argument, as_user, owner):
    User.objects.filter(pk=owner.pk).update(email="")
    refresh_names()

    assert ids_of(as_user(owner).get(f"{API}users/", {argument: "\u0301"})) == []


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("projects", ["state", "type", "manager", "group", "entity", "location", "parent", "priority"]),
        ("tasks", ["state", "project", "parent", "urgency", "impact", "priority", "milestone"]),
        ("notes", ["project", "category", "author", "tags", "pinned"]),
    ],
)
def test_every_reference_and_choice_is_a_filter(
    kind, fields, as_user, staff, owner, teammate, state, closed, kind_of_project, design, aurora, place, category, tag
):
    parent = Project.objects.create(name="Above", manager=teammate, priority=1)
    other = {"projects": parent, "tasks": Task(name="Above", project=parent), "notes": Note(title="Other")}[kind]
    other.save()
    if kind == "projects":
        row = Project.objects.create(
            name="Full",
            state=state,
            type=kind_of_project,
            manager=owner,
            group=design,
            entity=aurora,
            location=place,
            parent=parent,
            priority=5,
        )
    elif kind == "tasks":
        project = Project.objects.create(name="Own", manager=owner)
        row = Task.objects.create(
            name="Full", project=project, parent=other, state=state, urgency=5, impact=4, priority=6, milestone=True
        )
    else:
        project = Project.objects.create(name="Own", manager=owner)
        row = Note.objects.create(title="Full", project=project, category=category, author=owner, pinned=True)
        row.tags.add(tag, Tag.objects.create(name="second"))
    api = as_user(staff)

    for field in fields:
        value = tag.pk if field == "tags" else getattr(row, f"{field}_id", getattr(row, field))
        assert ids_of(api.get(f"{API}{kind}/", {field: value})) == [row.pk], field


def test_users_are_filtered_by_group_and_entity(as_user, owner, teammate, design, norte):
    teammate.groups.clear()
    api = as_user(owner)

    assert ids_of(api.get(f"{API}users/", {"group": design.pk})) == [owner.pk]
    assert ids_of(api.get(f"{API}users/", {"entity": norte.pk})) == [teammate.pk]
    assert ids_of(api.get(f"{API}entities/", {"members": teammate.pk})) == [norte.pk]


@pytest.mark.parametrize(
    ("argument", "value", "inside"),
    [
        ("after", "2026-06-01T10:00:00Z", True),
        ("after", "2026-06-01T10:00:01Z", False),
        ("before", "2026-06-01T10:00:00Z", True),
        ("before", "2026-06-01T09:59:59Z", False),
        ("after", "2026-06-01T12:00:00+02:00", True),
        ("before", "2026-06-01T11:59:59+02:00", False),
        ("after", "2026-06-01", True),
        ("before", "2026-06-01", True),
        ("before", "2026-05-31", False),
        ("after", "2026-06-02", False),
    ],
)
@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("projects", "plan_start_date"),
        ("projects", "plan_end_date"),
        ("projects", "real_start_date"),
        ("projects", "real_end_date"),
        ("projects", "created_at"),
        ("tasks", "plan_start_date"),
        ("tasks", "plan_end_date"),
        ("notes", "created_at"),
    ],
)
def test_a_range_holds_its_own_ends_and_a_bare_date_is_the_whole_day(
    kind, field, argument, value, inside, as_user, owner, project, task, note
):
    row = {"projects": project, "tasks": task, "notes": note}[kind]
    type(row).objects.update(**{field: datetime(2026, 6, 1, 10, tzinfo=UTC)})

    assert ids_of(as_user(owner).get(f"{API}{kind}/", {f"{field}_{argument}": value})) == ([row.pk] if inside else [])


def test_a_bare_date_is_a_day_in_the_zone_of_the_server(as_user, owner, project):
    Project.objects.update(plan_start_date=datetime(2026, 6, 2, 2, 30, tzinfo=UTC))

    with timezone.override("America/Sao_Paulo"):
        found = ids_of(as_user(owner).get(f"{API}projects/", {"plan_start_date_before": "2026-06-01"}))

    assert found == [project.pk]


@pytest.mark.parametrize("value", ["yes", "ja", "2", "on", "TRUE "])
@pytest.mark.parametrize("argument", ["mine", "open", "trashed"])
def test_a_word_that_is_neither_true_nor_false_is_refused(argument, value, as_user, owner, project):
    response = as_user(owner).get(f"{API}projects/", {argument: value})

    assert (response.status_code, errors_of(response)) == (400, {argument: "invalid"})


@pytest.mark.parametrize(
    "value",
    [
        "01/06/2026",
        "2026-02-30",
        "2026-6-1",
        "20260601",
        "2026-W23-1",
        "June",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "2026-06-01T25:00:00Z",
        "2026-06-01T00:00:00 02:00",
        "10:00",
        "NaN",
        "\x00",
    ],
)
def test_a_date_that_could_be_misread_or_does_not_exist_is_refused(value, as_user, owner, project):
    response = as_user(owner).get(f"{API}projects/", {"created_at_after": value})

    assert (response.status_code, errors_of(response)) == (400, {"created_at_after": "invalid"})
    assert "2026-06-01T09:00:00+01:00" in response.json()["errors"][0]["detail"]


@pytest.mark.requirement("C-03")
def test_every_argument_that_is_refused_is_told_in_one_answer(as_user, owner):
    response = as_user(owner).get(
        f"{API}projects/",
        {
            "state": 999,
            "manager": "Olívia",
            "open": "yes",
            "plan_end_date_after": "soon",
            "priority": 7,
            "ordering": "--name,nope",
            "page_size": "many",
            "search": "x" * 201,
        },
    )

    assert set(errors_of(response)) == {
        "state",
        "manager",
        "open",
        "plan_end_date_after",
        "priority",
        "ordering",
        "page_size",
        "search",
    }


def test_mine_and_open_divide_the_rows_in_two(as_user, owner, teammate, design, state, closed):
    mine = Project.objects.create(name="Mine", manager=owner, state=closed)
    ours = Project.objects.create(name="Ours", group=design, state=state)
    nobodys = Project.objects.create(name="No state", group=design)
    api = as_user(owner)

    assert ids_of(api.get(f"{API}projects/", {"mine": "true"})) == [mine.pk]
    assert ids_of(api.get(f"{API}projects/", {"mine": "false"})) == [nobodys.pk, ours.pk]
    assert ids_of(api.get(f"{API}projects/", {"open": "true"})) == [nobodys.pk, ours.pk]
    assert ids_of(api.get(f"{API}projects/", {"open": "false"})) == [mine.pk]


def test_mine_are_the_tasks_of_the_projects_that_one_manages_and_the_notes_that_one_wrote(
    as_user, owner, teammate, task, note
):
    shared = Project.objects.create(name="Shared", manager=teammate, group=owner.groups.get())
    Task.objects.create(name="Theirs", project=shared)
    Note.objects.create(title="Theirs", project=shared, author=teammate)

    assert ids_of(as_user(owner).get(f"{API}tasks/", {"mine": "1"})) == [task.pk]
    assert ids_of(as_user(owner).get(f"{API}notes/", {"mine": "1"})) == [note.pk]


def test_the_newest_come_first_and_equals_stay_in_order(as_user, owner):
    moment = timezone.now()
    rows = [Project.objects.create(name=name, manager=owner, created_at=moment) for name in "bac"]
    api = as_user(owner)

    assert ids_of(api.get(f"{API}projects/")) == [row.pk for row in reversed(rows)]
    assert ids_of(api.get(f"{API}projects/", {"ordering": "percent_done"})) == [row.pk for row in rows]
    assert ids_of(api.get(f"{API}projects/", {"ordering": "-percent_done,name"})) == [
        rows[1].pk,
        rows[0].pk,
        rows[2].pk,
    ]


def test_names_are_ordered_without_regard_to_case_and_accents(as_user, owner):
    made = {name: Project.objects.create(name=name, manager=owner).pk for name in ("zebra", "Álamo", "abeto", "Zinco")}

    found = ids_of(as_user(owner).get(f"{API}projects/", {"ordering": "name"}))

    assert found == [made[name] for name in ("abeto", "Álamo", "zebra", "Zinco")]


@pytest.mark.parametrize("direction", ["", "-"])
def test_names_of_punctuation_are_in_the_same_order_on_every_database(direction, as_user, owner):
    names = [f"a{sign}b" for sign in string.punctuation.replace(">", "") + "1z"] + ["ab", "日", "😀"]
    for name in reversed(names):
        Project.objects.create(name=name, manager=owner)

    rows = as_user(owner).get(f"{API}projects/", {"ordering": f"{direction}name", "page_size": 100}).json()["results"]

    assert [row["name"] for row in rows] == sorted(names, key=fold_key, reverse=bool(direction))


def test_an_unknown_order_is_refused_with_those_there_are(as_user, owner):
    response = as_user(owner).get(f"{API}notes/", {"ordering": "body"})

    assert errors_of(response) == {"ordering": "invalid"}
    assert "created_at, updated_at, title" in response.json()["errors"][0]["detail"]


def test_pages_hold_twenty_rows_or_as_many_as_asked_up_to_a_hundred(as_user, owner):
    Project.objects.bulk_create(Project(name=f"P{number}", manager=owner) for number in range(120))
    api = as_user(owner)

    assert len(ids_of(api.get(f"{API}projects/"))) == 20
    assert len(ids_of(api.get(f"{API}projects/", {"page_size": 7}))) == 7
    assert len(ids_of(api.get(f"{API}projects/", {"page_size": 5000}))) == 100
    assert len(ids_of(api.get(f"{API}projects/", {"page_size": 50, "page": 3}))) == 20
    assert api.get(f"{API}projects/").json()["count"] == 120


@pytest.mark.parametrize("page", ["0", "7", "-1", "x"])
def test_a_page_that_does_not_exist_is_answered_with_the_last_one(page, as_user, owner, project):
    response = as_user(owner).get(f"{API}projects/", {"page": page})

    assert response.status_code == 404
    assert "the last page is 1" in response.json()["detail"]


@pytest.mark.parametrize("size", ["0", "-1", "x", "1.5", "9" * 5000])
def test_a_page_size_that_is_no_positive_number_is_refused(size, as_user, owner):
    response = as_user(owner).get(f"{API}projects/", {"page_size": size})

    assert response.status_code == (200 if size.isdigit() and int(size[:1]) else 400)


def test_query_arguments_do_not_hide_a_single_row(as_user, owner, project):
    assert as_user(owner).get(f"{API}projects/{project.pk}/?open=false&search=zzz").status_code == 200


def test_the_browsable_page_shows_a_form_of_every_filter(as_user, owner, project):
    page = as_user(owner).get(f"{API}projects/?mine=true", HTTP_ACCEPT="text/html")

    assert page.status_code == 200
    assert all(f'name="{name}"' in page.text for name in ("mine", "state", "plan_end_date_before", "search"))
