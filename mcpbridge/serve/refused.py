"""A value that cannot be used -> the problem that says so, and as much of the value as may be shown."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from mcpbridge.exceptions import Problem
from mcpbridge.secrecy import redact

SHOWN = 200
"""Characters of a value that a problem quotes."""

_SURROGATES = re.compile("[\ud800-\udfff]")


class Refused(Exception):
    """One value cannot be used. problem: why, and what would have worked."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.problem)
        self.problem = problem


def unfit(problem: str, *examples: Any, code: str = "type", hint: str = "") -> Refused:
    """A refusal of a value whose argument is not known here: who knows it adds its name and its schema.

    examples: values that would work and are likely meant, the likeliest first.
    """
    return Refused(Problem("", None, code, problem, {"examples": list(examples)}, hint))


def shown(value: Any) -> Any:
    """The value as a problem quotes it: JSON, at most SHOWN characters, secrets under telling names hidden."""
    # More than SHOWN characters are cut anyway, so the rest of a large value need not be looked at.
    quoted = _quoted(redact(None, value, most=SHOWN))
    if isinstance(quoted, dict | list) and len(text := json.dumps(quoted, ensure_ascii=False)) > SHOWN:
        return _cut(text)
    return quoted


def _quoted(value: Any) -> Any:
    """The value as JSON can carry it anywhere, no text or number in it longer than is quoted."""
    if isinstance(value, dict):
        return {_cut(_SURROGATES.sub("\ufffd", key)): _quoted(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_quoted(item) for item in value]
    if isinstance(value, str):
        return _cut(_SURROGATES.sub("\ufffd", value[: SHOWN + 1]))
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int) and abs(value) >= 10**40:
        return "(an integer of more than 40 digits)"
    return value


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"
