"""A database that is not ready, and callers who may no longer call: typed answers that name the mend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError

from mcpbridge import bridge as bridges
from mcpbridge.bridge import Bridge
from mcpbridge.govern.identity import caller_named
from mcpbridge.preflight import database_failure
from mcpbridge.serve.jsonrpc import Message
from notes.models import Note, Project
from tests.saying import answer_to


@pytest.fixture
def fresh(db: None) -> Bridge:
    """A bridge that has not seen the migrations yet."""
    return bridges.local()


def tools_call(tool: str, **arguments: Any) -> Message:
    return Message("tools/call", {"name": tool, "arguments": arguments}, 1)


@pytest.mark.requirement("N-11")
def test_a_write_to_a_database_with_a_pending_migration_is_refused_with_the_command_to_run(
    fresh: Bridge, owner: User, project: Project, pending: Callable[[], None]
) -> None:
    refused = fresh.call("notes_create", {"title": "x"}, caller_named("owner")).content
    read = fresh.call("projects_list", {}, caller_named("owner")).content

    assert (refused["http_status"], refused["errors"][0]["code"]) == (503, "unmigrated")
    assert "manage.py migrate" in refused["message"]
    assert not Note.objects.exists()
    assert read["total"] == 1


@pytest.mark.requirement("N-11")
def test_after_the_migration_the_same_bridge_writes(fresh: Bridge, owner: User, pending: Callable[[], None]) -> None:
    fresh.call("notes_create", {"title": "x"}, caller_named("owner"))
    pending()

    answer = fresh.call("notes_create", {"title": "x"}, caller_named("owner")).content

    assert answer["status"] == "success"


def test_an_account_that_is_deactivated_is_refused_at_the_next_message(fresh: Bridge, owner: User) -> None:
    before = answer_to(tools_call("notes_list"), fresh, "owner")
    User.objects.filter(pk=owner.pk).update(is_active=False)

    after = answer_to(tools_call("notes_list"), fresh, "owner")
    listed = answer_to(Message("tools/list", {}, 2), fresh, "owner")

    assert before["result"]["isError"] is False
    assert after["result"]["isError"] is True
    assert after["result"]["structuredContent"]["http_status"] == 401
    assert "deactivated" in listed["error"]["message"]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OperationalError(2002, "Can't connect to MySQL server on 'db.internal' (115)"), "database_unreachable"),
        (OperationalError(2006, "Server has gone away"), "database_unreachable"),
        (OperationalError("unable to open database file"), "database_unreachable"),
        (OperationalError("attempt to write a readonly database"), "database_read_only"),
        (OperationalError("database is locked"), "database_busy"),
        (OperationalError("no such table: notes_project"), "unmigrated"),
        (OperationalError(1146, "Table 'secret.notes_project' doesn't exist"), "unmigrated"),
        (OperationalError("disk I/O error at /var/lib/secret"), "database_failed"),
    ],
)
@pytest.mark.requirement("E-11")
def test_a_fault_of_the_database_is_one_sentence_without_the_databases_own_words(error: Exception, code: str) -> None:
    failure = database_failure(error)

    assert failure.code == code
    assert failure.message.endswith(("call again.", "migrate", "written.", "cause."))
    for word in ("secret", "internal", "notes_project", "115"):
        assert word not in failure.message


def test_an_unexpected_failure_tells_the_request_id_and_nothing_else(
    fresh: Bridge, owner: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("canary /etc/secret")

    monkeypatch.setattr(fresh.pipeline, "call", fail)

    answer = answer_to(tools_call("notes_list"), fresh, "owner")

    error = answer["error"]
    assert error["code"] == -32603
    assert "canary" not in str(answer)
    assert error["data"]["request_id"] in caplog.text
    assert "canary" in caplog.text
