"""A value that has the right kind -> what is wrong with its size, which the API itself will refuse.

These never stop a call alone: the API tells them beside its rules between fields, in one answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from mcpbridge.serve.refused import Refused, unfit
from mcpbridge.tools import Shape


def faults(shape: Shape, value: Any) -> Iterator[Refused]:
    """A refusal for every limit that a read value of this shape breaks, with values that would keep to it."""
    if isinstance(value, bool):
        return
    if isinstance(value, list):
        yield from _items(shape, value)
    elif shape.kind == "decimal":
        yield from _digits(shape, Decimal(value))
        yield from _range(shape, Decimal(value))
    elif isinstance(value, int | float):
        yield from _range(shape, value)
    elif isinstance(value, str) and shape.kind == "string":
        yield from _text(shape, value)


def _text(shape: Shape, value: str) -> Iterator[Refused]:
    least, most = shape.limits.get("minLength"), shape.limits.get("maxLength")
    # APIs commonly drop blanks at both ends before they count.
    length = len(value.strip())
    if most is not None and length > most:
        yield _limit(f"It has {length} characters; at most {most} are allowed.", value.strip()[:most].rstrip())
    if least is not None and len(value) < least:
        yield _limit(f"It has {len(value)} characters; at least {least} are needed.")
    pattern = shape.limits.get("pattern")
    if pattern is not None and value and _lacks(pattern, value):
        yield _limit(f"It does not match the pattern {pattern}.")


def _range(shape: Shape, value: int | float | Decimal) -> Iterator[Refused]:
    least, most = shape.limits.get("minimum"), shape.limits.get("maximum")
    if least is not None and value < least:
        yield _limit(f"It must be at least {least}.", least)
    if most is not None and value > most:
        yield _limit(f"It must be at most {most}.", most)


def _items(shape: Shape, value: list[Any]) -> Iterator[Refused]:
    least, most = shape.limits.get("minItems"), shape.limits.get("maxItems")
    if least is not None and len(value) < least:
        yield _limit(f"It has {len(value)} items; at least {least} are needed.")
    if most is not None and len(value) > most:
        yield _limit(f"It has {len(value)} items; at most {most} are allowed.", value[:most])


def _digits(shape: Shape, value: Decimal) -> Iterator[Refused]:
    """Counted as Django's DecimalField counts."""
    digits, places = shape.limits.get("maxDigits"), shape.limits.get("decimalPlaces")
    exponent = int(value.as_tuple().exponent)
    written = len(value.as_tuple().digits)
    after = max(0, -exponent)
    before = max(written + exponent, 0)
    if places is not None and after > places:
        yield _limit(
            f"It has {after} digits after the point; at most {places} are allowed, and nothing is rounded for you.",
            format(round(value, places), "f"),
        )
    if digits is not None and before > digits - (places or 0):
        yield _limit(f"It has {before} digits before the point; at most {digits - (places or 0)} are allowed.")


def _lacks(pattern: str, value: str) -> bool:
    try:
        return re.search(pattern, value) is None
    except re.error:
        return False  # Written for another dialect; the API knows.


def _limit(problem: str, *examples: Any) -> Refused:
    return unfit(problem, *examples, code="limit")
