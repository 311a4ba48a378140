"""Who asks for which row, by which action -> what the API answers: a hidden row like a missing one."""

from __future__ import annotations

import pytest

from notes.models import Entity, Note, Project, Task
from tests.notes.answers import API, ids_of

MISSING = 999_999
KINDS = ["projects", "tasks", "notes"]


@pytest.fixture
def rows(project, task, note):
    return {"projects": project, "tasks": task, "notes": note}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["manager", "group", "entity", "entity below"])
def test_a_project_and_what_is_in_it_are_seen_by_its_manager_its_group_and_its_entities(
    kind, way, as_user, rows, project, owner, teammate, stranger, design, aurora, norte
):
    project.manager = teammate if way == "manager" else None
    project.group = design if way == "group" else None
    project.entity = {"entity": aurora, "entity below": norte}.get(way)
    project.save()
    Note.objects.update(author=None)
    # The owner is a member of the entity above, the teammate of the one below; both are in the group.
    sees = {
        "manager": {teammate},
        "group": {owner, teammate},
        "entity": {owner},
        "entity below": {owner, teammate},
    }[way]

    seen = {who for who in (owner, teammate, stranger) if ids_of(as_user(who).get(f"{API}{kind}/"))}

    assert seen == sees


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("action", ["retrieve", "patch", "put", "delete", "restore"])
def test_a_strangers_row_answers_exactly_like_a_missing_one(kind, action, as_user, rows, stranger):
    api = as_user(stranger)

    def ask(pk):
        url = f"{API}{kind}/{pk}/"
        response = {
            "retrieve": lambda: api.get(url),
            "patch": lambda: api.patch(url, {"content": "mine now"}),
            "put": lambda: api.put(url, {"name": "mine now", "title": "mine now"}),
            "delete": lambda: api.delete(url),
            "restore": lambda: api.post(f"{url}restore/"),
        }[action]()
        return response.status_code, {**response.json(), "request_id": None}

    before = list(type(rows[kind]).objects.values())
    hidden, missing = ask(rows[kind].pk), ask(MISSING)

    assert hidden == missing
    assert hidden[0] == 404
    assert list(type(rows[kind]).objects.values()) == before


@pytest.mark.parametrize("kind", KINDS)
def test_staff_see_every_row(kind, as_user, rows, staff):
    assert ids_of(as_user(staff).get(f"{API}{kind}/")) == [rows[kind].pk]


def test_a_note_without_a_project_is_its_authors_alone(as_user, owner, teammate, staff):
    note = Note.objects.create(title="Private", author=owner)

    assert ids_of(as_user(owner).get(f"{API}notes/")) == [note.pk]
    assert ids_of(as_user(teammate).get(f"{API}notes/")) == []
    assert ids_of(as_user(staff).get(f"{API}notes/")) == [note.pk]


def test_ones_own_note_stays_visible_when_its_project_no_longer_is_but_the_projects_name_does_not(
    as_user, note, project, owner, teammate
):
    project.manager = teammate
    project.save()

    row = as_user(owner).get(f"{API}notes/{note.pk}/").json()

    assert row["project"] == project.pk
    assert row["project_name"] is None
    assert ids_of(as_user(owner).get(f"{API}projects/")) == []


def test_the_name_of_a_hidden_parent_project_is_withheld(as_user, project, owner, stranger):
    secret = Project.objects.create(name="Secret merger", manager=stranger)
    project.parent = secret
    project.save()

    mine = as_user(owner).get(f"{API}projects/{project.pk}/")
    stranger_sees = as_user(stranger).get(f"{API}projects/{secret.pk}/").json()

    assert mine.json()["parent_name"] is None
    assert b"Secret" not in mine.content
    assert stranger_sees["name"] == "Secret merger"


def test_a_project_names_who_is_in_charge_and_where_it_belongs_to_whoever_sees_it(
    as_user, project, reader, stranger, design, polar
):
    project.manager, project.group, project.entity = stranger, design, polar
    project.save()
    api = as_user(reader)

    answer = api.get(f"{API}projects/{project.pk}/")
    (listed,) = api.get(f"{API}projects/").json()["results"]

    row = answer.json()
    assert (row["manager_name"], row["group_name"], row["entity_name"]) == ("Sofia Keller", "Design", "Polar")
    assert listed == row
    assert stranger.email.encode() not in answer.content


def test_a_project_names_the_group_that_its_manager_is_not_in(as_user, project, owner, sales):
    project.group = sales
    project.save()

    assert as_user(owner).get(f"{API}projects/{project.pk}/").json()["group_name"] == "Sales"


def test_a_note_names_its_author_to_whoever_sees_it(as_user, note, project, reader, stranger, design):
    Project.objects.update(group=design)
    Note.objects.update(author=stranger)
    api = as_user(reader)

    answer = api.get(f"{API}notes/{note.pk}/")
    (listed,) = api.get(f"{API}notes/").json()["results"]

    assert answer.json()["author_name"] == listed["author_name"] == "Sofia Keller"
    assert stranger.email.encode() not in answer.content


