"""A caller and a tool -> allowed, or the reason why not. The one gate for lists and calls alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from mcpbridge.tools import LEVELS, CommandTool, Level, Tool

LOCAL: frozenset[Level] = frozenset(("read", "write"))
"""What a fresh local server offers; admin and destructive only by explicit grant."""
CHANGING = ("PUT", "PATCH", "DELETE")
"""A POST may only look; these never do."""


class Permitted(Protocol):
    """Whoever calls. may: whether the account has all these Django permissions, as far as this process can know."""

    def may(self, permissions: Iterable[str]) -> bool: ...


class LevelGate:
    """Allows the tools of some safety levels. Read-only beats whatever they are."""

    def __init__(self, levels: Iterable[Level] = LOCAL, *, read_only: bool = False) -> None:
        self._levels = frozenset(("read",)) if read_only else frozenset(levels)
        self._read_only = read_only

    def lists(self, caller: Permitted, tool: Tool | CommandTool) -> bool:
        """Whether the tool is listed: it is not refused, and the caller has the Django permissions that it names."""
        return not self.refusal(caller, tool) and caller.may(tool.safety.permissions)

    def refusal(self, caller: Permitted, tool: Tool | CommandTool) -> str:
        if self._read_only and isinstance(tool, Tool) and tool.operation.method in CHANGING:
            # Whatever level a file gives it.
            return f"{tool.name} changes what is stored; this server only reads."
        if tool.safety.level in self._levels:
            return ""
        offered = ", ".join(level for level in LEVELS if level in self._levels)
        return f"{tool.name} is of level {tool.safety.level}; this server offers {offered}."
