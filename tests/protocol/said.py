"""A message from the wire -> the answer of a bridge, for tests of what is said, not of how it travels."""

from __future__ import annotations

import json
from typing import Any

from mcpbridge.bridge import Bridge
from mcpbridge.govern.identity import ByLogin, Credential
from mcpbridge.one_client import OneClient
from mcpbridge.serve import jsonrpc


def said(bridge: Bridge, message: dict[str, Any], credential: Credential | None = None) -> dict[str, Any] | None:
    """The answer as JSON, None where there is none. credential: else that of staff."""
    client = OneClient(bridge, credential or ByLogin("staff"))
    decoded = jsonrpc.decode(json.dumps(message).encode())
    assert decoded is not None
    line = client.answer(decoded, client.begun(decoded))
    if line is None:
        return None
    answer: dict[str, Any] = json.loads(line)
    assert answer["jsonrpc"] == "2.0"
    assert answer["id"] == message["id"]
    return answer


def result(bridge: Bridge, message: dict[str, Any]) -> dict[str, Any]:
    answer = said(bridge, message)
    assert answer is not None and "result" in answer, answer
    found: dict[str, Any] = answer["result"]
    return found


def error(bridge: Bridge, message: dict[str, Any]) -> dict[str, Any]:
    answer = said(bridge, message)
    assert answer is not None and "error" in answer, answer
    found: dict[str, Any] = answer["error"]
    assert found["message"].endswith((".", "?")), "An error is a finished sentence."
    return found
