"""Bytes of one message -> a Message or a Rejection, and an answer -> bytes (JSON-RPC 2.0)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from mcpbridge.exceptions import ProtocolError

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

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


def decode(line: bytes) -> Message | Rejection | None:
    """None for what is not answered: a response, which this server never asks for, or a broken notification."""
    try:
        value = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return Rejection(None, ProtocolError(PARSE_ERROR, "The message is not JSON in UTF-8."))
    if isinstance(value, list):
        return Rejection(None, ProtocolError(INVALID_REQUEST, "Batches are not supported: send one message a line."))
    if not isinstance(value, dict):
        return Rejection(None, ProtocolError(INVALID_REQUEST, "A message must be a JSON object."))
    return _from_object(value)


def _from_object(value: dict[str, Any]) -> Message | Rejection | None:
    given = value.get("id")
    good_id = isinstance(given, str | int) and not isinstance(given, bool)
    known_id: Id | None = given if good_id else None
    if "method" not in value and ("result" in value or "error" in value):
        return None
    if "id" in value and not good_id:
        return Rejection(None, ProtocolError(INVALID_REQUEST, "id must be a string or an integer."))
    if value.get("jsonrpc") != "2.0" or not isinstance(value.get("method"), str):
        error = ProtocolError(INVALID_REQUEST, 'A request needs "jsonrpc": "2.0" and a "method".')
        return Rejection(known_id, error)
    params = value.get("params", {})
    if not isinstance(params, dict):
        if known_id is None:
            return None
        return Rejection(known_id, ProtocolError(INVALID_PARAMS, "params must be a JSON object."))
    return Message(value["method"], params, known_id)


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
    return text.encode("utf-8", "backslashreplace")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
