"""A place in the server where requests wait -> a test that knows when one has come, and lets it go."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType

PATIENCE = 60
"""Seconds after which what is awaited is taken never to come."""


class Gate:
    """A request connects to it and waits until it is let go. Once the gate is open none waits any more."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1_024)
        self._listener.settimeout(PATIENCE)
        self.port: int = self._listener.getsockname()[1]
        self._waiting: list[socket.socket] = []

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.open()

    def await_arrival(self, count: int = 1) -> None:
        """Until so many requests have come. Raises TimeoutError."""
        for _arrival in range(count):
            link, _address = self._listener.accept()
            self._waiting.append(link)

    def open(self) -> None:
        self._listener.close()
        while self._waiting:
            self._waiting.pop().close()


@contextmanager
def gates(*names: str) -> Iterator[tuple[dict[str, str], list[Gate]]]:
    """The environment of a server (under slow_settings) that has these gates, and the gates; open at the end."""
    with ExitStack() as opened:
        made = [opened.enter_context(Gate()) for _name in names]
        ports = {name: gate.port for name, gate in zip(names, made, strict=True)}
        yield {"DJANGO_SETTINGS_MODULE": "tests.protocol.slow_settings", "GATES": json.dumps(ports)}, made
