"""Fixtures of the tests of command tools: a server of a project with commands of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mcpbridge import catalog as catalogs
from mcpbridge.tools import Catalog, CommandTool, Safety
from tests.installation import installation
from tests.protocol.conftest import Serve, serve
from tests.protocol.gate import PATIENCE, Gate
from tests.protocol.server import Server, call
from tests.validation_commands.acting_settings import COMMANDS

__all__ = ["installation", "serve"]

Acting = Callable[..., Server]


class WatchedGate(Gate):
    """A gate that sees when those who wait have ended."""

    def await_ends(self) -> None:
        """Until all who have come are gone. Raises TimeoutError."""
        for link in self._waiting:
            link.settimeout(PATIENCE)
            try:
                assert link.recv(1) == b""
            except ConnectionError:
                continue


@pytest.fixture
def gate() -> Iterator[WatchedGate]:
    with WatchedGate() as made:
        yield made


def tool_of(command: str, level: Any) -> CommandTool:
    reads = level == "read"
    safety = Safety(level, (f"commands:{level}",), reads, destructive=False, idempotent=reads, open_world=False)
    return CommandTool(f"commands_{command}", command, f"Does {command}.", command, safety)


@pytest.fixture
def acting(serve: Serve, tmp_path: Path) -> Acting:
    """acting(NAME="value") -> a server that offers the commands of acting_settings, under this environment."""
    tools = {name: tool_of(name, "read" if name == "raised" else made["level"]) for name, made in COMMANDS.items()}
    path = tmp_path / "tools.json"
    path.write_text(catalogs.write(Catalog({}, commands={tool.name: tool for tool in tools.values()})))

    def start(**environment: str) -> Server:
        settings = {"DJANGO_SETTINGS_MODULE": "tests.validation_commands.acting_settings", "CATALOG": str(path)}
        return serve(**settings | environment)

    return start


def came_to(server: Server, command: str) -> dict[str, Any]:
    """The structured result of one command."""
    return result_of(server, command)["structuredContent"]


def result_of(server: Server, command: str) -> Any:
    return server.ask(call(command, f"commands_{command}"))["result"]
