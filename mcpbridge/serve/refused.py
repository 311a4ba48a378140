"""A value that cannot be used -> the problem that says so, and as much of the value as may be shown.

A secret is never shown: neither that of a secret argument, nor one under a name that sounds like one, at any depth.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from mcpbridge.exceptions import Problem

HIDDEN = "(hidden)"
SHOWN = 200
"""Characters of a value that a problem quotes."""

_SECRET = re.compile(
    r"passw|(?:^|[^a-z])(?:passphrase|pwd|secret|token|api_?key|private_?key|credential|authorization)s?(?![a-z])",
    re.IGNORECASE,
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
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


def sounds_secret(name: str) -> bool:
    """Whether a name is one that secrets have: newPassword, api_key, X-Token; a secretary is none."""
    return bool(_SECRET.search(_HUMP.sub("_", name)))


def shown(value: Any) -> Any:
    """The value as a problem quotes it: JSON, at most SHOWN characters, secrets under telling names hidden."""
    if isinstance(value, str):
        if value.lstrip()[:1] in ("{", "[") and sounds_secret(value):
            return HIDDEN
        return _cut(_SURROGATES.sub("\ufffd", value[: SHOWN + 1]))
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict | list):
        text = _text(_redacted(value))
        return json.loads(text) if len(text) <= SHOWN else _cut(text)
    if isinstance(value, int) and abs(value) >= 10**40:
        return "(an integer of more than 40 digits)"
    return value


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def _text(value: Any) -> str:
    return _SURROGATES.sub("\ufffd", json.dumps(value, ensure_ascii=False))


def _redacted(value: Any, depth: int = 0) -> Any:
    if depth > 20:
        return "…"
    if isinstance(value, dict):
        # More than SHOWN characters are cut anyway, so the rest of a large value need not be copied.
        return {
            key[:SHOWN]: HIDDEN if sounds_secret(key) else _redacted(item, depth + 1)
            for key, item in list(value.items())[:SHOWN]
        }
    if isinstance(value, list):
        return [_redacted(item, depth + 1) for item in value[:SHOWN]]
    return shown(value)
