"""More than `manage.py mcp_stdio` can do at once: whole lines, no answer lost, and memory that is bounded."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mcpbridge.serve.stdio import MAX_LINE, MOST_WAITING, MOST_WAITING_BYTES, WORKERS
from tests.protocol.conftest import Serve
from tests.protocol.gate import gates
from tests.protocol.server import Server, call, modern, ping, request

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

PROJECTS = "GET /api/v1/projects/"
MOST_MEMORY = 300
"""MiB of the server at its largest. It starts with some 90; a queue of lines may have 32."""


def most_memory(server: Server) -> int:
    """MiB at the largest."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found
    return int(found[1]) // 1024


def marked(number: int) -> dict[str, Any]:
    """A request whose answer shows that it is its own: short, long, in both eras, and by the reader itself."""
    match number % 5:
        case 0:
            return call(number, "tags_create", name=f"marker {number}")
        case 1:
            return modern(number, "tools/call", name="tags_list", arguments={"page": f"marker {number}"})
        case 2:
            return request(number, "tools/list", cursor=None)
        case 3:
            return modern(number, "resources/read", uri=f"mcpbridge://marker {number}")
        case _:
            return request(number, f"marker {number}")


@pytest.mark.requirement("B-01")
def test_the_answers_to_200_calls_at_once_are_whole_lines_each_with_its_own_content(serve: Serve) -> None:
    server = serve()

    server.send(*map(marked, range(200)))
    answers = server.rest()

    assert sorted(answer["id"] for answer in answers) == list(range(200))
    for answer in answers:
        text = json.dumps(answer)
        markers = set(re.findall(r"marker (\d+)", text))
        assert markers == (set() if answer["id"] % 5 == 2 else {str(answer["id"])})


def test_a_client_that_asks_10_000_times_before_it_reads_loses_nothing(serve: Serve) -> None:
    server = serve()
    asking = threading.Thread(target=lambda: server.send(*map(ping, range(10_000))))
    asking.start()
    asking.join(1)
    assert asking.is_alive(), "The pipes are not full."

    answers = [server.read() for _ping in range(10_000)]

    asking.join()
    assert [answer["id"] for answer in answers] == list(range(10_000))
    assert server.rest() == []
    assert server.process.returncode == 0


def test_calls_beyond_what_may_wait_are_told_to_come_again_and_all_others_are_carried_out(serve: Serve) -> None:
    beyond = 20
    with gates(PROJECTS) as (environment, [gate]):
        server = serve(**environment)
        server.send(*(call(number, "projects_list") for number in range(WORKERS)))
        gate.await_arrival(WORKERS)

        server.send(*(call(number, "tags_list") for number in range(WORKERS, MOST_WAITING + beyond)))
        refused = [server.read() for _call in range(beyond)]
        pong = server.ask(ping("meanwhile"))
        gate.open()
        # No answer is given before the gate is open, so what has come until now is what was refused.
        carried_out = [server.read() for _call in range(MOST_WAITING)]
        after = server.ask(call("after", "tags_list"))
        memory = most_memory(server)

    assert Counter(map(code, refused)) == {"busy": beyond}
    assert sorted(answer["id"] for answer in carried_out) == list(range(MOST_WAITING))
    assert not [answer for answer in [*carried_out, after] if answer["result"]["isError"]]
    assert pong["result"] == {}
    print(f"\n{MOST_WAITING} calls waited; the server had {memory} MiB")
    assert memory < MOST_MEMORY
    assert server.rest() == []


def test_large_calls_that_wait_fill_the_memory_no_further_than_a_bound(serve: Serve) -> None:
    sent = 40
    # Those that are wholly within the bound, and the one that goes beyond it.
    held = MOST_WAITING_BYTES // MAX_LINE + 1
    with gates(PROJECTS) as (environment, [gate]):
        server = serve(**environment)
        server.send(*(call(number, "projects_list") for number in range(WORKERS)))
        gate.await_arrival(WORKERS)

        large = [call(number, "tags_list", search="x" * (MAX_LINE - 200)) for number in range(100, 100 + sent)]
        asking = threading.Thread(target=lambda: server.send(*large))
        asking.start()
        refused = [server.read() for _call in range(sent - held)]
        asking.join()
        gate.open()
        carried_out = [server.read() for _call in range(WORKERS + held)]
        memory = most_memory(server)

    print(f"\n{held} calls of {MAX_LINE >> 20} MiB waited; the server had {memory} MiB")
    assert {code(answer) for answer in refused} == {"busy"}
    assert len({answer["id"] for answer in [*refused, *carried_out]}) == WORKERS + sent
    assert memory < MOST_MEMORY
    assert server.rest() == []


def code(answer: dict[str, Any]) -> str:
    """Of the one error."""
    [error] = answer["result"]["structuredContent"]["errors"]
    found: str = error["code"]
    return found
