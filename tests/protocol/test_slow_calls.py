"""`manage.py mcp_stdio` while a call is slow: what else is asked is answered before it, and the end waits for it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from mcpbridge.serve.stdio import WORKERS
from tests.installation import Installation
from tests.protocol.conftest import Serve
from tests.protocol.gate import gates
from tests.protocol.server import call, initialize, modern, ping

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

PROJECTS = "GET /api/v1/projects/"


@pytest.mark.requirement("N-02")
@pytest.mark.requirement("B-01")
def test_whatever_else_is_asked_is_answered_before_a_slow_call_ends(serve: Serve) -> None:
    others = [
        ping("ping"),
        initialize("initialize"),
        modern("discover", "server/discover"),
        {"jsonrpc": "2.0", "id": "unknown", "method": "no/such"},
        modern("list", "tools/list"),
        call("quick", "tags_list"),
        modern("quick modern", "tools/call", name="tags_list", arguments={}),
    ]
    came: list[tuple[str, float]] = []
    with gates(PROJECTS) as (environment, [gate]):
        server = serve(**environment)
        server.send(call("slow", "projects_list"))
        gate.await_arrival()
        started = time.monotonic()

        server.send(*others)
        for _other in others:
            moment, answer = server.read_timed()
            came.append((answer["id"], moment - started))
        gate.open()
        moment, last = server.read_timed()
        came.append((last["id"], moment - started))

    assert server.rest() == []
    assert last["id"] == "slow"
    assert last["result"]["isError"] is False
    assert {id for id, _after in came[:-1]} == {other["id"] for other in others}
    print("\nanswered while a call was slow, after ms:", {id: round(after * 1_000, 1) for id, after in came})


def test_slow_calls_take_all_workers_and_ping_is_answered_still(serve: Serve) -> None:
    with gates(PROJECTS) as (environment, [gate]):
        server = serve(**environment)
        server.send(*(call(number, "projects_list") for number in range(WORKERS)), call("waits", "tags_list"))
        gate.await_arrival(WORKERS)

        assert server.ask(ping("ping"))["result"] == {}

        gate.open()
        rest = server.rest()

    assert {answer["id"] for answer in rest} == {*range(WORKERS), "waits"}


def test_case_64_calls_that_run_and_wait_at_the_end_of_the_input_are_answered(serve: Serve) -> None:
    with gates(PROJECTS) as (environment, [gate]):
        server = serve(**environment)
        server.send(*(call(number, "projects_list") for number in range(3 * WORKERS)))
        gate.await_arrival(WORKERS)

        server.end_input()
        gate.open()
        rest = server.rest()

    assert {answer["id"] for answer in rest} == set(range(3 * WORKERS))
    assert not any(answer["result"]["isError"] for answer in rest)


def test_case_64_a_call_that_hangs_for_ever_holds_up_the_end_no_longer_than_its_deadline(
    serve: Serve, installation: Installation
) -> None:
    seconds = 3.0
    with gates(PROJECTS, "stored Tag") as (environment, [reads, writes]):
        server = serve(**environment, CALL_SECONDS=str(seconds))
        server.ask(call("warm", "tags_list"))
        server.send(call("hangs", "projects_list"), call("half done", "tags_create", name="half done"))
        reads.await_arrival()
        writes.await_arrival()

        started = time.monotonic()
        rest = server.rest()
        took = time.monotonic() - started

    assert codes(rest) == {"hangs": "deadline", "half done": "outcome_unknown"}
    assert took < seconds + 2
    # What was in the midst of its transaction is undone with the process.
    assert installation.query("Tag.objects.filter(name='half done').count()") == 0


def codes(answers: list[dict[str, Any]]) -> dict[Any, str]:
    """The code of the one error in each answer, by its id."""
    found = {answer["id"]: answer["result"]["structuredContent"]["errors"][0]["code"] for answer in answers}
    assert len(found) == len(answers), "An id was answered twice."
    return found
