"""A shape -> values of it that work, for an agent or a script that has to put one in."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from mcpbridge.serve.references import Names
from mcpbridge.tools import Argument, Shape

_PLAIN: dict[str, list[Any]] = {
    "boolean": [True, False],
    "date": ["2026-06-01"],
    "datetime": ["2026-06-01", "2026-06-01T12:00"],
    "time": ["09:00:00"],
    "duration": ["01:30:00"],
    "uuid": ["00000000-0000-4000-8000-000000000000"],
    "json": [{"key": "value"}],
}
_TEXTS = ("text", "Text", "a", "A1", "1", "name@example.com", "https://example.com/", "2026-06-01", "192.0.2.1")


def of(shape: Shape, names: Names) -> list[Any]:
    """Some values, the plainest first; none where nothing is known to work. One list request for a reference."""
    if shape.kind in _PLAIN:
        return _PLAIN[shape.kind]
    if shape.kind == "choice":
        return [choice.code for choice in shape.choices[:3]]
    if shape.kind == "reference":
        reference = names.catalog.references[shape.reference]
        return [row["value"] for row in names.candidates(reference, "")[:3]]
    if shape.kind == "array":
        inner = of(shape.item, names)[:1] if shape.item else ["text"]
        return [inner * max(1, shape.limits.get("minItems", 1))] if inner else [[]]
    if shape.kind == "object":
        members = {member.name: of_argument(member, names)[:1] for member in shape.members if member.required}
        return [{name: values[0] for name, values in members.items()}] if all(members.values()) else []
    return _text(shape) if shape.kind == "string" else _number(shape)


def of_argument(argument: Argument, names: Names, worked: Any = None) -> list[Any]:
    """Values of an argument. worked: its value in its tool's own example, which is the best where it names no row."""
    found = [] if worked is None or argument.shape.kind == "reference" else [worked]
    if argument.has_default and argument.default is not None:
        found.append(argument.default)
    return found or of(argument.shape, names)


def _text(shape: Shape) -> list[Any]:
    pattern, least, most = (shape.limits.get(key) for key in ("pattern", "minLength", "maxLength"))
    if pattern is None:
        return ["text".ljust(least or 0, "t")[:most]]
    try:
        fits = [text for text in _TEXTS if re.search(pattern, text)]
    except re.error:
        return []
    return [text for text in fits if (least or 0) <= len(text) <= (most or len(text))][:1]


def _number(shape: Shape) -> list[Any]:
    least, most = shape.limits.get("minimum"), shape.limits.get("maximum")
    if shape.kind == "decimal":
        # A decimal point needs its digit before it: 0.5 where no more than one whole digit fits.
        small = shape.limits.get("maxDigits", 2) == shape.limits.get("decimalPlaces", 0)
        least = Decimal(str(least)) if least is not None else None
        most = Decimal(str(most)) if most is not None else None
        found = Decimal("0.5") if small else Decimal(1)
        return [format(_between(found, least, most), "f")]
    return [_between(1, least, most)]


def _between(value: Any, least: Any, most: Any) -> Any:
    value = value if least is None else max(value, least)
    return value if most is None else min(value, most)
