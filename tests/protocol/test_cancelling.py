"""notifications/cancelled over `manage.py mcp_stdio`: no answer, no half of a write, and everything else goes on."""

from __future__ import annotations

from typing import Any

import pytest

from mcpbridge.serve.stdio import WORKERS
from tests.installation import Installation
from tests.protocol.conftest import Serve
from tests.protocol.gate import gates
from tests.protocol.server import MODERN_META, PATIENCE, call, cancel, modern, ping

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

PROJECTS = "GET /api/v1/projects/"
USERS = "GET /api/v1/users/"


@pytest.mark.requirement("N-02")
@pytest.mark.requirement("B-01")
@pytest.mark.parametrize(
    ("asked", "taken_back"),
    [
        (call("slow", "projects_list"), cancel(requestId="slow")),
        (
            modern("slow", "tools/call", name="projects_list", arguments={}),
            cancel(requestId="slow", reason="The person changed their mind.", _meta=MODERN_META),
        ),
    ],
    ids=["2025-11-25", "2026-07-28"],
)
def test_case_68_a_slow_call_that_is_cancelled_is_not_answered_and_the_next_one_is(
    serve: Serve, asked: dict[str, Any], taken_back: dict[str, Any]
) -> None:
    with gates(PROJECTS) as (environment, [gate]):
        server = serve(**environment)
        server.send(asked)
        gate.await_arrival()

        server.send(taken_back)
        # Once the ping is answered, the cancellation before it has been read.
        server.ask(ping("seen"))
        gate.open()
        next_one = server.ask(call("next", "projects_list"))

    assert next_one["result"]["isError"] is False
    assert server.rest() == []


def test_case_68_a_cancelled_call_that_waits_for_a_worker_never_reaches_the_api(
    serve: Serve, installation: Installation
) -> None:
    with gates(PROJECTS, "POST /api/v1/tags/") as (environment, [reads, writes]):
        server = serve(**environment)
        server.send(*(call(number, "projects_list") for number in range(WORKERS)))
        reads.await_arrival(WORKERS)

        server.send(call("waits", "tags_create", name="taken back"), cancel(requestId="waits"))
        server.ask(ping("seen"))
        writes.open()
        reads.open()
        rest = server.rest()

    assert {answer["id"] for answer in rest} == set(range(WORKERS))
    assert installation.query("Tag.objects.filter(name='taken back').count()") == 0


def test_case_68_a_write_that_is_cancelled_while_names_are_looked_up_never_begins(
    serve: Serve, installation: Installation
) -> None:
    with gates(USERS) as (environment, [gate]):
        server = serve(**environment)
        server.send(call("write", "projects_create", name="Never begun", manager="admin"))
        gate.await_arrival()

        server.send(cancel(requestId="write"))
        server.ask(ping("seen"))
        gate.open()
        rest = server.rest()

    assert rest == []
    assert installation.query("Project.objects.filter(name='Never begun').count()") == 0


@pytest.mark.parametrize("end", ["cancelled", "cancelled, then no more input", "signal"])
def test_case_64_a_write_is_wholly_stored_or_wholly_absent_whatever_comes_in_the_midst_of_its_transaction(
    serve: Serve, installation: Installation, end: str
) -> None:
    title = f"In the midst of it: {end}"
    with gates("stored Note") as (environment, [gate]):
        server = serve(**environment)
        server.send(call("write", "notes_create", title=title, body="Text", tags=["cliente", "urgente"]))
        # The row is stored and its tags are not yet.
        gate.await_arrival()

        if end == "signal":
            server.process.terminate()
            assert server.process.wait(PATIENCE) == 0
        else:
            server.send(cancel(requestId="write"))
            server.ask(ping("seen"))
        if end == "cancelled, then no more input":
            server.end_input()
        gate.open()
        rest = server.rest()

    assert rest == []
    # What the client takes back when it has begun is finished; what the process is told to drop is rolled back.
    expected = [] if end == "signal" else [["cliente", "urgente"]]
    tags = "sorted(note.tags.values_list('name', flat=True))"
    assert installation.query(f"[{tags} for note in Note.objects.filter(title={title!r})]") == expected


def test_case_68_a_cancellation_of_nothing_that_runs_is_ignored(serve: Serve) -> None:
    with gates(PROJECTS) as (environment, [gate]):
        server = serve(**environment)
        server.ask(call("finished", "tags_list"))
        server.send(call(1, "projects_list"))
        gate.await_arrival()

        server.send(
            cancel(requestId="finished"),
            cancel(requestId="unknown"),
            cancel(requestId="1"),
            cancel(requestId=True),
            cancel(requestId=1.0),
            cancel(requestId=None),
            cancel(requestId=[1]),
            cancel(requestId={"id": 1}),
            cancel(),
            b'{"jsonrpc":"2.0","method":"notifications/cancelled"}',
            b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}',
            b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":null}',
        )
        server.ask(ping("seen"))
        gate.open()
        rest = server.rest()

    assert [(answer["id"], answer["result"]["isError"]) for answer in rest] == [(1, False)]


def test_a_cancellation_that_asks_for_an_answer_is_an_unknown_method_and_cancels_nothing(serve: Serve) -> None:
    with gates(PROJECTS) as (environment, [gate]):
        server = serve(**environment)
        server.send(call(1, "projects_list"))
        gate.await_arrival()

        answer = server.ask(cancel(requestId=1) | {"id": 2})
        gate.open()
        rest = server.rest()

    assert answer["error"]["code"] == -32601
    assert [answer["id"] for answer in rest] == [1]
