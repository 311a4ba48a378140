"""A message and a login -> what the bridge answers, as a line of standard input is answered."""

from __future__ import annotations

import json
from typing import Any

from mcpbridge.bridge import Bridge
from mcpbridge.govern.identity import ByLogin
from mcpbridge.one_client import OneClient
from mcpbridge.serve.jsonrpc import Message


def answer_to(message: Message, bridge: Bridge, login: str) -> dict[str, Any]:
    """The answer as JSON; fails where there is none."""
    client = OneClient(bridge, ByLogin(login))
    line = client.answer(message, client.begun(message))
    assert line is not None
    found: dict[str, Any] = json.loads(line)
    return found
