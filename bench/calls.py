"""Numbers of rounds and calls -> CPU seconds of tool calls and of the same requests, in turns (a program).

python -m bench.in_django calls ROUNDS CALLS
prints {"projects_get": [[bridge, plain], ...], ...}, seconds for CALLS of each
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from time import process_time

from django.db import connections

from bench.pairs import EVERY, LOGIN, Work
from bench.plain import PlainClient
from mcpbridge import bridge
from mcpbridge.govern.identity import ByLogin
from mcpbridge.one_client import OneClient
from mcpbridge.serve.stdio import Loop

WARM_UP = 5


class Lines:
    """The two streams of a stdio loop: what a client does is one line in, and one line out."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[bytes] = SimpleQueue()
        self._answered: SimpleQueue[bytes] = SimpleQueue()

    def do(self, work: Work) -> bytes:
        """The line of a good answer. Raises RuntimeError for any other."""
        self._asked.put(work.line(1))
        line = self._answered.get()
        if b'"isError":false' not in line:
            raise RuntimeError(f"{work.tool} was answered with {line!r:.300}")
        return line

    def end(self) -> None:
        self._asked.put(b"")

    def readline(self, limit: int) -> bytes:
        return self._asked.get()

    def write(self, line: bytes) -> None:
        self._answered.put(line)

    def flush(self) -> None:
        """Every line is passed on whole."""


def main(arguments: list[str]) -> None:
    rounds, calls = map(int, arguments)
    # As the command mcp_stdio does it.
    service = OneClient(bridge.local(), ByLogin(LOGIN))
    lines = Lines()
    with ThreadPoolExecutor(1) as client:
        measuring = client.submit(_measured, lines, rounds, calls)
        # The loop belongs into the main thread, since it listens to signals.
        Loop(lines, lines, service).run()  # type: ignore[arg-type]
        json.dump(measuring.result(), sys.stdout)


def _measured(lines: Lines, rounds: int, calls: int) -> dict[str, list[tuple[float, float]]]:
    try:
        plain = PlainClient(LOGIN)
        return {
            # What is shown for information alone may be less exact.
            work.what: list(
                in_turns(work, lines.do, partial(plainly, plain), -(-rounds // 3) if work.reads_back else rounds, calls)
            )
            for work in EVERY
        }
    finally:
        lines.end()


def plainly(plain: PlainClient, work: Work) -> bytes:
    """The same by plain Django, which closes its connection too, so that the figure is the bridge's alone."""
    body = plain.do(work)
    connections.close_all()
    return body


def in_turns(
    work: Work, first: Callable[[Work], bytes], second: Callable[[Work], bytes], rounds: int, calls: int
) -> Iterator[tuple[float, float]]:
    """CPU seconds of both ways, a pair a round; every second round the other one begins."""
    for way in (first, second):
        for _ in range(WARM_UP):
            way(work)
    for number in range(rounds):
        if number % 2:
            later = cpu(second, work, calls)
            yield cpu(first, work, calls), later
        else:
            yield cpu(first, work, calls), cpu(second, work, calls)


def cpu(way: Callable[[Work], bytes], work: Work, calls: int) -> float:
    """CPU seconds of the whole process, all of its threads."""
    # Neither way pays for what the other has left behind.
    gc.collect()
    started = process_time()
    for _ in range(calls):
        way(work)
    return process_time() - started
