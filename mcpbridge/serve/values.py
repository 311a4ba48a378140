"""One JSON value -> the value that a field of a plain kind takes: numbers, texts, truth values, UUIDs, any JSON.

Nothing is guessed beyond the declared kind: a number may come as its exact text, a text as a number, no more.
Every function raises Refused.
"""

from __future__ import annotations

import json
import math
import re
import uuid
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from mcpbridge.serve import exact_json
from mcpbridge.serve.refused import unfit

DEEPEST = 50
"""Objects and arrays inside one another in one value."""

DIGITS = 40
"""Digits of an integer. More fit no database."""

SHORT = 200
"""Characters of a number's text."""

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3})?")
_DECIMAL = re.compile(r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
_COMMA = re.compile(r"(-?[0-9]+),([0-9]+)")
_UUID = re.compile(r"[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}", re.IGNORECASE)
_UNSENDABLE = re.compile("[\x00\ud800-\udfff]")


def integer(value: Any) -> int:
    """An integer, or its exact decimal text; never a truth value, never a number with a point."""
    if isinstance(value, int) and not isinstance(value, bool):
        found = value
    elif isinstance(value, str) and _INTEGER.fullmatch(value) and len(value) <= DIGITS + 1:
        found = int(value)
    else:
        raise unfit("It must be an integer.", *_whole(value))
    if abs(found) >= 10**DIGITS:
        raise unfit(f"It must be an integer of at most {DIGITS} digits.")
    return found


def number(value: Any) -> int | float:
    """A finite number, or its exact text as JSON writes it."""
    if isinstance(value, str) and _NUMBER.fullmatch(value) and len(value) <= SHORT:
        value = json.loads(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise unfit("It must be a number.", *(float(text) for text in _with_point(value)))
    if not math.isfinite(value):
        raise unfit("It must be a finite number.")
    return value if isinstance(value, float) else integer(value)


def decimal(value: Any) -> str:
    """The text of a decimal number: of a text exactly as it is, of a number the shortest that means it."""
    if isinstance(value, str):
        if len(value) <= SHORT and _DECIMAL.fullmatch(value):
            return value
        raise unfit("It must be a decimal number with a point, as text or number.", *_with_point(value))
    found = number(value)
    text = format(Decimal(repr(found)), "f")
    return text.removesuffix(".0") if isinstance(found, float) else text


def string(value: Any) -> str:
    """A text that can be sent; a number becomes its text."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return json.dumps(number(value))
    if not isinstance(value, str):
        raise unfit("It must be text.")
    if fault := _UNSENDABLE.search(value):
        raise _unsendable(fault.group(), _UNSENDABLE.sub("", value))
    return value


def boolean(value: Any) -> bool:
    """true or false, or exactly that text. Any other word is refused: APIs ignore filters that they do not know."""
    if isinstance(value, bool):
        return value
    if value in ("true", "false") and isinstance(value, str):
        return value == "true"
    raise unfit("It must be true or false.", *_truth(value))


def uuid_text(value: Any) -> str:
    """A UUID in its usual form, in lower case with hyphens."""
    if isinstance(value, str) and _UUID.fullmatch(value):
        return str(uuid.UUID(value))
    raise unfit("It must be a UUID: 32 hexadecimal digits in five groups.")


def any_json(value: Any) -> Any:
    """Any JSON value as it is; refused where a number or a text in it cannot be sent."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list):
            waiting += item
        elif isinstance(item, str) and (fault := _UNSENDABLE.search(item)):
            raise _unsendable(fault.group())
        elif isinstance(item, float) and not math.isfinite(item):
            raise unfit("It holds NaN or Infinity, which are no JSON.", hint="Put null or a number in its place.")
    return value


READERS: Mapping[str, Callable[[Any], Any]] = {
    "integer": integer, "number": number, "decimal": decimal, "string": string, "boolean": boolean,
    "uuid": uuid_text, "json": any_json,
}  # fmt: skip


def from_json_text(text: str, kind: type) -> Any:
    """The array or object that a text spells out; None where it spells none. kind: list or dict."""
    try:
        found, fault = exact_json.read(text)
    except (ValueError, RecursionError):
        return None
    return found if not fault and isinstance(found, kind) and not too_deep(found) else None


def too_deep(value: Any) -> bool:
    """Whether more than DEEPEST objects and arrays lie inside one another."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        level = [
            inner
            for item in level
            if isinstance(item, dict | list)
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
        depth += 1
    return bool(level)


def _unsendable(character: str, *without: str) -> Exception:
    what = "a NUL character" if character == "\x00" else "half of a surrogate pair, which is no character"
    return unfit(f"It holds {what}.", *without, hint="Leave that character out.")


def _whole(value: Any) -> list[int]:
    """The integer that was likely meant; a fraction that is not zero is nobody's to drop."""
    text = str(value).strip() if isinstance(value, str | float) else ""
    match = re.fullmatch(r"[+]?(-?[0-9]{1,40})(?:\.0*)?", text, re.ASCII)
    return [int(match.group(1))] if match else []


def _with_point(value: Any) -> list[str]:
    match = _COMMA.fullmatch(value[:SHORT]) if isinstance(value, str) else None
    return [f"{match.group(1)}.{match.group(2)}"] if match else []


def _truth(value: Any) -> list[bool]:
    word = str(value).strip().lower()
    if word in ("true", "1", "1.0", "yes", "y", "on", "t", "sim", "verdadeiro"):
        return [True]
    return [False] if word in ("false", "0", "0.0", "no", "n", "off", "f", "não", "nao", "falso") else []
