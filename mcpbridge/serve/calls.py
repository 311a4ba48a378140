"""The words between serving and its surroundings: a call -> a reply, and who is handed what.

Serving states what it needs as small protocols and is handed them; it never reaches for Django or a socket.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from mcpbridge.tools import CommandTool, Level, Tool

SECONDS: Mapping[Level, float] = {"read": 30.0, "write": 60.0, "admin": 60.0, "destructive": 60.0}
"""How long a call of each level may take, its names and its read-back included.

Clients give up on a call after about a minute, so a server that waits longer answers nobody.
"""


@dataclass(frozen=True)
class Call:
    """One HTTP-shaped request.

    path: absolute, every value already percent-encoded. query: pairs in order, not yet encoded.
    body: JSON value, or None for no body. tool: the tool's name, for the record.
    request_id: what the caller of the bridge knows this message by; sent as X-Request-Id.
    seconds: how long its reply is waited for, where it is waited for at all; None: the client's own bound.
    """

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: Any = None
    encoding: str = "json"
    tool: str = ""
    request_id: str = ""
    seconds: float | None = None


@dataclass(frozen=True)
class Reply:
    """What came back. headers: names in lower case. body: bytes as sent; cut: the body was longer than the cap."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    cut: bool = False

    @property
    def media_type(self) -> str:
        """The content type without its parameters, in lower case; "" where none was sent."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def is_json(self) -> bool:
        return self.media_type == "application/json" or self.media_type.endswith("+json")

    def json(self) -> Any:
        """The body as JSON. Raises ValueError where it is none."""
        return json.loads(self.body)

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300


class Client(Protocol):
    """Sends one call as the caller. Raises CallFailed where there is no reply."""

    def send(self, call: Call, caller: Any) -> Reply: ...


class Gate(Protocol):
    """Decides what a caller may do.

    refusal: "" allows the call, anything else is the reason why not. lists: whether the tool is shown; a tool that
    the API would refuse to this caller in any case may be left out, though calling it is answered by the API itself.
    """

    def refusal(self, caller: Any, tool: Tool | CommandTool) -> str: ...

    def lists(self, caller: Any, tool: Tool | CommandTool) -> bool: ...


@dataclass(frozen=True)
class Finished:
    """What a command came to.

    exit_code: None where it was ended before its own end, which timed_out says of one that took too long.
    output: what it wrote, as far as it is kept; is_cut: some was left out. seconds: how long it ran.
    """

    exit_code: int | None
    output: str
    is_cut: bool
    timed_out: bool
    seconds: float


class Runner(Protocol):
    """Runs the commands of this machine. Where there is none, no command is a tool.

    offers: whether a command may be run here; the others are asked about no other one. seconds: how long a call of it
    may take. run: ends the command once is_wanted, asked again and again, says no. Raises CallFailed where it cannot
    be run.
    """

    def offers(self, tool: CommandTool) -> bool: ...

    def seconds(self, tool: CommandTool) -> float: ...

    def run(self, tool: CommandTool, is_wanted: Callable[[], bool]) -> Finished: ...


class RunNothing:
    """No command is a tool."""

    def offers(self, tool: CommandTool) -> bool:
        return False

    def seconds(self, tool: CommandTool) -> float:
        raise LookupError(tool.name)

    def run(self, tool: CommandTool, is_wanted: Callable[[], bool]) -> Finished:
        raise LookupError(tool.name)


@dataclass(frozen=True)
class Rules:
    """What the API says about itself at run time, so that the catalog need not depend on the environment.

    time_zone: IANA name of the zone in which a bare date is read. aware: datetimes are sent with an offset.
    max_rows: rows in one answer. max_bytes: bytes of one answer as JSON text. max_text: characters of one text value
    in a list.
    """

    time_zone: str = "UTC"
    aware: bool = True
    max_rows: int = 200
    max_bytes: int = 60_000
    max_text: int = 2_000
