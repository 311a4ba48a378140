"""A method's parameters -> its result, alike for every revision; the envelopes are put around it elsewhere.

To add a method, write a function of the same shape and name it in the table of the revisions that have it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mcpbridge import listing
from mcpbridge.exceptions import ProtocolError
from mcpbridge.serve import asking, jsonrpc, resources, revisions
from mcpbridge.serve.asking import Round
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.resources import Source
from mcpbridge.serve.running import Run

RESOURCE_NOT_FOUND = -32002
"""The number in revisions before 2026-07-28, which calls it an invalid parameter."""

INSTANT = ("initialize", "ping", revisions.DISCOVER)


@dataclass(frozen=True)
class Request:
    """What a method is given. capabilities: what the client declared; None for an older revision."""

    params: Mapping[str, Any]
    caller: Any
    run: Run
    capabilities: Mapping[str, Any] | None = None


Method = Callable[[Request], dict[str, Any]]


class Methods:
    """The methods of one server. server: its name and version. instructions: what it tells a client of itself."""

    def __init__(
        self, pipeline: Pipeline, sources: Sequence[Source], server: Mapping[str, str], instructions: str
    ) -> None:
        self._pipeline = pipeline
        self._sources = sources
        self._server = server
        self._instructions = instructions
        both: dict[str, Method] = {"tools/list": self._list_tools, "tools/call": self._call_tool}
        if sources:
            both |= {
                "resources/list": self._list_resources,
                "resources/templates/list": self._list_templates,
                "resources/read": self._read_resource,
            }
        self.legacy: Mapping[str, Method] = {"initialize": self._initialize, "ping": self._ping, **both}
        self.modern: Mapping[str, Method] = {revisions.DISCOVER: self._discover, **both}

    @property
    def _capabilities(self) -> dict[str, Any]:
        tools = {"tools": {"listChanged": False}}
        return tools | ({"resources": {"listChanged": False, "subscribe": False}} if self._sources else {})

    def _initialize(self, request: Request) -> dict[str, Any]:
        return {
            "protocolVersion": revisions.negotiated(request.params.get("protocolVersion")),
            "capabilities": self._capabilities,
            "serverInfo": dict(self._server),
            "instructions": self._instructions,
        }

    def _discover(self, request: Request) -> dict[str, Any]:
        return {
            "supportedVersions": list(revisions.MODERN),
            "capabilities": self._capabilities,
            "instructions": self._instructions,
        }

    def _ping(self, request: Request) -> dict[str, Any]:
        return {}

    def _list_tools(self, request: Request) -> dict[str, Any]:
        _refuse_cursor(request, "tools/list")
        return {"tools": [self._listed[tool.name] for tool in self._pipeline.visible(request.caller)]}

    @cached_property
    def _listed(self) -> dict[str, dict[str, Any]]:
        """Every tool as it is listed, made once: the catalog of a server does not change."""
        catalog = self._pipeline.catalog
        return {
            name: listing.listed(tool, catalog)
            for tools in (catalog.tools, catalog.commands)
            for name, tool in tools.items()
        }

    def _call_tool(self, request: Request) -> dict[str, Any]:
        name = request.params.get("name")
        if not isinstance(name, str):
            raise ProtocolError(jsonrpc.INVALID_PARAMS, "tools/call needs the name of a tool as text.")
        arguments = request.params.get("arguments", {})
        round = asking.SILENT if request.capabilities is None else _round(request.params, request.capabilities)
        return self._pipeline.call(name, arguments, request.caller, request.run, round).as_result()

    def _list_resources(self, request: Request) -> dict[str, Any]:
        _refuse_cursor(request, "resources/list")
        return resources.list_resources(self._sources, request.caller)

    def _list_templates(self, request: Request) -> dict[str, Any]:
        _refuse_cursor(request, "resources/templates/list")
        return resources.list_templates(self._sources, request.caller)

    def _read_resource(self, request: Request) -> dict[str, Any]:
        uri = request.params.get("uri")
        if not isinstance(uri, str):
            raise ProtocolError(jsonrpc.INVALID_PARAMS, "resources/read needs the uri of a resource as text.")
        found = resources.read(self._sources, uri, request.caller)
        if found is None:
            code = jsonrpc.INVALID_PARAMS if request.capabilities is not None else RESOURCE_NOT_FOUND
            text = f"There is no resource {uri[:200]!r}. resources/list shows those there are."
            raise ProtocolError(code, text, {"uri": uri[:2_000]})
        return found


def _refuse_cursor(request: Request, method: str) -> None:
    if request.params.get("cursor") is not None:
        raise ProtocolError(jsonrpc.INVALID_PARAMS, f"The list has one page: call {method} without a cursor.")


def _round(params: Mapping[str, Any], capabilities: Mapping[str, Any]) -> Round:
    responses = params.get("inputResponses")
    state = params.get("requestState")
    if responses is not None and not isinstance(responses, dict):
        raise ProtocolError(jsonrpc.INVALID_PARAMS, "inputResponses must be an object: the answers by their keys.")
    if state is not None and not isinstance(state, str):
        raise ProtocolError(jsonrpc.INVALID_PARAMS, "requestState must be the text that the server gave.")
    return Round(capabilities, responses or {}, state or "")
