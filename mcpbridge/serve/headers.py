"""The headers that came with a message over HTTP -> nothing, or what in them contradicts the message.

Proxies route and limit by these headers, so a header that says something else than the body would let a call pass
under a false name. What is done is decided by the body alone.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping

from mcpbridge.exceptions import ProtocolError
from mcpbridge.serve import revisions
from mcpbridge.serve.jsonrpc import Message

HEADER_MISMATCH = -32020

VERSION = "mcp-protocol-version"
METHOD = "mcp-method"
NAME = "mcp-name"
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_ENCODED = re.compile(r"=\?base64\?(.*)\?=\Z")


def check(message: Message, headers: Mapping[str, str]) -> None:
    """The headers of an M request against its body. headers: names in lower case. Raises ProtocolError."""
    version = str(revisions.meta(message)[revisions.VERSION])
    _compare("MCP-Protocol-Version", _trimmed(headers.get(VERSION)), version)
    _compare("Mcp-Method", _trimmed(headers.get(METHOD)), message.method)
    named = message.params.get(_NAMED_BY.get(message.method, ""))
    if isinstance(named, str):
        _compare("Mcp-Name", decoded(_trimmed(headers.get(NAME))), named)


def check_legacy(headers: Mapping[str, str]) -> None:
    """The version header of an L message: none means an old client. Raises ProtocolError for one that is not served."""
    version = headers.get(VERSION)
    if version is not None and version not in (*revisions.LEGACY, *revisions.MODERN):
        raise revisions.unsupported(version, (*revisions.MODERN, *revisions.LEGACY))


def decoded(value: str | None) -> str | None:
    """What a header says, taken out of its base64 wrapping; None where that is broken, so that it never matches."""
    wrapped = _ENCODED.match(value) if value is not None else None
    if wrapped is None:
        return value
    try:
        raw = base64.b64decode(wrapped[1], validate=True)
        # Only the one form that an encoder writes: two spellings of a name are two names to a proxy.
        return raw.decode("utf-8") if base64.b64encode(raw).decode() == wrapped[1] else None
    except (binascii.Error, ValueError):
        return None


def _trimmed(value: str | None) -> str | None:
    """Blanks around a header's value do not belong to it; those in its base64 do."""
    return None if value is None else value.strip(" \t")


def _compare(header: str, given: str | None, in_body: str) -> None:
    if given is None:
        raise ProtocolError(HEADER_MISMATCH, f"The header {header} is missing or broken; it must repeat the body.")
    if given != in_body:
        raise ProtocolError(HEADER_MISMATCH, f"The header {header} says something else than the body.")
