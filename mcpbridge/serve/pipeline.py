"""A tool's name and arguments -> an outcome: gate, arguments, call, read-back, result.

The one way into the API for stdio, HTTP, the shell and the admin alike.
"""

from __future__ import annotations

import difflib
from typing import Any

from mcpbridge.exceptions import ArgumentProblems, CallFailed, ProtocolError
from mcpbridge.serve import jsonrpc, refusals, results, writes
from mcpbridge.serve.arguments import Prepared, prepare
from mcpbridge.serve.asking import SILENT, Asker, AskNothing, Round
from mcpbridge.serve.calls import Call, Client, Gate, Reply, Rules
from mcpbridge.serve.paths import fill
from mcpbridge.serve.references import Names
from mcpbridge.serve.refused import Refused
from mcpbridge.serve.results import Outcome
from mcpbridge.serve.running import Api, Run
from mcpbridge.tools import Catalog, Tool

LONGEST = 80
"""Characters of a tool's name that are looked at where none is called so."""


class Pipeline:
    """Calls tools of one catalog through one client. Holds nothing of a caller between calls."""

    def __init__(self, catalog: Catalog, client: Client, gate: Gate, rules: Rules, asker: Asker | None = None) -> None:
        self.catalog = catalog
        self._client = client
        self._gate = gate
        self._rules = rules
        self._asker = asker or AskNothing()

    def visible(self, caller: Any) -> list[Tool]:
        """The tools that are listed to the caller, in the order of their names."""
        tools = (self.catalog.tools[name] for name in sorted(self.catalog.tools))
        return [tool for tool in tools if self._gate.lists(caller, tool)]

    def refusal(self, name: str, caller: Any) -> str:
        """Why the gate closes a tool to the caller; "" where it does not, or where there is no such tool."""
        tool = self.catalog.tools.get(name)
        return self._gate.refusal(caller, tool) if tool else ""

    def seconds(self, name: Any) -> float:
        """How long a call of that tool may take; a tool that is unknown is answered in the time of a read."""
        tool = self.catalog.tools.get(name) if isinstance(name, str) else None
        return self._rules.seconds[tool.safety.level if tool else "read"]

    def call(self, name: str, arguments: Any, caller: Any, run: Run, round: Round = SILENT) -> Outcome:
        """The outcome of one call.

        Raises ProtocolError for a tool that is unknown or hidden, which look alike; Cancelled; InputRequired.
        """
        tool = self.catalog.tools.get(name)
        if tool is None or self._gate.refusal(caller, tool):
            raise self._unknown(name, caller)
        api = Api(self._client, caller, run)
        names = Names(api, self.catalog)
        try:
            prepared = prepare(tool, arguments, names, self._rules, self.catalog, run.request_id)
            if asked := self._asker.ask(tool, prepared.given, caller, round):
                asked.put_to(round.capabilities)
            return self._carry_out(tool, prepared, names, api)
        except ArgumentProblems as problems:
            return refusals.of_arguments(problems, run.request_id)
        except CallFailed as failure:
            return refusals.of_failure(failure, run.request_id)

    def _carry_out(self, tool: Tool, prepared: Prepared, names: Names, api: Api) -> Outcome:
        before = self._stored(tool, prepared, api) if writes.changes_a_row(tool) else None
        reply = api.send(prepared.call)
        if not reply.ok:
            last_page = self._last_page(tool, prepared, reply, api)
            return refusals.of_reply(reply, tool, prepared, names, last_page=last_page)
        if tool.operation.method == "GET":
            return results.of_read(reply, tool, prepared, self._rules)
        after = self._read_back(tool, prepared, reply, api)
        return writes.of_write(reply, tool, prepared, before=before, after=after)

    def _stored(self, tool: Tool, prepared: Prepared, api: Api) -> dict[str, Any] | None:
        """The row that a call is about to change; None where no operation shows it to this caller."""
        values = {argument.key: prepared.sent[argument.name] for argument in tool.arguments if argument.place == "path"}
        return self._row(tool, values, prepared, api)

    def _read_back(self, tool: Tool, prepared: Prepared, reply: Reply, api: Api) -> dict[str, Any] | None:
        if tool.operation.action == "delete" or not tool.read_back:
            return None
        values = {argument.key: prepared.sent[argument.name] for argument in tool.arguments if argument.place == "path"}
        answer = results.json_of(reply)
        new_id = answer.get(tool.row_id) if isinstance(answer, dict) else None
        return self._row(tool, values, prepared, api, new_id=new_id)

    def _row(
        self, tool: Tool, values: dict[str, Any], prepared: Prepared, api: Api, new_id: Any = None
    ) -> dict[str, Any] | None:
        """The stored row through the tool's read-back operation. values: by path key; new_id fills the one missing."""
        if not tool.read_back:
            return None
        reader = self.catalog.tools[tool.read_back]
        keys = [argument.key for argument in reader.arguments if argument.place == "path"]
        missing = [key for key in keys if key not in values]
        if len(missing) > 1 or (missing and new_id is None):
            return None
        values = values | dict.fromkeys(missing, new_id)
        try:
            path = fill(reader.operation, {key: values[key] for key in keys})
        except Refused:
            return None
        call = Call("GET", path, tool=tool.name, request_id=prepared.call.request_id)
        reply = api.send(call)
        row = results.json_of(reply) if reply.ok else None
        return row if isinstance(row, dict) else None

    def _last_page(self, tool: Tool, prepared: Prepared, reply: Reply, api: Api) -> int | None:
        """The number of the last page, asked for where a page beyond it was refused."""
        paging = tool.operation.paging
        if reply.status != 404 or paging is None or paging.style != "page" or not paging.total:
            return None
        query = tuple(pair for pair in prepared.call.query if pair[0] != paging.page)
        if query == prepared.call.query:
            return None
        call = Call("GET", prepared.call.path, query, tool=tool.name, request_id=prepared.call.request_id)
        return results.last_page(api.send(call), paging)

    def _unknown(self, name: str, caller: Any) -> ProtocolError:
        # No name of a tool is longer, so nothing longer is close to one; comparing it all would be dear.
        close = difflib.get_close_matches(name[:LONGEST], [tool.name for tool in self.visible(caller)], n=3)
        meant = (
            f" Did you mean {' or '.join(close)}?"
            if close
            else " tools/list and mcp_catalog --report show those there are."
        )
        return ProtocolError(jsonrpc.INVALID_PARAMS, f"Unknown tool {name[:LONGEST]!r}.{meant}")
