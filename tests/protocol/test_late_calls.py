"""`manage.py mcp_stdio` with calls that take too long: one answer each that tells the truth, and the server goes on."""

from __future__ import annotations

import time
from typing import Any

import pytest

from mcpbridge.serve.stdio import WORKERS
from tests.installation import Installation
from tests.protocol.conftest import Serve
from tests.protocol.gate import gates
from tests.protocol.server import PATIENCE, Server, call, modern, ping

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

PROJECTS, USERS, TAGS = "GET /api/v1/projects/", "GET /api/v1/users/", "POST /api/v1/tags/"
DEADLINE = "3"
"""Seconds. The first call of a server has to be done within it too, on a machine that is busy."""


@pytest.mark.requirement("B-01")
def test_late_calls_are_answered_once_with_what_is_known_of_them_and_later_ones_work(
    serve: Serve, installation: Installation
) -> None:
    with gates(PROJECTS, TAGS) as (environment, [reads, writes]):
        server = serve(**environment, CALL_SECONDS=DEADLINE)
        server.ask(call("warm", "tags_list"))
        server.send(*(call(f"read {number}", "projects_list") for number in range(WORKERS - 1)))
        server.send(call("write", "tags_create", name="begun"))
        reads.await_arrival(WORKERS - 1)
        writes.await_arrival()
        server.send(*(call(f"waits {number}", "tags_create", name=f"waits {number}") for number in range(3)))
        server.send(modern("modern", "tools/call", name="projects_list", arguments={}), modern("list", "tools/list"))
        pong = server.ask(ping("meanwhile"))

        late = {answer["id"]: answer for answer in (server.read() for _call in range(WORKERS + 5))}
        writes.open()
        reads.open()
        after = server.ask(call("after", "projects_list"))
        stored = await_tag(server, "begun")
        rest = server.rest()

    assert pong["result"] == {}
    told = {id: error(answer) for id, answer in late.items() if id != "list"}
    assert told.pop("write") == ("outcome_unknown", False)
    assert set(told.values()) == {("deadline", True)}
    assert len(told) == WORKERS + 3
    assert late["modern"]["result"]["resultType"] == "complete"
    assert late["list"]["error"]["code"] == -32603
    assert late["list"]["error"]["data"]["code"] == "deadline"
    assert after["result"]["isError"] is False
    # Nobody answers a second time, and what was said of the writes is true.
    assert rest == []
    assert stored
    assert installation.query("Tag.objects.filter(name__startswith='waits').count()") == 0


def test_a_write_that_is_late_while_names_are_looked_up_is_never_made(serve: Serve, installation: Installation) -> None:
    with gates(USERS, PROJECTS) as (environment, [gate, others]):
        server = serve(**environment, CALL_SECONDS=DEADLINE)
        server.ask(call("warm", "tags_list"))
        server.send(call("write", "projects_create", name="Looked up too long", manager="admin"))
        gate.await_arrival()

        answer = server.read()
        gate.open()
        # When there is one call for each worker, the late one has left its own.
        server.send(*(call(number, "projects_list") for number in range(WORKERS)))
        others.await_arrival(WORKERS)
        others.open()
        rest = server.rest()

    assert error(answer) == ("deadline", True)
    assert "nothing was written" in answer["result"]["structuredContent"]["message"]
    assert {answer["id"] for answer in rest} == set(range(WORKERS))
    assert installation.query("Project.objects.filter(name='Looked up too long').count()") == 0


def error(answer: dict[str, Any]) -> tuple[str, bool]:
    """The code of the one error, and whether the same call may work later."""
    content = answer["result"]["structuredContent"]
    assert answer["result"]["isError"] is True
    [found] = content["errors"]
    return found["code"], content["retryable"]


def await_tag(server: Server, name: str) -> bool:
    """Whether it comes to be stored: its write goes on behind the answer."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if server.ask(call("look", "tags_list", search=name))["result"]["structuredContent"]["items"]:
            return True
    return False
