"""The choices of a field or filter -> choices with an English label and the project's other languages' labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from mcpbridge.derive.texts import english, other_languages
from mcpbridge.tools import Choice

BLANK = Choice("", "blank")
"""Text that may be empty although its choices do not say so."""


def choices_of(options: Mapping[Any, Any] | Iterable[Any], *, blank: bool = False) -> tuple[Choice, ...]:
    """Choices in their own order, groups flattened; those for "no value" are left out, since null says that."""
    found = tuple(_choice(code, label) for code, label in _flat(options) if code is not None and code != "")
    return (*found, BLANK) if blank else found


def _flat(options: Mapping[Any, Any] | Iterable[Any]) -> Iterable[tuple[Any, Any]]:
    pairs = options.items() if isinstance(options, Mapping) else options
    for code, label in pairs:
        if isinstance(label, list | tuple | dict):
            yield from _flat(label)
        else:
            yield code, label


def _choice(code: Any, label: Any) -> Choice:
    plain = code.value if isinstance(code, Enum) else code
    if not isinstance(plain, str | int | float | bool):
        plain = str(plain)
    return Choice(plain, english(label), other_languages(label))
