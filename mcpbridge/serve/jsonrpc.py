"""Bytes of one message -> a Message or a Rejection, and an answer -> bytes (JSON-RPC 2.0)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.exceptions import ProtocolError
from mcpbridge.serve import exact_json

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

DEEPEST = 64
"""Objects and arrays inside one another in params. More than a value may have (values.DEEPEST, which a tool's answer
explains by the argument's name) with all that stands around it, and far from where Python's own stack ends."""

Id = str | int


@dataclass(frozen=True)
class Message:
    """A request (with an id) or a notification (without)."""

    method: str
    params: Mapping[str, Any]
    id: Id | None = None

    @property
    def is_notification(self) -> bool:
        return self.id is None


@dataclass(frozen=True)
class Rejection:
    """Something that was no good request: answered at once, with its id where that could be read."""

    id: Id | None
    error: ProtocolError


def decode(message: bytes) -> Message | Rejection | None:
    """None for what is not answered: a response, which this server never asks for, or a broken notification."""
    try:
        value, fault = exact_json.read(message.decode())
    except (ValueError, RecursionError):
        return Rejection(None, ProtocolError(PARSE_ERROR, "The message is not JSON in UTF-8, or nested without end."))
    if isinstance(value, list):
        return _no_request(None, "Batches are not supported: send each message by itself.")
    if not isinstance(value, dict):
        return _no_request(None, "A message must be a JSON object.")
    # Where there are few brackets nothing can be deep; counting them costs a microsecond, looking costs ten.
    if not fault and message.count(b"{") + message.count(b"[") > DEEPEST and _is_deep(value):
        fault = f"params may hold at most {DEEPEST} objects and arrays inside one another."
    return _from_object(value, fault)


def _from_object(value: dict[str, Any], fault: str) -> Message | Rejection | None:
    given = value.get("id")
    known_id: Id | None = given if isinstance(given, str | int) and not isinstance(given, bool) else None
    if "method" not in value and ("result" in value or "error" in value):
        return None
    if fault:
        return None if _is_notification(value) else _no_request(known_id, fault)
    if "id" in value and known_id is None:
        return _no_request(None, "id must be a string or an integer.")
    if value.get("jsonrpc") != "2.0" or not isinstance(value.get("method"), str):
        return _no_request(known_id, 'A request needs "jsonrpc": "2.0" and a "method".')
    params = value.get("params", {})
    if not isinstance(params, dict):
        if known_id is None:
            return None
        return Rejection(known_id, ProtocolError(INVALID_PARAMS, "params must be a JSON object."))
    return Message(value["method"], params, known_id)


def _is_notification(value: dict[str, Any]) -> bool:
    return "id" not in value and value.get("jsonrpc") == "2.0" and isinstance(value.get("method"), str)


def _no_request(id: Id | None, sentence: str) -> Rejection:
    return Rejection(id, ProtocolError(INVALID_REQUEST, sentence))


def _is_deep(message: dict[str, Any]) -> bool:
    """Whether more than DEEPEST objects and arrays lie inside one another in a message."""
    level: list[Any] = [message]
    for _depth in range(DEEPEST + 1):
        level = [
            inner
            for container in level
            for inner in (container.values() if isinstance(container, dict) else container)
            if isinstance(inner, dict | list)
        ]
    return bool(level)


def encode_result(id: Id | None, result: Mapping[str, Any]) -> bytes:
    """One line, without its end."""
    return _encode({"jsonrpc": "2.0", "id": id, "result": result})


def encode_error(id: Id | None, error: ProtocolError) -> bytes:
    """One line, without its end."""
    content: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.data is not None:
        content["data"] = error.data
    return _encode({"jsonrpc": "2.0", "id": id, "error": content})


def _encode(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character, escaped in _LINE_ENDS:
        text = text.replace(character, escaped)
    # Half of a surrogate pair is written as the JSON escape that it came as.
    return text.encode("utf-8", "backslashreplace")


_LINE_ENDS = (("\x85", "\\u0085"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))
"""To JSON they are characters like any other; some clients' readers end a line there (Node's readline, splitlines)."""
