"""Delete, restore and purge -> what is in the trash, and who may do it."""

from __future__ import annotations

import pytest

from notes.models import Note, Project, Task
from tests.notes.answers import API, ids_of

MODELS = {"projects": Project, "tasks": Task, "notes": Note}


@pytest.fixture
def lone(owner):
    """One row of each kind that may go to the trash."""
    project = Project.objects.create(name="Alone", manager=owner)
    other = Project.objects.create(name="With a task", manager=owner)
    return {
        "projects": project,
        "tasks": Task.objects.create(name="Step", project=other),
        "notes": Note.objects.create(title="Loose", author=owner),
    }


@pytest.mark.parametrize("kind", MODELS)
def test_a_deleted_row_goes_to_the_trash_and_comes_back_as_it_was(kind, as_user, owner, lone):
    api, url = as_user(owner), f"{API}{kind}/{lone[kind].pk}/"
    before = api.get(url).json()

    deleted = api.delete(url)
    in_trash = api.get(url).json()
    listed, in_trash_listed = ids_of(api.get(f"{API}{kind}/")), ids_of(api.get(f"{API}{kind}/?trashed=true"))
    restored = api.post(f"{url}restore/")

    assert (deleted.status_code, deleted.content) == (204, b"")
    assert in_trash["trashed_at"]
    assert lone[kind].pk not in listed
    assert in_trash_listed == [lone[kind].pk]
    assert restored.status_code == 200
    assert {**restored.json(), "updated_at": None} == {**before, "updated_at": None}
    assert lone[kind].pk in ids_of(api.get(f"{API}{kind}/?trashed=false"))


@pytest.mark.parametrize("kind", MODELS)
def test_a_row_in_the_trash_cannot_be_changed_or_deleted_again(kind, as_user, owner, lone):
    api, url = as_user(owner), f"{API}{kind}/{lone[kind].pk}/"
    api.delete(url)

    changed, again = api.patch(url, {"name": "x", "title": "x"}), api.delete(url)

    assert (changed.status_code, changed.json()["type"]) == (409, "urn:problem-type:in-trash")
    assert (again.status_code, again.json()["type"]) == (409, "urn:problem-type:in-trash")


@pytest.mark.parametrize("kind", MODELS)
def test_restoring_what_is_not_in_the_trash_changes_nothing(kind, as_user, owner, lone):
    api, url = as_user(owner), f"{API}{kind}/{lone[kind].pk}/"
    before = api.get(url).json()

    response = api.post(f"{url}restore/")

    assert (response.status_code, response.json()) == (200, before)


def test_a_project_with_live_notes_or_tasks_stays_and_the_answer_counts_them(as_user, owner, project, task, note):
    api, url = as_user(owner), f"{API}projects/{project.pk}/"
    Note.objects.create(title="Second", project=project, author=owner)

    refused = api.delete(url)
    for kind, rows in (("notes", Note.objects.all()), ("tasks", Task.objects.all())):
        for row in rows:
            api.delete(f"{API}{kind}/{row.pk}/")
    accepted = api.delete(url)

    assert refused.status_code == 409
    assert refused.json()["counts"] == {"notes": 2, "tasks": 1}
    assert "notes: 2, tasks: 1" in refused.json()["detail"]
    assert accepted.status_code == 204


@pytest.mark.parametrize("kind", ["tasks", "notes"])
def test_nothing_comes_back_into_a_project_that_is_in_the_trash(kind, as_user, owner, project, task, note):
    api, row = as_user(owner), {"tasks": task, "notes": note}[kind]
    for url in (f"tasks/{task.pk}", f"notes/{note.pk}", f"projects/{project.pk}"):
        assert api.delete(f"{API}{url}/").status_code == 204

    refused = api.post(f"{API}{kind}/{row.pk}/restore/")
    api.post(f"{API}projects/{project.pk}/restore/")
    accepted = api.post(f"{API}{kind}/{row.pk}/restore/")

    assert (refused.status_code, refused.json()["project"]) == (409, project.pk)
    assert accepted.status_code == 200


def test_ones_own_note_is_not_restored_into_a_hidden_project_in_the_trash_and_nothing_is_told_of_that_project(
    as_user, owner, teammate, project, note
):
    note.trash()
    Project.objects.update(manager=teammate)
    project.refresh_from_db()
    project.trash()

    refused = as_user(owner).post(f"{API}notes/{note.pk}/restore/")

    assert (refused.status_code, refused.json()["type"]) == (409, "urn:problem-type:not-restored")
    assert refused.json()["detail"] == "Its project cannot take it back now."
    assert "project" not in refused.json()


def test_nothing_new_goes_into_a_project_that_is_in_the_trash(as_user, owner, lone):
    api, project = as_user(owner), lone["projects"].pk
    api.delete(f"{API}projects/{project}/")

    for kind in ("tasks", "notes"):
        response = api.post(f"{API}{kind}/", {"name": "x", "title": "x", "project": project})
        assert response.status_code == 400
        assert response.json()["errors"][0]["field"] == "project"


@pytest.mark.parametrize("kind", MODELS)
def test_staff_alone_purge_and_only_what_is_in_the_trash(kind, as_user, owner, staff, lone):
    model, pk = MODELS[kind], lone[kind].pk
    url = f"{API}{kind}/{pk}/purge/"

    live = as_user(staff).delete(url)
    as_user(owner).delete(f"{API}{kind}/{pk}/")
    by_owner = as_user(owner).delete(url)
    still_there = model.objects.filter(pk=pk).exists()
    by_staff = as_user(staff).delete(url)

    assert (live.status_code, live.json()["type"]) == (409, "urn:problem-type:not-in-trash")
    assert by_owner.status_code == 403
    assert still_there
    assert by_staff.status_code == 204
    assert not model.objects.filter(pk=pk).exists()


def test_a_purged_project_takes_along_what_is_in_the_trash_with_it(as_user, owner, staff, project, task, note):
    Task.objects.create(name="Below", project=project, parent=task)
    for model in (Task, Note, Project):
        for row in model.objects.all():
            row.trash()

    response = as_user(staff).delete(f"{API}projects/{project.pk}/purge/")

    assert response.status_code == 204
    assert not (Project.objects.exists() or Task.objects.exists() or Note.objects.exists())


@pytest.mark.parametrize("kind", ["projects", "tasks"])
def test_what_others_stand_below_is_not_purged(kind, as_user, staff, project, task):
    row = {"projects": project, "tasks": task}[kind]
    values = {"projects": {}, "tasks": {"project": project}}[kind]
    MODELS[kind].objects.create(name="Below", parent=row, **values)
    row.trash()

    response = as_user(staff).delete(f"{API}{kind}/{row.pk}/purge/")

    assert response.status_code == 409
    assert response.json()["counts"] == {kind: 1}
    assert MODELS[kind].objects.count() == 2


def test_moving_a_row_through_the_trash_changes_its_time_of_change(as_user, owner, lone):
    before = lone["notes"].updated_at

    as_user(owner).delete(f"{API}notes/{lone['notes'].pk}/")

    assert Note.objects.get().updated_at > before
