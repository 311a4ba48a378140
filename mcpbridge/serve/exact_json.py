"""A text in JSON -> the one value that it means, or a sentence that says why it means none.

Python's own reader takes the last of two equal keys, makes 1e999 infinite, and stops at a number of 5,000 digits as
if that were no JSON. Here none of them passes, and the rest is still read: whoever waits for an answer to the text
knows it by the id in it alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn

_SHOWN_KEY = 80
_SHOWN_NUMBER = 20


class Unreadable:
    """Stands where a value was refused, so that nothing takes it for one."""


def read(text: str) -> tuple[Any, str]:
    """The value, and "" or the first fault in it. Raises ValueError for what is no JSON, RecursionError.

    NaN and Infinity are no JSON.
    """
    try:
        return _EXACT.decode(text), ""
    except ValueError:
        # Rare, so it may cost a second reading.
        return _Lenient().read(text)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    if abs(found := float(text)) == float("inf"):
        raise ValueError("the number is too large")
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


# Keeps nothing between two texts, and making one costs as much as reading a short text.
_EXACT = json.JSONDecoder(object_pairs_hook=_object, parse_float=_finite, parse_constant=_refuse_constant)


class _Lenient:
    """Reads one text, and remembers the first thing in it that cannot be accepted."""

    def __init__(self) -> None:
        self._fault = ""

    def read(self, text: str) -> tuple[Any, str]:
        decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_float=self._float,
            parse_int=self._int,
            parse_constant=_refuse_constant,
        )
        value = decoder.decode(text)
        return value, self._fault

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                self._note(f"The key {key[:_SHOWN_KEY]!r} stands twice in one object: send it once.")
                value = Unreadable()
            found[key] = value
        return found

    def _float(self, text: str) -> Any:
        return self._number(_finite, text)

    def _int(self, text: str) -> Any:
        # Python reads integers of so many digits and no more: sys.get_int_max_str_digits.
        return self._number(int, text)

    def _number(self, read: Callable[[str], Any], text: str) -> Any:
        try:
            return read(text)
        except ValueError:
            shown = text if len(text) <= _SHOWN_NUMBER else f"{text[:_SHOWN_NUMBER]}..."
            self._note(f"The number {shown} is too large: send a smaller one, or send it as text.")
            return Unreadable()

    def _note(self, sentence: str) -> None:
        self._fault = self._fault or sentence
