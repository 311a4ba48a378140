"""A message -> a POST to the HTTP endpoint as a client of either revision sends it, and its answer, checked.

L is 2025-11-25, which opens with initialize; M is 2026-07-28, which says everything in each request.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import mcp_types._v2025_11_25 as v2025
import mcp_types._v2026_07_28 as v2026
from django.test import Client
from mcp_types import methods

L, M = "2025-11-25", "2026-07-28"
WIRE = {L: v2025, M: v2026}
PREFIX = "io.modelcontextprotocol/"
META = {f"{PREFIX}protocolVersion": M, f"{PREFIX}clientCapabilities": {}}
NAMED_BY = {"tools/call": "name", "resources/read": "uri"}


def message(method: str, params: Any = None, id: Any = 1) -> dict[str, Any]:
    """A request; a notification where the id is None."""
    made = {"jsonrpc": "2.0", "method": method}
    return made | ({} if params is None else {"params": params}) | ({} if id is None else {"id": id})


def modern(method: str, params: Mapping[str, Any] | None = None, id: Any = 1) -> dict[str, Any]:
    """The same with what M demands of its params."""
    return message(method, {**(params or {}), "_meta": META}, id)


def headers_of(sent: Mapping[str, Any]) -> dict[str, str]:
    """The headers that repeat the body of an M request."""
    found = {"MCP-Protocol-Version": M, "Mcp-Method": sent["method"]}
    named = sent["params"].get(NAMED_BY.get(sent["method"], ""))
    return found | ({"Mcp-Name": named} if named is not None else {})


@dataclass(frozen=True)
class Caller:
    """Posts as the holder of a token; "" for nobody. The client is as strict as a server, and answers as one."""

    token: str = ""
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True, raise_request_exception=False))

    def send(self, body: Any, headers: Mapping[str, str | None] | None = None, **extra: Any) -> Any:
        """body: bytes as they are, anything else as JSON. headers: None takes one out. extra: of the WSGI environ."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {"Authorization": f"Bearer {self.token}" if self.token else None, **(headers or {})}
        sent = {name: value for name, value in given.items() if value is not None}
        # Django's client would leave the type out where there is no body.
        environ = {"CONTENT_TYPE": "application/json", **extra}
        return self.client.post(
            environ.pop("path", "/mcp"), content, content_type="application/json", headers=sent, **environ
        )

    def legacy(self, method: str, params: Any = None, id: Any = 1, **headers: str | None) -> Any:
        return self.send(message(method, params, id), _spelled(headers))

    def modern(self, method: str, params: Mapping[str, Any] | None = None, id: Any = 1, **headers: str | None) -> Any:
        sent = modern(method, params, id)
        return self.send(sent, headers_of(sent) | _spelled(headers))

    def call(self, version: str, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool's call, whichever revision."""
        params = {"name": tool, "arguments": arguments}
        ask = self.legacy if version == L else self.modern
        return result_of(ask("tools/call", params), "tools/call", version)


def result_of(response: Any, method: str, version: str, id: Any = 1) -> dict[str, Any]:
    """The result, once the official types of that revision have accepted it."""
    assert response.status_code == 200, response.content
    assert response.headers["Content-Type"] == "application/json"
    answer = response.json()
    WIRE[version].JSONRPCResultResponse.model_validate(answer)
    methods.validate_server_result(method, version, answer["result"])
    assert answer.keys() == {"jsonrpc", "id", "result"} and answer["id"] == id
    found: dict[str, Any] = answer["result"]
    return found


def error_of(response: Any, status: int, code: int, id: Any = 1, version: str = M) -> dict[str, Any]:
    """The error, once status, code and id are as expected, and the official types have accepted it."""
    answer = response.json()
    assert (response.status_code, answer["error"]["code"], answer.get("id")) == (status, code, id), answer
    assert response.headers["Content-Type"] == "application/json"
    assert answer["error"]["message"].endswith((".", "?"))
    # JSON-RPC 2.0 writes a null id where none could be read; the official types know it as absent.
    wire = {name: value for name, value in answer.items() if value is not None}
    WIRE[version].JSONRPCErrorResponse.model_validate(wire)
    found: dict[str, Any] = answer["error"]
    return found


def _spelled(headers: Mapping[str, str | None]) -> dict[str, str | None]:
    """mcp_name -> Mcp-Name."""
    known = {"mcp_protocol_version": "MCP-Protocol-Version"}
    return {known.get(name, name.replace("_", "-").title()): value for name, value in headers.items()}
