"""Declared commands -> their entries in the catalog, which name a command and never say what it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from mcpbridge.commands.declared import Command
from mcpbridge.exceptions import CatalogError
from mcpbridge.tools import Catalog, CommandTool, Safety

RESOURCE = "commands"


def with_commands(catalog: Catalog, commands: Mapping[str, Command]) -> Catalog:
    """The catalog with a tool for each command. Raises CatalogError where one of its tools is called the same."""
    tools = _tools(commands.values())
    if taken := sorted(tools.keys() & catalog.tools.keys()):
        raise CatalogError(
            f"A tool of the API and a command are both called {taken[0]}. Declare the command under another name."
        )
    return replace(catalog, commands=tools)


def _tools(commands: Iterable[Command]) -> dict[str, CommandTool]:
    tools = (
        CommandTool(f"{RESOURCE}_{one.name}", one.title, one.description, one.name, _safety(one)) for one in commands
    )
    return {tool.name: tool for tool in tools}


def _safety(command: Command) -> Safety:
    reads = command.level == "read"
    return Safety(
        command.level, (f"{RESOURCE}:{command.level}",), read_only=reads, destructive=False, idempotent=reads,
        open_world=False,
    )  # fmt: skip