@pytest.mark.parametrize("kind", ["users", "groups", "entities"])
def test_what_a_row_names_stays_hidden_elsewhere(kind, as_user, project, owner, stranger, sales, polar):
    project.group, project.entity = sales, polar
    project.save()
    Note.objects.create(title="From afar", project=project, author=stranger)
    named = {"users": stranger, "groups": sales, "entities": polar}[kind].pk
    api = as_user(owner)

    assert named not in ids_of(api.get(f"{API}{kind}/"))
    assert api.get(f"{API}{kind}/{named}/").status_code == 404
    field, listed = {"users": ("author", "notes"), "groups": ("group", "projects"), "entities": ("entity", "projects")}[
        kind
    ]
    assert api.get(f"{API}{listed}/", {field: named}).status_code == 400
    if listed == "projects":
        assert api.post(f"{API}projects/", {"name": "x", field: named}).status_code == 400


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("projects", "manager"),
        ("projects", "group"),
        ("projects", "entity"),
        ("projects", "parent"),
        ("notes", "project"),
        ("tasks", "project"),
        ("tasks", "parent"),
    ],
)
@pytest.mark.parametrize("place", ["body", "filter"])
@pytest.mark.requirement("E-02")
def test_a_reference_to_a_hidden_row_is_refused_in_the_words_of_a_missing_one(
    kind, field, place, as_user, owner, stranger, sales, polar
):
    theirs = Project.objects.create(name="Theirs", manager=stranger)
    hidden = {
        "manager": stranger,
        "group": sales,
        "entity": polar,
        "project": theirs,
        "parent": theirs if kind == "projects" else Task.objects.create(name="Theirs", project=theirs),
    }[field].pk
    api = as_user(owner)

    def refusal(pk):
        if place == "filter":
            response = api.get(f"{API}{kind}/", {field: pk})
        else:
            response = api.post(f"{API}{kind}/", {"name": "x", "title": "x", field: pk})
        assert response.status_code == 400
        fault = next(error for error in response.json()["errors"] if error["field"] == field)
        return fault["code"], fault["detail"].replace(str(pk), "?")

    assert refusal(hidden) == refusal(MISSING)
    assert not Project.objects.filter(name="x").exists()


def test_the_row_that_is_stored_already_may_be_sent_back_although_it_is_hidden(as_user, project, owner, polar):
    project.entity = polar
    project.save()

    response = as_user(owner).patch(f"{API}projects/{project.pk}/", {"entity": polar.pk, "name": "Atlas II"})

    assert response.status_code == 200
    assert response.json()["entity"] == polar.pk


def test_users_are_those_who_share_a_group_or_an_entity_and_oneself(
    as_user, owner, teammate, stranger, reader, staff, aurora, norte
):
    reader.groups.clear()
    below, sibling = norte, Entity.objects.create(name="Sul", parent=aurora)
    teammate.groups.clear()
    reader.entities.add(sibling)

    def logins(user):
        return {row["username"] for row in as_user(user).get(f"{API}users/").json()["results"]}

    # The owner's entity stands above those of the teammate and the reader, who share nothing with each other.
    assert logins(owner) == {"owner", "teammate", "reader"}
    assert logins(teammate) == {"owner", "teammate"}
    assert logins(reader) == {"owner", "reader"}
    assert logins(stranger) == {"stranger"}
    assert logins(staff) == {"owner", "teammate", "reader", "stranger", "staff"}
    assert below.members.get() == teammate


def test_groups_and_entities_are_ones_own_and_entities_with_those_below(
    as_user, owner, teammate, stranger, staff, design, sales, aurora, norte, polar
):
    assert ids_of(as_user(owner).get(f"{API}groups/")) == [design.pk]
    assert set(ids_of(as_user(owner).get(f"{API}entities/"))) == {aurora.pk, norte.pk}
    assert set(ids_of(as_user(teammate).get(f"{API}entities/"))) == {norte.pk}
    assert ids_of(as_user(stranger).get(f"{API}entities/")) == [polar.pk]
    assert {design.pk, sales.pk} <= set(ids_of(as_user(staff).get(f"{API}groups/")))


@pytest.mark.parametrize("kind", ["states", "types", "categories", "locations", "tags"])
def test_what_everybody_shares_is_open_to_whoever_is_signed_in(
    kind, as_user, stranger, state, kind_of_project, category, place, tag
):
    assert ids_of(as_user(stranger).get(f"{API}{kind}/"))


@pytest.mark.parametrize(
    "kind",
    [*KINDS, "users", "users/me", "groups", "entities", "categories", "locations", "states", "types", "tags"],
)
def test_nobody_signed_in_is_asked_to_sign_in(kind, as_user, rows):
    response = as_user(None).get(f"{API}{kind}/")

    assert response.status_code == 401
    assert response["Content-Type"] == "application/problem+json"
