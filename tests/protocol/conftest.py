"""Fixtures of the tests of the stdio transport: a whole installation with servers, and the loop by itself."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.installation import Installation, installation
from tests.protocol.server import AS_ADMIN, Server

__all__ = ["installation"]

Serve = Callable[..., Server]


@pytest.fixture
def serve(installation: Installation, tmp_path: Path) -> Iterator[Serve]:
    """serve(NAME="value") -> a server with this environment on top of the installation's, ended with the test."""
    started: list[Server] = []
    numbers = count()

    def start(**environment: str) -> Server:
        started.append(Server(AS_ADMIN, installation.environment | environment, tmp_path / f"errors{next(numbers)}"))
        return started[-1]

    yield start
    for server in started:
        server.end()


@pytest.fixture
def own_signals() -> Iterator[None]:
    """The loop takes SIGTERM for its process, which here is the suite's."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)
