"""Values that are sent -> every fault in one answer, or a row with what follows from them."""

from __future__ import annotations

import pytest

from notes.models import Project, Task
from tests.notes.answers import API, errors_of


@pytest.mark.requirement("E-05")
def test_faults_of_fields_and_between_fields_come_in_one_answer_and_nothing_is_written(as_user, owner):
    response = as_user(owner).post(
        f"{API}projects/",
        {
            "name": "x" * 256,
            "priority": 9,
            "percent_done": 101,
            "state": 999,
            "plan_start_date": "2026-06-02T00:00:00Z",
            "plan_end_date": "2026-06-01T00:00:00Z",
            "real_start_date": "2026-02-30",
        },
    )

    assert response.status_code == 400
    assert errors_of(response) == {
        "name": "max_length",
        "priority": "invalid_choice",
        "percent_done": "max_value",
        "state": "does_not_exist",
        "plan_end_date": "end_before_start",
        "real_start_date": "invalid",
    }
    assert not Project.objects.exists()


@pytest.mark.parametrize("pair", [("plan_start_date", "plan_end_date"), ("real_start_date", "real_end_date")])
def test_an_end_before_the_stored_start_is_refused_on_update_beside_a_field_error(pair, as_user, project, owner):
    start, end = pair
    api = as_user(owner)
    api.patch(f"{API}projects/{project.pk}/", {start: "2026-06-02T00:00:00Z"})

    response = api.patch(f"{API}projects/{project.pk}/", {end: "2026-06-01T23:59:59Z", "name": ""})

    assert errors_of(response) == {end: "end_before_start", "name": "blank"}


def test_the_fault_stands_at_the_date_that_was_sent(as_user, project, owner):
    api = as_user(owner)
    api.patch(f"{API}projects/{project.pk}/", {"plan_end_date": "2026-06-01T00:00:00Z"})

    response = api.patch(f"{API}projects/{project.pk}/", {"plan_start_date": "2026-06-02T00:00:00Z"})

    assert errors_of(response) == {"plan_start_date": "end_before_start"}
    assert "2026-06-01T00:00:00+00:00" in response.json()["errors"][0]["detail"]


def test_a_start_and_an_end_at_the_same_moment_are_in_order_whatever_their_offsets(as_user, owner):
    response = as_user(owner).post(
        f"{API}projects/",
        {"name": "Flash", "plan_start_date": "2026-06-01T12:00:00+02:00", "plan_end_date": "2026-06-01T10:00:00Z"},
    )

    assert response.status_code == 201


def test_dates_that_nobody_touches_do_not_stand_in_the_way(as_user, project, owner):
    Project.objects.update(plan_start_date="2026-06-02T00:00:00Z", plan_end_date="2026-06-01T00:00:00Z")

    response = as_user(owner).patch(f"{API}projects/{project.pk}/", {"name": "Atlas II"})

    assert response.status_code == 200


def test_a_date_may_be_cleared_by_null_and_is_kept_when_it_is_left_out(as_user, project, owner):
    api, url = as_user(owner), f"{API}projects/{project.pk}/"
    api.patch(url, {"plan_start_date": "2026-06-02T00:00:00Z", "plan_end_date": "2026-06-03T00:00:00Z"})

    row = api.patch(url, {"plan_start_date": None}).json()

    assert row["plan_start_date"] is None
    assert row["plan_end_date"] == "2026-06-03T00:00:00Z"


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_project_cannot_stand_below_itself(depth, as_user, project, owner):
    line = [project]
    for _ in range(depth):
        line.append(Project.objects.create(name="Below", manager=owner, parent=line[-1]))

    response = as_user(owner).patch(f"{API}projects/{project.pk}/", {"parent": line[-1].pk})

    assert errors_of(response) == {"parent": "circle"}


def test_a_task_cannot_stand_below_itself(as_user, task, owner):
    below = Task.objects.create(name="Below", project=task.project, parent=task)

    response = as_user(owner).patch(f"{API}tasks/{task.pk}/", {"parent": below.pk})

    assert errors_of(response) == {"parent": "circle"}


def test_a_parent_task_is_of_the_same_project(as_user, task, owner):
    other = Project.objects.create(name="Other", manager=owner)
    api = as_user(owner)

    made = api.post(f"{API}tasks/", {"name": "Step", "project": other.pk, "parent": task.pk})
    child = api.post(f"{API}tasks/", {"name": "Step", "project": task.project_id, "parent": task.pk}).json()["id"]
    moved = api.patch(f"{API}tasks/{child}/", {"project": other.pk})
    left = api.patch(f"{API}tasks/{task.pk}/", {"project": other.pk})

    assert errors_of(made) == {"parent": "parent_of_other_project"}
    assert errors_of(moved) == {"project": "parent_of_other_project"}
    assert errors_of(left) == {"project": "subtasks_of_other_project"}


@pytest.mark.parametrize("kind", ["projects", "tasks"])
def test_a_finished_state_makes_it_a_hundred_percent(kind, as_user, project, task, owner, closed):
    pk = {"projects": project, "tasks": task}[kind].pk

    row = as_user(owner).patch(f"{API}{kind}/{pk}/", {"state": closed.pk, "percent_done": 30}).json()

    assert (row["percent_done"], row["state_name"]) == (100, "Closed")


