"""A kind of work -> the tool call that does it, and the requests with which a REST client does the same.

Standard library only: the process that measures start and memory must stay smaller than what it measures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LOGIN = "admin"
"""Sees everything without a condition, so the API is at its quickest and whatever is put before it weighs most."""


@dataclass(frozen=True)
class Request:
    """An HTTP request. body: JSON, None for none."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Work:
    """One piece of work, done both ways. reads_back: the REST client gets the row that its request has made."""

    what: str
    tool: str
    arguments: Mapping[str, Any]
    request: Request
    reads_back: bool = False

    def line(self, number: int) -> bytes:
        """The message that a client sends, with its end."""
        return message(number, "tools/call", {"name": self.tool, "arguments": dict(self.arguments)})


NEW_PROJECT = {
    "name": "Renovação do portal",
    "state": 1,
    "priority": 4,
    "plan_start_date": "2026-06-01T09:00:00Z",
    "plan_end_date": "2026-09-30T18:00:00Z",
    "content": "A plan of some lines, as people write them. " * 10,
}

GET = Work("projects_get", "projects_get", {"id": 1}, Request("GET", "/api/v1/projects/1/"))
LIST = Work("notes_list, 20 rows", "notes_list", {}, Request("GET", "/api/v1/notes/"))
CREATE = Work(
    "projects_create and its read-back",
    "projects_create",
    NEW_PROJECT,
    Request("POST", "/api/v1/projects/", NEW_PROJECT),
    reads_back=True,
)

EVERY = (GET, LIST, CREATE)


def opening() -> tuple[bytes, ...]:
    """The lines that every client sends first, up to the list of tools."""
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    return message(-1, "initialize", hello), message(-2, "tools/list")


def message(number: int, method: str, params: Mapping[str, Any] | None = None) -> bytes:
    content = {"jsonrpc": "2.0", "id": number, "method": method, **({"params": params} if params is not None else {})}
    return json.dumps(content, ensure_ascii=False).encode() + b"\n"
