"""A tool's name and arguments -> an outcome, where the gate lets the caller through.

The one way into the API, and to commands, for stdio, HTTP, the shell and the admin alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mcpbridge.exceptions import ProtocolError
from mcpbridge.serve import jsonrpc
from mcpbridge.serve.asking import SILENT, Asker, AskNothing, Round
from mcpbridge.serve.calls import SECONDS, Client, Gate, Rules, Runner, RunNothing
from mcpbridge.serve.running import Api, Run
from mcpbridge.tools import Catalog, CommandTool, Level, Tool

if TYPE_CHECKING:
    from mcpbridge.serve.results import Outcome

LONGEST = 80
"""Characters of a tool's name that are looked at where none is called so."""


class Pipeline:
    """Calls tools of one catalog through one client. Holds nothing of a caller between calls.

    rules: asked anew for each call; may raise CallFailed. seconds: how long a call of each level may take.
    runner: runs commands; without one the catalog's commands are no tools.
    """

    def __init__(
        self,
        catalog: Catalog,
        client: Client,
        gate: Gate,
        rules: Callable[[], Rules],
        asker: Asker | None = None,
        *,
        seconds: Mapping[Level, float] = SECONDS,
        runner: Runner | None = None,
    ) -> None:
        self.catalog = catalog
        self._client = client
        self._gate = gate
        self._rules = rules
        self._seconds = seconds
        self._asker = asker or AskNothing()
        self._runner: Runner = runner or RunNothing()
        self._commands = {name: tool for name, tool in catalog.commands.items() if self._runner.offers(tool)}

    def visible(self, caller: Any) -> list[Tool | CommandTool]:
        """The tools that are listed to the caller, in the order of their names."""
        tools = (self._found(name) for name in sorted([*self.catalog.tools, *self._commands]))
        return [tool for tool in tools if tool is not None and self._gate.lists(caller, tool)]

    def refusal(self, name: str, caller: Any) -> str:
        """Why the gate closes a tool to the caller; "" where it does not, or where there is no such tool."""
        tool = self._found(name)
        return self._gate.refusal(caller, tool) if tool else ""

    def seconds(self, name: Any) -> float:
        """How long a call of that tool may take; a tool that is unknown is answered in the time of a read."""
        tool = self._found(name) if isinstance(name, str) else None
        if isinstance(tool, CommandTool):
            return self._runner.seconds(tool)
        return self._seconds[tool.safety.level if tool else "read"]

    def call(self, name: str, arguments: Any, caller: Any, run: Run, round: Round = SILENT) -> Outcome:
        """The outcome of one call.

        Raises ProtocolError for a tool that is unknown or hidden, which look alike; Cancelled; InputRequired.
        """
        tool = self._found(name)
        if tool is None or self._gate.refusal(caller, tool):
            raise self._unknown(name, caller)
        api = Api(self._client, caller, run)
        if isinstance(tool, CommandTool):
            return self._run(tool, arguments, api, run)
        # Loaded at the first call: a client waits for the list of tools, which needs nothing of it.
        from mcpbridge.serve.carrying_out import outcome_of

        return outcome_of(tool, arguments, api, round, catalog=self.catalog, ask_rules=self._rules, asker=self._asker)

    def _run(self, tool: CommandTool, arguments: Any, api: Api, run: Run) -> Outcome:
        # Loaded late, as above.
        from mcpbridge.serve.command_results import outcome_of_command

        return outcome_of_command(tool, arguments, api, run, self._runner)

    def _found(self, name: str) -> Tool | CommandTool | None:
        """The tool of that name; a command that is not offered here is none."""
        return self.catalog.tools.get(name) or self._commands.get(name)

    def _unknown(self, name: str, caller: Any) -> ProtocolError:
        # Loaded late, as above.
        import difflib

        # No name of a tool is longer, so nothing longer is close to one; comparing it all would be dear.
        close = difflib.get_close_matches(name[:LONGEST], [tool.name for tool in self.visible(caller)], n=3)
        meant = (
            f" Did you mean {' or '.join(close)}?"
            if close
            else " tools/list and mcp_catalog --report show those there are."
        )
        return ProtocolError(jsonrpc.INVALID_PARAMS, f"Unknown tool {name[:LONGEST]!r}.{meant}")
