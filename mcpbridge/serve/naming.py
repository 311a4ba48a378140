"""Rows of a list and a text -> those that are called so, and how rows are shown to be told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mcpbridge.serve.folding import COMPARED, clean, closest, fold, near
from mcpbridge.serve.rows import Stored, unique
from mcpbridge.tools import Reference


def exactly(reference: Reference, rows: Iterator[Stored], text: str) -> list[Stored]:
    """The rows of which one name is the text, letter by letter."""
    return unique((row for row in rows if text in _called(reference, row)), reference.value)


def alike(reference: Reference, rows: Iterator[Stored], text: str) -> list[Stored]:
    """The rows of which one name is the text but for case, accents and superfluous blanks."""
    folded = fold(text)
    return unique(
        (row for row in rows if any(fold(name) == folded for name in _called(reference, row))), reference.value
    )


def label(reference: Reference, row: Stored) -> str:
    """The name that is shown of a row, cleaned and capped; "" where it has none."""
    names = [row.get(reference.label), *(row.get(key) for key in reference.names)]
    return next((clean(str(name)) for name in names if isinstance(name, str | int) and str(name).strip()), "")


def listed(rows: Sequence[Stored], reference: Reference) -> list[dict[str, Any]]:
    """Rows as a problem shows them: {"value", "label"}, the label with what else tells a row from its namesakes."""
    return [{"value": row[reference.value], "label": _distinct(reference, row)} for row in rows]


def nearest(reference: Reference, rows: Sequence[Stored], like: str, most: int) -> list[Stored]:
    """At most `most` rows, the nearest to a text first; as they came where there is no text to be near to."""
    if not reference.names or not fold(like) or len(like) > COMPARED:
        return list(rows[:most])
    return closest(like, rows, lambda row: _called(reference, row), most)


def hint(reference: Reference, rows: Sequence[Stored], like: str, *, is_complete: bool) -> str:
    """What to do where no row is called so. rows: the nearest."""
    names = {name: row for row in rows for name in _called(reference, row)}
    meant = near(like, list(names), 1) if like and len(like) <= COMPARED else []
    said = f"Did you mean {clean(meant[0])}, id {names[meant[0]][reference.value]}?" if meant else ""
    if not said:
        by = "an id or name" if reference.names else "an id"
        said = f"Give {by} that is listed." if rows else f"There is no {reference.noun} that the caller may name."
    if not is_complete:
        said += f" Not all rows were looked through; {reference.list_tool} finds the others."
    return said


def spaced_path(text: str) -> str:
    """A tree's full path with one blank on each side of every ">"."""
    return " > ".join(part.strip() for part in text.split(">")) if ">" in text else text


def _called(reference: Reference, row: Stored) -> list[str]:
    """The names of a row. An id that is a text counts as one of them."""
    keys = reference.names if reference.value_kind in ("integer", "uuid") else (reference.value, *reference.names)
    named = (row.get(key) for key in keys)
    return [str(name) for name in named if isinstance(name, str | int) and 0 < len(str(name)) <= COMPARED]


def _distinct(reference: Reference, row: Stored) -> str:
    shown = label(reference, row)
    others = [clean(name) for name in _called(reference, row)]
    others = [name for name in dict.fromkeys(others) if name and name != shown and name != str(row[reference.value])]
    return f"{shown} ({', '.join(others)})" if others else shown
