"""A site -> the findings of one part of the measuring, each part in programs of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bench import pairs, processes
from bench.ratios import Finding, Pair, found
from bench.sites import Site
from mcpbridge.serve.stdio import WORKERS
from scripts.refusal import Refused


@dataclass(frozen=True)
class Scale:
    """How much is measured: rounds and calls in each, and among how many rows names are found."""

    rounds: int
    calls: int
    starts: int
    memories: int
    turns: int
    rows: int
    searches: int


FULL = Scale(rounds=36, calls=3, starts=7, memories=2, turns=15, rows=10_000, searches=15)
QUICK = Scale(rounds=2, calls=1, starts=1, memories=1, turns=2, rows=500, searches=3)

BARS: Mapping[str, float | None] = {pairs.GET.what: 1.10, pairs.LIST.what: 1.10, pairs.CREATE.what: None}
START_BAR = 1.2
BASE_URL_BAR = 0.2
MEMORY_BAR = 8.0
NAME_BAR = 2.0

SERVER = ["manage.py", "mcp_stdio", "--user", pairs.LOGIN]
# Nobody listens there: the list of tools comes out of the file.
AT_BASE_URL = ["-m", "mcpbridge", "--base-url", "http://localhost:9"]


def calls(site: Site, scale: Scale) -> list[Finding]:
    """CPU time of a tool call, from its line to the answer's, over that of the same requests to Django's handler."""
    measured = _program(site, "calls", scale.rounds, scale.calls)
    return [
        found(f"{what}, CPU, {site.database}", _pairs(rounds), "times", BARS[what]) for what, rounds in measured.items()
    ]


def start(site: Site, scale: Scale) -> list[Finding]:
    """CPU time from the start to the first list of tools, over that of setting Django up and importing its views."""
    environment = site.environment(debug=True)

    def plain() -> float:
        return processes.run(["-m", "bench.plain_start"], environment).seconds

    return _starts("start to first tools/list, CPU", SERVER, plain, environment, scale, START_BAR)


def base_url(site: Site, scale: Scale) -> list[Finding]:
    """CPU time from the start to the first list of tools of the server that knows no Django, over `manage.py check`."""
    environment = site.environment(debug=True)

    def plain() -> float:
        return processes.run(["manage.py", "check"], environment).seconds

    return _starts("start at a base URL, CPU", AT_BASE_URL, plain, environment, scale, BASE_URL_BAR)


def _starts(
    what: str, server: list[str], plain: Callable[[], float], environment: Mapping[str, str], scale: Scale, bar: float
) -> list[Finding]:
    def bridge() -> float:
        used = processes.run(server, environment, b"".join(pairs.opening()))
        _answered(used, 2)
        return used.seconds

    # The first start of all compiles and reads from a cold disk.
    bridge(), plain()
    return [found(what, _in_turns(bridge, plain, scale.starts), "times", bar)]


def memory(site: Site, scale: Scale) -> list[Finding]:
    """Most memory of the stdio server over some calls, less that of a process that sends the same requests.

    Once with one call after another, as an agent mostly does it, and once with all of them at once, which keeps all
    of the server's workers busy; plain Django has as many threads then.
    """
    environment = site.environment(debug=True)
    works = pairs.EVERY * scale.turns
    lines = [*pairs.opening(), *(work.line(number) for number, work in enumerate(works))]

    def one_by_one() -> float:
        return _peak(processes.converse(SERVER, environment, lines), len(lines))

    def all_at_once() -> float:
        return _peak(processes.run(SERVER, environment, b"".join(lines)), len(lines))

    def plain(threads: int) -> Callable[[], float]:
        command = ["-m", "bench.in_django", "plain_requests", str(scale.turns), str(threads)]
        return lambda: processes.run(command, environment).peak

    return [
        found(f"memory, {how}", _in_turns(bridge, plain(threads), scale.memories), "MB more", MEMORY_BAR)
        for how, bridge, threads in (("call by call", one_by_one, 1), ("all calls at once", all_at_once, WORKERS))
    ]


def names(site: Site, scale: Scale) -> list[Finding]:
    """Time to find a name among many rows, over that of one request for a page of 20 of them."""
    measured = _program(site, "names", scale.rows, scale.searches)
    return [
        found(f"{what}, among {scale.rows:,}, {site.database}", _pairs(rounds), "times", NAME_BAR)
        for what, rounds in measured.items()
    ]


def fill_for_names(site: Site, scale: Scale) -> None:
    """The rows among which names are found. After everything else: they would slow the other parts down."""
    processes.run(["-m", "bench.in_django", "rows", str(scale.rows)], site.environment(debug=False))


def _program(site: Site, name: str, *arguments: int) -> dict[str, Any]:
    command = ["-m", "bench.in_django", name, *map(str, arguments)]
    measured: dict[str, Any] = json.loads(processes.run(command, site.environment(debug=False)).written)
    return measured


def _in_turns(bridge: Callable[[], float], plain: Callable[[], float], rounds: int) -> list[Pair]:
    return [(bridge(), plain()) for _ in range(rounds)]


def _pairs(rounds: list[list[float]]) -> list[Pair]:
    return [(bridge, plain) for bridge, plain in rounds]


def _peak(used: processes.Used, expected: int) -> float:
    _answered(used, expected)
    return used.peak


def _answered(used: processes.Used, expected: int) -> None:
    """Raises Refused unless every message got a good answer: an error would be quick and small."""
    answers = [json.loads(line) for line in used.written.splitlines()]
    good = [item for item in answers if "result" in item and not item["result"].get("isError")]
    if len(good) != expected:
        raise Refused(f"The server gave {len(good)} good answers, not {expected}: {answers[-1:]!r:.500}")
