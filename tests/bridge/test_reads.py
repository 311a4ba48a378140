"""Reads of the product's tools give what REST gives the same person, and nothing more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from mcpbridge import bridge as bridges
from mcpbridge import catalog as catalogs
from mcpbridge.bridge import Bridge
from mcpbridge.conf import bridge_settings
from mcpbridge.exceptions import ProtocolError
from mcpbridge.govern.identity import caller_named
from mcpbridge.govern.policy import LevelGate
from notes.models import Note, Project, Task
from tests.bridge.conftest import Call

CATALOG = catalogs.read(bridge_settings.catalog)
LISTS = sorted(name for name, tool in CATALOG.tools.items() if tool.operation.action == "list")
GETS = sorted(name for name, tool in CATALOG.tools.items() if tool.operation.action == "retrieve")
ClientOf = Callable[[User | None], APIClient]


@pytest.mark.requirement("N-04")
@pytest.mark.requirement("N-10")
@pytest.mark.parametrize("tool", LISTS)
def test_a_list_shows_everybody_what_rest_shows_them(
    tool: str, call: Call, as_user: ClientOf, owner: User, teammate: User, stranger: User, reader: User, staff: User,
    note: Note, task: Task,
) -> None:  # fmt: skip
    for user in (owner, teammate, stranger, reader, staff):
        answer = call(user, tool)

        rest = as_user(user).get(CATALOG.tools[tool].operation.path).json()
        assert answer["items"] == rest["results"]
        assert (answer["total"], answer["returned"]) == (rest["count"], len(rest["results"]))


@pytest.mark.requirement("N-14")
@pytest.mark.parametrize("tool", ["projects", "tasks", "notes"])
def test_a_stranger_reads_changes_and_deletes_nothing_that_rest_would_not(
    tool: str, call: Call, as_user: ClientOf, stranger: User, project: Project, note: Note, task: Task
) -> None:
    row = {"projects": project, "tasks": task, "notes": note}[tool]
    path = f"/api/v1/{tool}/{row.pk}/"
    before = type(row).objects.filter(pk=row.pk).values().get()

    for name, method, body in (("get", "get", {}), ("update", "patch", {"percent_done": 7}), ("delete", "delete", {})):
        arguments = {"id": row.pk} | (body if tool != "notes" or not body else {"pinned": True})
        answer = call(stranger, f"{tool}_{name}", **arguments)

        assert answer["http_status"] == getattr(as_user(stranger), method)(path, body).status_code == 404
    assert type(row).objects.filter(pk=row.pk).values().get() == before


@pytest.mark.parametrize("tool", GETS)
@pytest.mark.parametrize("value", [None, "..", "abc", 1.5, True, [1], {"id": 1}, "1/../2", "%2e%2e", "1?x=1", "", " 1"])
@pytest.mark.requirement("N-08")
def test_nothing_but_an_integer_reaches_the_api_as_an_id(
    tool: str, value: Any, call: Call, staff: User, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):  # the caller
        answer = call(staff, tool, id=value)

    (error,) = answer["errors"]
    assert (error["field"], answer["problem"]) == ("id", None)


def test_a_page_says_how_to_get_the_next_one(call: Call, owner: User, project: Project) -> None:
    for number in range(5):
        Note.objects.create(title=f"n{number}", project=project, author=owner)

    first = call(owner, "notes_list", project="atlas", page_size=2)
    second = call(owner, "notes_list", **first["next"])

    assert (first["total"], first["returned"]) == (5, 2)
    assert first["next"] == {"project": "atlas", "page_size": 2, "page": 2}
    assert {row["id"] for row in first["items"]}.isdisjoint(row["id"] for row in second["items"])


@pytest.mark.requirement("N-06")
def test_a_local_server_offers_reads_and_writes_and_more_only_by_explicit_grant(owner: User, bridge: Bridge) -> None:
    def offered(**options: Any) -> set[str]:
        return {tool.safety.level for tool in bridges.local(**options).pipeline.visible(caller_named("owner"))}

    assert offered() == {"read", "write"}
    assert offered(read_only=True) == {"read"}
    assert offered(granted=("admin", "destructive"), read_only=True) == {"read"}
    assert offered(granted=("admin", "destructive")) == {tool.safety.level for tool in CATALOG.tools.values()}


@pytest.mark.requirement("N-06")
def test_a_tool_of_a_level_that_is_not_offered_answers_like_one_that_does_not_exist(owner: User, db: None) -> None:
    read_only = Bridge(CATALOG, LevelGate(read_only=True))

    answers = []
    for name in ("notes_create", "nothing_at_all"):
        with pytest.raises(ProtocolError) as refused:
            read_only.call(name, {"title": "x"}, caller_named("owner"))
        known, end, suggestion = refused.value.message.replace(name, "?").partition("'?'.")
        answers.append((refused.value.code, known + end))
        assert name not in suggestion

    assert answers == [(-32602, "Unknown tool '?'.")] * 2
    assert not Note.objects.exists()


def test_the_request_id_of_a_result_is_the_one_in_the_apis_log(
    call: Call, owner: User, caplog: pytest.LogCaptureFixture
) -> None:
    answer = call(owner, "projects_get", id=999_999)

    records = [record for record in caplog.records if record.name == "django.request"]
    assert answer["request_id"] == answer["problem"]["request_id"]
    assert [record.correlation_id for record in records] == [answer["request_id"]]


@pytest.mark.requirement("N-06")
def test_the_list_leaves_out_what_the_callers_permissions_close_and_a_call_of_it_is_answered_by_the_api(
    bridge: Bridge, call: Call, reader: User, owner: User
) -> None:
    def names(login: str) -> set[str]:
        return {tool.name for tool in bridge.pipeline.visible(caller_named(login))}

    assert {"notes_list", "notes_get"} <= names("reader")
    assert not {"notes_create", "projects_update", "tasks_delete"} & names("reader")
    assert {"notes_create", "projects_update", "tasks_delete"} <= names("owner")
    assert call(reader, "notes_create", title="x")["http_status"] == 403


def test_an_api_that_is_not_ready_is_shown_with_what_it_says(
    call: Call, owner: User, pending: Callable[[], None]
) -> None:
    answer = call(owner, "system_health")

    assert answer["http_status"] == 503
    assert answer["problem"]["migrations"] == "pending"
