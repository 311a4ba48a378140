"""A message of a caller -> its result, for the Model Context Protocol, whatever brought it.

Each method is one function of the table below; a method's revision is a matter of that function alone, so the
pipeline behind it knows nothing of revisions.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from mcpbridge import listing
from mcpbridge.exceptions import ProtocolError
from mcpbridge.serve import jsonrpc
from mcpbridge.serve.jsonrpc import Message, Rejection
from mcpbridge.serve.pipeline import Pipeline

LATEST = "2025-11-25"
SUPPORTED = (LATEST,)
NAME = "mcpbridge"

Method = Callable[[Mapping[str, Any], Any, str], dict[str, Any]]
"""params, caller, request id -> the result."""

log = logging.getLogger("mcpbridge.protocol")


class Server:
    """Answers messages. Holds no state of a connection, so one serves any number of callers and threads."""

    def __init__(self, pipeline: Pipeline, version: str, instructions: str) -> None:
        self._pipeline = pipeline
        self._version = version
        self._instructions = instructions
        self._methods: Mapping[str, Method] = {
            "initialize": self._initialize,
            "ping": self._ping,
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
        }

    def answer(self, message: Message | Rejection, caller: Any, request_id: str) -> bytes | None:
        """The line to send back, without its end; None for a notification. request_id: what the logs know it by."""
        if isinstance(message, Rejection):
            return jsonrpc.encode_error(message.id, message.error)
        if message.is_notification:
            return None
        try:
            return jsonrpc.encode_result(message.id, self.handle(message, caller, request_id))
        except ProtocolError as error:
            return jsonrpc.encode_error(message.id, error)
        except Exception:
            log.exception("%s failed, request %s", message.method, request_id)
            internal = ProtocolError(jsonrpc.INTERNAL_ERROR, "Internal error.", {"request_id": request_id})
            return jsonrpc.encode_error(message.id, internal)

    def handle(self, message: Message, caller: Any, request_id: str) -> dict[str, Any]:
        """The result of a request. Raises ProtocolError."""
        method = self._methods.get(message.method)
        if method is None:
            raise ProtocolError(jsonrpc.METHOD_NOT_FOUND, f"There is no method {message.method[:80]!r}.")
        return method(message.params, caller, request_id)

    def is_instant(self, message: Message) -> bool:
        """Whether an answer needs neither the API nor the database, so that a reader may give it at once."""
        return message.method not in ("tools/list", "tools/call")

    def _initialize(self, params: Mapping[str, Any], caller: Any, request_id: str) -> dict[str, Any]:
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in SUPPORTED else LATEST,
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": {"name": NAME, "version": self._version},
            "instructions": self._instructions,
        }

    def _ping(self, params: Mapping[str, Any], caller: Any, request_id: str) -> dict[str, Any]:
        return {}

    def _list_tools(self, params: Mapping[str, Any], caller: Any, request_id: str) -> dict[str, Any]:
        if params.get("cursor") is not None:
            raise ProtocolError(jsonrpc.INVALID_PARAMS, "The list has one page: call tools/list without a cursor.")
        return {"tools": [self._listed[tool.name] for tool in self._pipeline.visible(caller)]}

    @cached_property
    def _listed(self) -> dict[str, dict[str, Any]]:
        """Every tool as it is listed, made once: the catalog of a server does not change."""
        catalog = self._pipeline.catalog
        return {name: listing.listed(tool, catalog) for name, tool in catalog.tools.items()}

    def _call_tool(self, params: Mapping[str, Any], caller: Any, request_id: str) -> dict[str, Any]:
        name = params.get("name")
        if not isinstance(name, str):
            raise ProtocolError(jsonrpc.INVALID_PARAMS, "tools/call needs the name of a tool as text.")
        outcome = self._pipeline.call(name, params.get("arguments", {}), caller, request_id)
        return outcome.as_result()
