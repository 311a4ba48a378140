"""Rows and texts -> as much of them as one answer may hold, with a word on what was left out.

An agent's context is paid for by the token, and clients cut a long answer wherever it happens to end.
"""

from __future__ import annotations

import json
from typing import Any

from mcpbridge.serve.calls import Rules

ONE_TEXT = 20_000
"""Characters of one text in the answer that shows a single row."""
REST = "the tool that gets one row shows all of it"
BRIEF = 1_000
"""Characters of one text in the answer to a write."""
SQUEEZED = 200
"""Characters of one text in a page that is too large and cannot be split."""


def rows_that_fit(rows: list[Any], rules: Rules, most: int = 0, size: int | None = None) -> list[Any]:
    """The first rows that fit into rules.max_bytes together; at least one row.

    Texts are shortened to `most` characters, by default rules.max_text. size: bytes that all rows have as the API sent
    them, where that is known; most lists are small, and then no row needs to be measured.
    """
    most = most or rules.max_text
    if size is not None and size * 1.2 < rules.max_bytes and len(rows) <= rules.max_rows:
        return [_shortened(row, most, REST) for row in rows]
    shown: list[Any] = []
    used = 0
    for row in rows[: rules.max_rows]:
        text = json.dumps(row, ensure_ascii=False)
        # A row whose whole JSON is short holds no long text, and most rows are.
        if len(text) > most:
            row = _shortened(row, most, REST)
            text = json.dumps(row, ensure_ascii=False)
        used += len(text.encode("utf-8", "replace"))
        if shown and used > rules.max_bytes:
            break
        shown.append(row)
    return shown


def rows_squeezed(rows: list[Any], rules: Rules) -> list[Any]:
    """As rows_that_fit, for a page that cannot be split: texts are shortened further before a row is left out."""
    for most in (rules.max_text, SQUEEZED, SQUEEZED // 5):
        shown = rows_that_fit(rows, rules, most)
        if len(shown) == len(rows):
            break
    return shown


def brief(value: Any) -> Any:
    """A value as the answer to a write shows it, which is to be recognised and not to be read in full."""
    return _shortened(value, BRIEF, REST)


def long_texts_of_one(row: Any, start: int | None) -> Any:
    """A single row whose long texts are cut. start: as shorten has it."""
    if not isinstance(row, dict):
        return row
    return {key: shorten(value, start, ONE_TEXT) if isinstance(value, str) else value for key, value in row.items()}


def shorten(text: str, start: int | None, most: int) -> str:
    """At most `most` characters, followed by a mark that says what is shown.

    start: the character from which it is shown, and the mark then says how to go on; None where nothing can go on.
    """
    if len(text) <= most:
        return text
    first = start or 0
    end = min(first + most, len(text))
    rest = f"; go on with text_from={end}" if start is not None and end < len(text) else ""
    return f"{text[first:end]} [characters {first} to {end} of {len(text)}{rest}]"


def _shortened(value: Any, most: int, rest: str) -> Any:
    if isinstance(value, str) and len(value) > most:
        return f"{value[:most]} [{most} of {len(value)} characters; {rest}]"
    if isinstance(value, dict):
        return {key: _shortened(item, most, rest) for key, item in value.items()}
    if isinstance(value, list):
        return [_shortened(item, most, rest) for item in value]
    return value
