"""A person's Django permissions -> which actions the API lets through."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, Permission, User

from notes.models import Note, Project, Tag, Task
from tests.notes.answers import API

ACTIONS = {"create": "add", "update": "change", "delete": "delete", "restore": "change"}


@pytest.fixture
def someone(db):
    return User.objects.create(username="someone")


def _ask(api, kind, action, pk):
    url = f"{API}{kind}/{pk}/"
    match action:
        case "create":
            project = Project.objects.values_list("pk", flat=True).first()
            return api.post(f"{API}{kind}/", {"name": "New", "title": "New", "project": project})
        case "update":
            return api.patch(url, {"content": "x"})
        case "delete":
            return api.delete(url)
    return api.post(f"{url}restore/")


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(("kind", "model"), [("projects", Project), ("tasks", Task), ("notes", Note)])
def test_each_way_of_writing_takes_its_own_permission(kind, model, action, as_user, someone):
    project = Project.objects.create(name="Own", manager=someone)
    pk = {
        Project: project.pk,
        Task: Task.objects.create(name="Step", project=project).pk if model is Task else 0,
        Note: Note.objects.create(title="Note", author=someone).pk if model is Note else 0,
    }[model]
    name = model._meta.model_name
    needed = Permission.objects.get(codename=f"{ACTIONS[action]}_{name}")
    others = Permission.objects.filter(content_type__app_label="notes").exclude(pk=needed.pk)

    someone.user_permissions.set(others)
    without = _ask(as_user(someone), kind, action, pk)
    someone.user_permissions.set([needed])
    with_it = _ask(as_user(someone), kind, action, pk)

    assert without.status_code == 403
    assert with_it.status_code in (200, 201, 204)


def test_whoever_is_signed_in_reads_without_any_permission(as_user, someone):
    project = Project.objects.create(name="Own", manager=someone)

    assert as_user(someone).get(f"{API}projects/{project.pk}/").status_code == 200


@pytest.mark.parametrize(("group", "may"), [("editors", True), ("viewers", False)])
@pytest.mark.parametrize("kind", ["projects", "tasks", "notes", "tags"])
def test_editors_write_and_viewers_do_not(group, may, kind, as_user, someone):
    someone.groups.add(Group.objects.get(name=group))
    Project.objects.create(name="Own", manager=someone)

    response = _ask(as_user(someone), kind, "create", 0)

    assert response.status_code == (201 if may else 403)


@pytest.mark.parametrize("method", ["put", "patch", "delete", "post"])
@pytest.mark.parametrize("kind", ["users", "groups", "entities", "categories", "locations", "states", "types"])
def test_what_rows_refer_to_is_read_only(kind, method, as_user, staff):
    response = getattr(as_user(staff), method)(f"{API}{kind}/", {"name": "x"})

    assert response.status_code == 405


def test_a_tag_is_made_once_whatever_its_case_and_accents(as_user, owner):
    api = as_user(owner)

    made = api.post(f"{API}tags/", {"name": "Revisão"})
    again = api.post(f"{API}tags/", {"name": "REVISAO "})

    assert made.status_code == 201
    assert again.status_code == 400
    assert f"its id is {made.json()['id']}" in again.json()["errors"][0]["detail"]
    assert Tag.objects.count() == 1
