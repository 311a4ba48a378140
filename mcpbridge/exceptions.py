"""What can go wrong -> who is told.

    BridgeError
    ├── ProtocolError      the message itself is wrong     -> a JSON-RPC error to the client
    ├── ArgumentProblems   the arguments are wrong         -> a tool result that an agent can act on
    ├── CallFailed         the API could not be reached    -> a tool result that says what to start or run
    ├── InputRequired      the client must ask a person    -> an input_required result
    ├── Cancelled          the client wants no answer      -> nobody
    ├── CatalogError       the catalog file is wrong       -> the person who starts the server
    └── Misconfigured      an option or a variable is wrong -> the same person

Anything else is unexpected: it is logged with its traceback and the client learns the request id alone.
Every text is a finished sentence that names the fault and the mend.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class BridgeError(Exception):
    """Base of all that the bridge itself raises on purpose."""


class ProtocolError(BridgeError):
    """A message that gets a JSON-RPC error. code: JSON-RPC 2.0 or MCP error number. data: optional JSON."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


@dataclass(frozen=True)
class Problem:
    """One fault of one argument.

    field: the argument's name, dotted for members and items ("kids.1.cost"); "" where the whole call is at fault.
    value: as given (never a secret). code: unknown, missing, type, choice, reference, ambiguous, date, limit, unique,
    invalid, or the API's own code. problem: a sentence.
    allowed: what would have worked: a list of {"value", "label"?}, or a JSON Schema fragment, often with "examples".
    hint: a sentence that names the mend.
    """

    field: str
    value: Any
    code: str
    problem: str
    allowed: Any = None
    hint: str = ""


class ArgumentProblems(BridgeError):
    """All that is wrong with a call's arguments, told at once; nothing was sent.

    unchecked: sentences that say which checks come after.
    """

    def __init__(self, problems: tuple[Problem, ...], unchecked: tuple[str, ...] = ()) -> None:
        super().__init__(f"{len(problems)} problems with the arguments")
        self.problems = problems
        self.unchecked = unchecked


class CallFailed(BridgeError):
    """No reply: the API or its database could not be reached, or is not ready, or the caller may not call at all.

    status: the HTTP status that says the same. retryable: the same call may work later.
    """

    def __init__(self, message: str, *, code: str, status: int = 503, retryable: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.retryable = retryable


class InputRequired(BridgeError):
    """The call goes on when the client has brought answers. content: the members of the input_required result."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        super().__init__("the client must ask a person")
        self.content = content


class Cancelled(BridgeError):
    """The client has taken its request back: what was not begun is not done, and nothing is answered."""


class CatalogError(BridgeError):
    """The catalog file is missing, broken or does not hold together."""


class Misconfigured(BridgeError):
    """A server cannot be started as it was told to. The sentence never repeats a value that may hold a secret."""
