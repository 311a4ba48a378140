"""Numbers of rounds and calls -> CPU seconds of tool calls and of the same requests, in turns (a program).

python -m bench.in_django calls ROUNDS CALLS      prints {"projects_get": [[bridge, plain], ...], ...}, seconds for CALLS of each
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from time import process_time

from django.db import connections

from bench.pairs import EVERY, LOGIN, Work
from bench.plain import PlainClient
from mcpbridge import bridge
from mcpbridge.serve import jsonrpc

WARM_UP = 10


class StdioClient:
    """A message's line -> the line that answers it, by the steps that the stdio server takes for each."""

    def __init__(self, login: str) -> None:
        self._bridge = bridge.from_settings()
        self._login = login

    def do(self, work: Work) -> bytes:
        """The line of a good answer. Raises RuntimeError for any other."""
        message = jsonrpc.decode(work.line(1).strip())
        assert isinstance(message, jsonrpc.Message)
        try:
            line = self._bridge.answer(message, self._login)
        finally:
            connections.close_all()
        if line is None or b'"isError":false' not in line:
            raise RuntimeError(f"{work.tool} was answered with {line!r:.300}")
        return line


def main(arguments: list[str]) -> None:
    rounds, calls = map(int, arguments)
    stdio, plain = StdioClient(LOGIN), PlainClient(LOGIN)
    measured = {work.what: list(in_turns(work, stdio.do, plain.do, rounds, calls)) for work in EVERY}
    json.dump(measured, sys.stdout)


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
    # Neither way pays for what the other has left behind.
    gc.collect()
    started = process_time()
    for _ in range(calls):
        way(work)
    return process_time() - started
