"""Rows and texts -> as much of them as one answer may hold, with a word on what was left out.

An agent's context is paid for by the token, and clients cut a long answer wherever it happens to end.
"""

from __future__ import annotations

import json
from typing import Any

from mcpbridge.serve.calls import Rules

ONE_TEXT = 20_000
"""Characters of one text in the answer that shows a single row."""


def rows_that_fit(rows: list[Any], rules: Rules) -> list[Any]:
    """The first rows that fit into rules.max_bytes together, long texts shortened; at least one row."""
    shown: list[Any] = []
    used = 0
    for row in rows[: rules.max_rows]:
        text = json.dumps(row, ensure_ascii=False)
        # A row whose whole JSON is short holds no long text, and most rows are.
        if len(text) > rules.max_text:
            row = _shortened(row, rules.max_text, "the tool that gets one row shows all of it")
            text = json.dumps(row, ensure_ascii=False)
        used += len(text.encode("utf-8", "replace"))
        if shown and used > rules.max_bytes:
            break
        shown.append(row)
    return shown


def long_texts_of_one(row: Any, start: int, rules: Rules) -> Any:
    """A single row whose long texts are cut; start: the character from which they are shown."""
    if not isinstance(row, dict):
        return row
    return {key: shorten(value, start, ONE_TEXT) if isinstance(value, str) else value for key, value in row.items()}


def shorten(text: str, start: int, most: int) -> str:
    """At most `most` characters from `start`, followed by a mark that says how to get the rest."""
    if len(text) <= most:
        return text
    end = start + most
    mark = f" [characters {start} to {min(end, len(text))} of {len(text)}"
    return text[start:end] + mark + (f"; go on with text_from={end}]" if end < len(text) else "]")


def _shortened(value: Any, most: int, rest: str) -> Any:
    if isinstance(value, str) and len(value) > most:
        return f"{value[:most]} [{most} of {len(value)} characters; {rest}]"
    if isinstance(value, dict):
        return {key: _shortened(item, most, rest) for key, item in value.items()}
    if isinstance(value, list):
        return [_shortened(item, most, rest) for item in value]
    return value
