"""A tool, a call of it that works and a way to call -> what became of every fault: mended in one retry, or told.

Each trial runs on the same rows: what it writes is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.repair.faults import Spoilt
from tests.repair.script import Unmendable, repaired

WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE")
Calling = Callable[[str, Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class Trial:
    """One fault's fate. refused: the first call was refused, else there was nothing to mend. problem: "" if mended."""

    tool: str
    spoilt: Spoilt
    refused: bool
    problem: str = ""

    def __str__(self) -> str:
        return f"{self.tool} {self.spoilt.kind} at {self.spoilt.field}: {self.problem}"


def tried(tool: str, schema: Mapping[str, Any], spoilt: Spoilt, call: Calling) -> Trial:
    """Calls with the fault, repairs from the refusal alone, calls once more."""
    with undone():
        with CaptureQueriesContext(connection) as queries:
            first = call(tool, spoilt.arguments)
        if first.get("status") != "error":
            return Trial(tool, spoilt, refused=False)
        written = [query["sql"] for query in queries if query["sql"].lstrip().upper().startswith(WRITING)]
        if written:
            return Trial(tool, spoilt, True, f"the refused call wrote: {written[0][:200]}")
        try:
            again = repaired(schema, spoilt.arguments, first)
        except Unmendable as fault:
            return Trial(tool, spoilt, True, f"nothing to repair by: {fault}")
        second = call(tool, again)
        if second.get("status") == "error":
            return Trial(tool, spoilt, True, f"{again} is still refused: {second['errors']}; first: {first['errors']}")
        return Trial(tool, spoilt, True)


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written inside is gone afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def starting_call(
    tool: str, schema: Mapping[str, Any], start: Mapping[str, Any], call: Calling, most: int = 4
) -> dict[str, Any]:
    """A call that works, found as the script finds it: from the smallest call by repairing what is refused."""
    arguments, answer = dict(start), {}
    for _ in range(most):
        with undone():
            answer = call(tool, arguments)
        if answer.get("status") != "error":
            return arguments
        arguments = repaired(schema, arguments, answer)
    raise AssertionError(f"{tool}: no working call was found; {arguments} is refused: {answer.get('errors')}")
