"""Rows about to be written -> the same rows, held for this transaction, so that one request at a time decides on them.

Under READ COMMITTED two requests would read the same row, and the one that saves last would undo the other; and a rule
that reads other rows would pass in both, though not in one after the other. So every row that a rule reads is held
before it is read: projects first, then rows of the kind written, by their ids in order, so that two requests that want
the same rows wait for each other. Where they still cross, the database ends one of them, and its caller is told to
try again. Rows are held without their relations: those stay free. SQLite has one writer at a time in any case.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model

from notes.models import Project

_LONGEST_ID = 18


def hold_for(model: type[Model], pk: Any, sent: Any) -> None:
    """Hold the row, the project that it is in or goes to, and the parent sent for it with all that stands above.

    pk and the values of ``sent`` are as the caller wrote them: what is no id, or the id of no row, holds nothing.
    Raises OperationalError where the database cannot give them to this transaction.
    """
    own, values = _id(pk), sent if isinstance(sent, Mapping) else {}
    if model is not Project:
        hold(Project, (_id(values.get("project")), _column(model, "project_id", own)))
    if parent := _id(values.get("parent")) if hasattr(model, "parent_id") else None:
        _hold_line(model, own, parent)
    else:
        hold(model, (own,))


def hold(model: type[Model], ids: Iterable[int | None]) -> None:
    """Hold the rows with these ids; ids of no row hold nothing."""
    known = {pk for pk in ids if pk is not None}
    if known:
        rows = model._default_manager.select_for_update().filter(pk__in=known).order_by("pk")
        list(rows.values_list("pk", flat=True))


def _hold_line(model: type[Model], own: int | None, parent: int) -> None:
    """The line is read anew after each wait: while one waits, another may move a row of it elsewhere."""
    held: set[int | None] = set()
    wanted = {own, *_line(model, parent)}
    while new := wanted - held:
        hold(model, new)
        held |= new
        wanted = _line(model, parent)


def _line(model: type[Model], start: int) -> set[int | None]:
    """A row's id and those of all rows above it."""
    line: set[int | None] = set()
    above: int | None = start
    while above is not None and above not in line:
        line.add(above)
        above = _column(model, "parent_id", above)
    return line


def _column(model: type[Model], column: str, pk: int | None) -> int | None:
    found: int | None = model._default_manager.filter(pk=pk).values_list(column, flat=True).first() if pk else None
    return found


def _id(value: Any) -> int | None:
    text = "" if isinstance(value, bool | float) else str(value).strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_ID else None
