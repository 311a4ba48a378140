"""A call that needs a person's word -> questions for the client, and its answers with the call made again.

Revision 2026-07-28 has no requests from server to client: a server answers "input_required" with its questions, and
the client makes the same call again with the answers. Nothing is kept in between: what must be remembered travels in
the state, which comes back from the wire, so whoever made it must be able to tell that it is genuine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol

from mcpbridge.exceptions import CallFailed, InputRequired, ProtocolError
from mcpbridge.tools import Tool

MISSING_CAPABILITY = -32021
NEEDS = {"elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots"}
"""The kind of a question -> the capability that a client must have declared to be asked it."""


@dataclass(frozen=True)
class Question:
    """key: by which the answer is found. method, params: as the protocol has them for its kind."""

    key: str
    method: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """What the client is asked before the call is made. state: given back with the answers; "" for none."""

    questions: tuple[Question, ...]
    state: str = ""

    def put_to(self, capabilities: Mapping[str, Any] | None) -> NoReturn:
        """Raises InputRequired, or says what stands against asking: CallFailed, ProtocolError."""
        if capabilities is None:
            raise CallFailed(
                "This call needs the word of a person, and this client has no way to ask for it.",
                code="needs_confirmation", status=403,
            )  # fmt: skip
        if lacking := self._lacks(capabilities):
            text = f"This call asks the person at the client, which did not declare: {', '.join(lacking)}."
            raise ProtocolError(MISSING_CAPABILITY, text, {"requiredCapabilities": lacking})
        raise InputRequired(self._as_result())

    def _as_result(self) -> dict[str, Any]:
        requests = {item.key: {"method": item.method, "params": dict(item.params)} for item in self.questions}
        return ({"inputRequests": requests} if requests else {}) | ({"requestState": self.state} if self.state else {})

    def _lacks(self, capabilities: Mapping[str, Any]) -> dict[str, Any]:
        """The capabilities that the questions need and that were not declared, as the protocol writes them."""
        needed = {NEEDS[item.method] for item in self.questions if item.method in NEEDS}
        return {name: {} for name in sorted(needed - capabilities.keys())}


@dataclass(frozen=True)
class Round:
    """What the client brought with a call. Everything in it comes from the wire.

    capabilities: what it declared; None for a client of an older revision, which cannot be asked at all.
    responses: answers by the keys of their questions. state: as it came back; "" for none.
    """

    capabilities: Mapping[str, Any] | None = None
    responses: Mapping[str, Any] = field(default_factory=dict)
    state: str = ""


SILENT = Round()
"""Of a caller who can be asked nothing."""


class Asker(Protocol):
    """Decides whether a call needs a person's word.

    ask: None lets the call be made. Called when the arguments are right and before anything is sent; raises CallFailed
    where the answer was no, or where nobody can be asked.
    """

    def ask(self, tool: Tool, arguments: Mapping[str, Any], caller: Any, round: Round) -> Asked | None: ...


class AskNothing:
    """The asker of a server that leaves every decision to its gate."""

    def ask(self, tool: Tool, arguments: Mapping[str, Any], caller: Any, round: Round) -> Asked | None:
        return None
