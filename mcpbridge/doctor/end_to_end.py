"""Whom calls are made for -> one read tool, called as an MCP client calls it: from the server's start to its end."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge import __version__, client_configuration
from mcpbridge.at_base_url import ADDRESS, TOKEN
from mcpbridge.doctor import people, remote
from mcpbridge.doctor.conversation import Broken, Conversation
from mcpbridge.doctor.discretion import may_show
from mcpbridge.doctor.findings import Finding, fail, ok, warn
from mcpbridge.doctor.subject import Subject
from mcpbridge.serve.results import META_REQUEST_ID
from mcpbridge.serve.revisions import LATEST_LEGACY
from mcpbridge.tools import Tool

SECONDS = 60.0
"""For the whole conversation: clients give up on a server sooner."""
MEND = "Start the same command by hand (docs/getting-started.md shows how) and read what it says on standard error."
NOISE = (
    "Let manage.py claim standard output before it loads the project, as docs/getting-started.md shows, or let "
    "the project print on standard error."
)


@dataclass(frozen=True)
class Called:
    """One tool call. result: as the server gave it. listed: the tools that the server lists."""

    tool: str
    listed: int
    milliseconds: int
    result: Mapping[str, Any]


def call(subject: Subject) -> Iterator[Finding]:
    command, environment = _started_as(subject)
    with Conversation(command, environment, SECONDS) as server:
        try:
            called = _called(server, subject)
            server.end()
        except Broken as broken:
            yield fail(f"{broken}{_last_words(server, subject)}", MEND)
        else:
            yield _judged(called, server.strays, subject)
            return
        if server.strays:
            yield fail("Standard output carried what is no protocol.", NOISE)


def chosen(subject: Subject, listed: Collection[str]) -> str:
    """A listed tool that reads and needs no arguments; "" where there is none."""
    fit = [
        tool
        for name, tool in sorted(subject.catalog.tools.items())
        if name in listed and tool.operation.method == "GET" and tool.safety.level == "read"
        if not any(argument.required for argument in tool.arguments)
    ]
    return min(fit, key=lambda tool: _rank(tool, subject)).name if fit else ""


def _rank(tool: Tool, subject: Subject) -> int:
    """Who one is costs little to say, and only the right caller learns it."""
    if tool.name.endswith("_me"):
        return 0
    if tool.operation.path == subject.catalog.health:
        # It may answer whoever asks, and then tells nothing of the token that the API alone can judge.
        return 4 if subject.address else 1
    return {"list": 2, "retrieve": 3}.get(tool.operation.action, 5)


def _started_as(subject: Subject) -> tuple[list[str], dict[str, str]]:
    """The command and the environment that a client's configuration gives a server. The token is in no command."""
    environment = {name: value for name, value in os.environ.items() if name not in (TOKEN, ADDRESS)}
    if subject.token:
        environment[TOKEN] = subject.token
    if subject.address:
        environment |= client_configuration.environment_at_base_url(subject.base)
        return [sys.executable, *client_configuration.at_base_url(subject.base)], environment
    return [sys.executable, *client_configuration.in_process(people.acting(subject).login)], environment


def _called(server: Conversation, subject: Subject) -> Called:
    about = {"name": "mcp_doctor", "version": __version__}
    server.ask("initialize", protocolVersion=LATEST_LEGACY, capabilities={}, clientInfo=about)
    server.tell("notifications/initialized")
    listed = {tool["name"] for tool in server.ask("tools/list")["tools"]}
    tool = chosen(subject, listed)
    if not tool:
        return Called("", len(listed), 0, {})
    began = time.monotonic()
    result = server.ask("tools/call", name=tool, arguments={})
    return Called(tool, len(listed), round((time.monotonic() - began) * 1000), result)


def _judged(called: Called, strays: list[str], subject: Subject) -> Finding:
    if strays:
        return fail(f"Standard output carried {len(strays)} lines that are no protocol.", NOISE)
    if not called.tool:
        told = f"The server lists {called.listed} tools, none of which reads without arguments, so none was called."
        return warn(told, "Call one by hand: manage.py mcp_call TOOL key=value")
    request_id = called.result.get("_meta", {}).get(META_REQUEST_ID, "unknown")
    done = f"{called.tool}, {called.milliseconds} ms, request {request_id}"
    if not called.result.get("isError"):
        return ok(f"{done}; {called.listed} tools are listed, and standard output carried protocol alone.")
    content = called.result.get("structuredContent", {})
    return fail(f"{done}: {content.get('message') or 'an error without a message.'}", _mend(content, subject))


def _mend(content: Mapping[str, Any], subject: Subject) -> str:
    if content.get("http_status") == 401:
        return remote.PUT_ONE if subject.address else people.PUT_ONE
    hints = [error["hint"] for error in content.get("errors", ()) if error.get("hint")]
    return hints[0] if hints else "The log of the API has the cause, under the request's id."


def _last_words(server: Conversation, subject: Subject) -> str:
    """What the server said last, where that holds nothing that should stay secret."""
    line = server.last_words()
    return f" It said last: {line}" if line and may_show(line, subject.token) else ""
