"""Writes of the product's tools: names in, ids stored, applied read back, and one shared way for every tool."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from mcpbridge import catalog as catalogs
from mcpbridge.conf import bridge_settings
from mcpbridge.tools import Argument, Tool
from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task
from tests.bridge.conftest import Call

CATALOG = catalogs.read(bridge_settings.catalog)
WRITES = [tool for tool in CATALOG.tools.values() if tool.operation.action in ("create", "update")]


def references() -> Iterator[Any]:
    for tool in WRITES:
        for argument in tool.arguments:
            shape = argument.shape.item or argument.shape
            if argument.place == "body" and shape.kind == "reference":
                yield pytest.param(tool, argument, id=f"{tool.name}.{argument.name}")


@pytest.fixture
def world(
    staff: User,
    state: ProjectState,
    kind_of_project: ProjectType,
    place: Location,
    norte: Entity,
    design: Group,
    category: Category,
    tag: Tag,
    project: Project,
    task: Task,
    note: Note,
) -> dict[str, Any]:
    """Reference -> (a row, a name of it other than it is written)."""
    return {
        "users": (project.manager, "OWNER"),
        "groups": (design, "design"),
        "entities": (norte, "aurora > norte"),
        "locations": (place, "brasil>sao paulo"),
        "categories": (category, "REUNIOES"),
        "states": (state, " processing"),
        "types": (kind_of_project, "software"),
        "tags": (tag, "Urgent"),
        "projects": (project, "atlas"),
        "tasks": (task, "draft the PLAN"),
    }


def target(tool: Tool, note: Note, task: Task) -> dict[str, Any]:
    """The least that a call of this tool needs."""
    if tool.operation.action == "create":
        return dict(tool.example or {}) if tool.name == "tags_create" else least(tool, task)
    other = Project.objects.create(name="Another")
    row = {"projects": other, "tasks": Task.objects.create(name="Another", project=task.project), "notes": note}
    return {"id": row[tool.name.partition("_")[0]].pk}


def least(tool: Tool, task: Task) -> dict[str, Any]:
    values: dict[str, Any] = {"name": "New", "title": "New", "project": task.project_id}
    return {argument.name: values[argument.name] for argument in tool.arguments if argument.required}


@pytest.mark.requirement("E-01")
@pytest.mark.requirement("E-08")
@pytest.mark.requirement("E-10")
@pytest.mark.parametrize(("tool", "argument"), list(references()))
def test_every_reference_of_every_write_takes_a_name_and_an_id(
    tool: Tool, argument: Argument, world: dict[str, Any], call: Call, staff: User, note: Note, task: Task
) -> None:
    several = argument.shape.kind == "array"
    row, name = world[(argument.shape.item or argument.shape).reference]

    for given in (name, row.pk, str(row.pk)):
        answer = call(staff, tool.name, **target(tool, note, task) | {argument.name: [given] if several else given})

        assert answer["status"] == "success", answer
        applied = answer["applied"][argument.name]
        assert applied["stored"] == ([row.pk] if several else row.pk)
        assert applied["label"]


def clearable() -> Iterator[Any]:
    for tool in WRITES:
        for argument in tool.arguments:
            if argument.place == "body" and argument.shape.nullable and tool.operation.action == "update":
                yield pytest.param(tool, argument, id=f"{tool.name}.{argument.name}")


@pytest.mark.requirement("E-10")
@pytest.mark.parametrize(("tool", "argument"), list(clearable()))
def test_null_clears_and_nothing_else_changes(
    tool: Tool, argument: Argument, world: dict[str, Any], call: Call, staff: User
) -> None:
    rows = full_rows(world)
    row = rows[tool.name.partition("_")[0]]
    before = call(staff, f"{tool.name.partition('_')[0]}_get", id=row.pk)["item"]
    assert before[argument.row_key] is not None

    answer = call(staff, tool.name, id=row.pk, **{argument.name: None})

    after = call(staff, f"{tool.name.partition('_')[0]}_get", id=row.pk)["item"]
    assert answer["applied"] == {argument.name: {"given": None, "stored": None}}
    assert after[argument.row_key] is None
    changed = {key for key in after if after[key] != before[key]} - {argument.row_key, argument.label_key}
    assert changed == set(answer["changed_by_system"])
    assert changed <= {"updated_at"}


def full_rows(world: dict[str, Any]) -> dict[str, Any]:
    """One row of each kind in which everything that can be empty is set."""
    start = datetime.datetime(2026, 6, 1, tzinfo=datetime.UTC)
    end = start + datetime.timedelta(days=30)
    parent = Project.objects.create(name="Above")
    project = Project.objects.create(
        name="Full", code="F-1", manager=world["users"][0], group=world["groups"][0], entity=world["entities"][0],
        location=world["locations"][0], state=world["states"][0], type=world["types"][0], parent=parent,
        plan_start_date=start, plan_end_date=end, real_start_date=start, real_end_date=end,
    )  # fmt: skip
    above = Task.objects.create(name="Above", project=project)
    task = Task.objects.create(
        name="Full", project=project, parent=above, state=world["states"][0], plan_start_date=start, plan_end_date=end
    )
    note = Note.objects.create(title="Full", project=project, category=world["categories"][0], author=world["users"][0])
    return {"projects": project, "tasks": task, "notes": note}


@pytest.mark.requirement("E-06")
def test_applied_is_what_the_row_holds_and_the_rest_is_told_as_changed_by_the_system(
    call: Call, owner: User, project: Project, closed: ProjectState
) -> None:
    answer = call(owner, "projects_update", id=project.pk, state="closed", name="  Atlas two ")

    project.refresh_from_db()
    assert answer["applied"]["name"] == {"given": "  Atlas two ", "stored": project.name}
    assert answer["applied"]["state"] == {"given": "closed", "stored": closed.pk, "label": "Closed"}
    assert answer["changed_by_system"]["percent_done"] == project.percent_done == 100
    assert answer["request_id"]


@pytest.mark.requirement("E-06")
def test_a_row_that_its_writer_no_longer_sees_is_shown_from_the_writes_own_answer_which_says_so(
    call: Call, owner: User, teammate: User
) -> None:
    answer = call(owner, "projects_create", name="Handed over", manager="teammate")

    assert answer["status"] == "success"
    assert answer["applied"]["manager"]["stored"] == teammate.pk
    assert "could not be read back" in answer["notes"][0]
    assert call(owner, "projects_get", id=answer["id"])["http_status"] == 404


def test_a_colleague_is_found_by_an_e_mail_address_that_is_not_shown(
    call: Call, owner: User, teammate: User, stranger: User
) -> None:
    answer = call(owner, "projects_create", name="Mailed", manager="Teammate@example.org", group="Design")

    assert answer["applied"]["manager"]["stored"] == teammate.pk
    hidden = call(owner, "projects_create", name="Mailed", manager="stranger@example.org")
    assert [error["code"] for error in hidden["errors"]] == ["reference"]


@pytest.mark.requirement("N-05")
def test_trash_and_restore_say_what_happened(call: Call, owner: User, note: Note) -> None:
    deleted = call(owner, "notes_delete", id=note.pk)
    again = call(owner, "notes_delete", id=note.pk)
    restored = call(owner, "notes_restore", id=note.pk)

    assert (deleted["deleted"], deleted["id"]) == (True, note.pk)
    assert "notes_restore" in deleted["message"]
    assert again["status"] == "error"
    assert restored["status"] == "success"
    note.refresh_from_db()
    assert note.trashed_at is None


def test_a_project_with_live_rows_stays_and_the_counts_are_told(
    call: Call, owner: User, note: Note, task: Task
) -> None:
    answer = call(owner, "projects_delete", id=task.project_id)

    assert answer["http_status"] == 409
    assert answer["problem"]["counts"] == {"notes": 1, "tasks": 1}
    assert answer["errors"][0]["hint"].startswith("No argument mends this")
