"""However a command, its caller or its server ends: nothing that the command has started goes on."""

from __future__ import annotations

import signal
import time

import pytest

from mcpbridge.commands.keeper import GRACE
from mcpbridge.commands.output import HEAD, TAIL
from tests.protocol.server import PATIENCE, Server, call, cancel, ping
from tests.validation_commands.conftest import Acting, WatchedGate, came_to, result_of

# One worker runs them, so that they share one installation.
pytestmark = [pytest.mark.xdist_group("installation"), pytest.mark.requirement("N-13")]


def begin(acting: Acting, gate: WatchedGate, command: str, processes: int = 1) -> Server:
    """A server in which the command has begun, and so many of its processes wait."""
    server = acting(GATE=str(gate.port))
    server.send(call("begun", f"commands_{command}"))
    gate.await_arrival(processes)
    return server


def test_a_command_that_takes_too_long_is_ended_with_its_children_and_says_so(
    acting: Acting, gate: WatchedGate
) -> None:
    server = begin(acting, gate, "late", processes=2)

    result = server.read()["result"]
    gate.await_ends()

    content = result["structuredContent"]
    assert result["isError"] is True
    assert result["content"][0]["text"].startswith("The command late took longer than it may, so after 1.")
    assert (content["timed_out"], content["exit_code"], content["status"]) == (True, None, "error")


def test_a_command_that_will_not_end_is_killed(acting: Acting, gate: WatchedGate) -> None:
    server = begin(acting, gate, "late_and_stubborn")

    content = server.read()["result"]["structuredContent"]
    gate.await_ends()

    assert content["timed_out"] is True
    assert content["seconds"] >= 1 + GRACE


def test_a_command_that_is_cancelled_is_ended_and_leaves_room_for_the_next(acting: Acting, gate: WatchedGate) -> None:
    server = begin(acting, gate, "waits_with_a_child", processes=2)

    server.send(cancel(requestId="begun"))
    gate.await_ends()
    assert server.ask(ping("still there"))["result"] == {}
    next_one = until_not_busy(server)
    rest = server.rest()

    assert next_one["exit_code"] == 3
    assert rest == []


def until_not_busy(server: Server) -> dict[str, object]:
    """What the next command came to; its runner learns a moment later than its process that that has ended."""
    last = time.monotonic() + PATIENCE
    while time.monotonic() < last:
        content = came_to(server, "fails")
        if "exit_code" in content:
            return content
    raise AssertionError("The runner stays busy.")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_ends_takes_its_command_along(acting: Acting, gate: WatchedGate, number: signal.Signals) -> None:
    server = begin(acting, gate, "waits_with_a_child", processes=2)

    server.process.send_signal(number)

    gate.await_ends()


def test_a_child_that_a_command_leaves_behind_is_ended(acting: Acting, gate: WatchedGate) -> None:
    server = begin(acting, gate, "leaves_a_child")

    content = server.read()["result"]["structuredContent"]
    gate.await_ends()

    assert (content["exit_code"], content["output"]) == (0, "left\n")
    assert content["seconds"] < PATIENCE / 2


def test_a_stranger_that_keeps_the_output_open_holds_nobody_up(acting: Acting, gate: WatchedGate) -> None:
    server = begin(acting, gate, "leaves_a_stranger")

    content = server.read()["result"]["structuredContent"]

    assert (content["exit_code"], content["output"]) == (0, "left\n")
    assert content["seconds"] < PATIENCE / 2


def test_a_command_that_closes_its_output_is_waited_for(acting: Acting, gate: WatchedGate) -> None:
    server = begin(acting, gate, "closes_its_output")

    gate.open()
    content = server.read()["result"]["structuredContent"]

    assert (content["exit_code"], content["output"]) == (5, "so far\n")


def test_output_without_end_is_kept_at_its_beginning_and_its_end(acting: Acting) -> None:
    content = result_of(acting(), "floods")["structuredContent"]

    assert (content["truncated"], content["timed_out"]) == (True, True)
    assert content["output"].startswith("a line that comes again and again\n")
    assert "bytes were left out here]\n" in content["output"]
    assert HEAD + TAIL < len(content["output"]) < HEAD + TAIL + 100