@pytest.mark.parametrize(
    ("urgency", "impact", "priority"), [(1, 1, 1), (1, 2, 2), (5, 1, 3), (3, 3, 3), (5, 4, 5), (5, 5, 5)]
)
def test_the_priority_of_a_task_follows_from_urgency_and_impact(urgency, impact, priority, as_user, project, owner):
    api = as_user(owner)
    values = {"name": "Step", "project": project.pk, "urgency": urgency, "impact": impact}

    computed = api.post(f"{API}tasks/", values).json()
    given = api.post(f"{API}tasks/", {**values, "priority": 6}).json()

    assert computed["priority"] == priority
    assert given["priority"] == 6


def test_a_given_priority_stays_until_urgency_or_impact_change(as_user, task, owner):
    api, url = as_user(owner), f"{API}tasks/{task.pk}/"
    api.patch(url, {"priority": 6})

    assert api.patch(url, {"name": "Other"}).json()["priority"] == 6
    assert api.patch(url, {"urgency": 5}).json()["priority"] == 4


def test_a_project_for_which_no_manager_is_sent_is_managed_by_whoever_makes_it(as_user, owner, teammate):
    api = as_user(owner)

    assert api.post(f"{API}projects/", {"name": "A"}).json()["manager"] == owner.pk
    assert api.post(f"{API}projects/", {"name": "B", "manager": None}).json()["manager"] is None
    assert Project.objects.get(name="B").manager is None
    assert api.post(f"{API}projects/", {"name": "C", "manager": teammate.pk}).json()["manager"] == teammate.pk


def test_a_notes_author_is_whoever_writes_it_and_cannot_be_chosen(as_user, owner, teammate):
    row = as_user(owner).post(f"{API}notes/", {"title": "Hello", "author": teammate.pk}).json()

    assert (row["author"], row["author_name"]) == (owner.pk, "Olívia Duarte")


@pytest.mark.parametrize(
    ("kind", "field", "longest"),
    [
        ("projects", "name", 255),
        ("projects", "code", 40),
        ("projects", "content", 50_000),
        ("tasks", "name", 255),
        ("tasks", "content", 50_000),
        ("notes", "title", 255),
        ("notes", "body", 50_000),
    ],
)
def test_a_text_may_be_as_long_as_its_column_and_no_longer(kind, field, longest, as_user, project, owner):
    api = as_user(owner)
    required = {"name": "x", "title": "x", "project": project.pk}

    fits = api.post(f"{API}{kind}/", {**required, field: "é" * longest})
    exceeds = api.post(f"{API}{kind}/", {**required, field: "é" * (longest + 1)})

    assert fits.status_code == 201
    assert fits.json()[field] == "é" * longest
    assert errors_of(exceeds) == {field: "max_length"}


def test_a_code_is_free_or_of_one_project_alone_whatever_its_case_and_accents(as_user, project, owner):
    api = as_user(owner)

    first, second = (api.post(f"{API}projects/", {"name": "No code", "code": ""}).json() for _ in range(2))
    taken = api.post(f"{API}projects/", {"name": "Other", "code": "át-1"})
    own = api.patch(f"{API}projects/{project.pk}/", {"code": "AT-1", "name": "Atlas II"})

    assert first["code"] is None
    assert second["code"] is None
    assert errors_of(taken) == {"code": "unique"}
    assert own.status_code == 200


def test_a_code_that_a_hidden_project_has_is_refused_without_a_word_on_that_project(as_user, project, owner, stranger):
    response = as_user(stranger).post(f"{API}projects/", {"name": "Other", "code": "at-1"})

    assert [(error["code"], error["detail"]) for error in response.json()["errors"]] == [
        ("unique", "Another project has this code. Choose another code, or none.")
    ]
    assert project.name not in response.content.decode()
    assert owner.last_name not in response.content.decode()


@pytest.mark.parametrize("value", [12.7, "12.7", True, "Olívia", [1], {"id": 1}, 10**30, -1, ""])
def test_a_reference_that_is_no_id_is_refused(value, as_user, owner):
    response = as_user(owner).post(f"{API}projects/", {"name": "x", "parent": value})

    if value == "":
        # A form sends an empty text for nothing.
        assert response.status_code == 201
        assert response.json()["parent"] is None
    else:
        assert list(errors_of(response)) == ["parent"]


@pytest.mark.parametrize("fraction", [0.7, ".7"])
def test_the_fraction_of_an_id_is_not_cut_off(fraction, as_user, project, owner):
    value = f"{project.pk}{fraction}" if isinstance(fraction, str) else project.pk + fraction

    response = as_user(owner).post(f"{API}projects/", {"name": "x", "parent": value})

    assert errors_of(response) == {"parent": "invalid"}


@pytest.mark.parametrize("body", [[], [{"name": "x"}], "x", 1, None])
def test_a_body_that_is_no_object_is_refused(body, as_user, owner):
    response = as_user(owner).post(f"{API}projects/", body, format="json")

    assert response.status_code == 400
    assert not Project.objects.exists()


def test_a_form_of_the_browser_gets_the_same_answer_as_json(as_user, owner):
    response = as_user(owner).post(
        f"{API}projects/",
        {"name": "x" * 300, "plan_start_date": "2026-06-02", "plan_end_date": "2026-06-01"},
        format="multipart",
    )

    assert errors_of(response) == {"name": "max_length", "plan_end_date": "end_before_start"}
