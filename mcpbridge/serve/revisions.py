"""A message -> the revision that it speaks, decided for each message alone, and that revision's envelope.

The older revisions ("L") open with initialize and say nothing more of themselves. From 2026-07-28 on ("M") every
request says in params._meta which revision it speaks and what its client can do, and every result says what kind it
is. Clients probe with one and fall back to the other on the same pipe, so no connection is ever bound to either.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcpbridge.exceptions import ProtocolError
from mcpbridge.serve import jsonrpc
from mcpbridge.serve.jsonrpc import Message

MODERN = ("2026-07-28",)
LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26")
LATEST_LEGACY = LEGACY[0]

UNSUPPORTED_VERSION = -32022

_PREFIX = "io.modelcontextprotocol/"
VERSION = f"{_PREFIX}protocolVersion"
CAPABILITIES = f"{_PREFIX}clientCapabilities"
SERVER = f"{_PREFIX}serverInfo"

DISCOVER = "server/discover"

_MINUTE = 60_000
_CACHED = {
    # What is filtered by caller is private; what every caller of this server gets alike may be shared.
    DISCOVER: (10 * _MINUTE, "public"),
    "tools/list": (_MINUTE, "private"),
    "resources/list": (_MINUTE, "private"),
    "resources/templates/list": (_MINUTE, "private"),
    "resources/read": (_MINUTE, "private"),
}


def meta(message: Message) -> Mapping[str, Any]:
    """params._meta; empty where there is none."""
    found = message.params.get("_meta")
    return found if isinstance(found, dict) else {}


def is_modern(message: Message, version_header: str = "") -> bool:
    """Whether a message is to be read by the rules of 2026-07-28. version_header: MCP-Protocol-Version, where one came.

    server/discover does not exist before it, nor do capabilities in a request: whoever sends them forgot the version.
    """
    given = meta(message)
    return VERSION in given or CAPABILITIES in given or message.method == DISCOVER or version_header in MODERN


def check_envelope(message: Message) -> None:
    """What every request of M must say of itself. Raises ProtocolError."""
    given = meta(message)
    if missing := [key for key in (VERSION, CAPABILITIES) if key not in given]:
        raise ProtocolError(jsonrpc.INVALID_PARAMS, f"params._meta lacks {' and '.join(missing)}.")
    if not isinstance(given[VERSION], str):
        raise ProtocolError(jsonrpc.INVALID_PARAMS, f"{VERSION} in params._meta must be a string.")
    if not isinstance(given[CAPABILITIES], dict):
        raise ProtocolError(jsonrpc.INVALID_PARAMS, f"{CAPABILITIES} in params._meta must be an object.")


def check_version(message: Message) -> None:
    """That the revision of an M request is served. Raises ProtocolError."""
    if (requested := meta(message)[VERSION]) not in MODERN:
        raise unsupported(requested, MODERN)


def unsupported(requested: str, supported: tuple[str, ...]) -> ProtocolError:
    """The error from which a client learns which revisions there are."""
    text = f"Protocol version {requested[:40]!r} is not supported, only: {', '.join(supported)}."
    return ProtocolError(UNSUPPORTED_VERSION, text, {"supported": list(supported), "requested": requested[:200]})


def negotiated(requested: Any) -> str:
    """The revision with which initialize is answered: what was asked for where it is served, else our latest L."""
    return requested if isinstance(requested, str) and requested in LEGACY else LATEST_LEGACY


def complete(method: str, result: Mapping[str, Any], server: Mapping[str, str]) -> dict[str, Any]:
    """A result as M demands it: its kind, who answered, and how long it may be kept."""
    return _enveloped("complete", result, server) | cache_hint(method)


def input_required(result: Mapping[str, Any], server: Mapping[str, str]) -> dict[str, Any]:
    """Questions to the client as M demands them."""
    return _enveloped("input_required", result, server)


def cache_hint(method: str) -> dict[str, Any]:
    """How long (ms) and by whom the result of a method may be kept; nothing for what may not."""
    if method not in _CACHED:
        return {}
    milliseconds, scope = _CACHED[method]
    return {"ttlMs": milliseconds, "cacheScope": scope}


def _enveloped(kind: str, result: Mapping[str, Any], server: Mapping[str, str]) -> dict[str, Any]:
    said = result.get("_meta", {})
    return {"resultType": kind, **result, "_meta": {**said, SERVER: dict(server)}}
