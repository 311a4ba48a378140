"""An id or a name -> the row that is meant, found through the API's own list operation as the caller.

Names are compared in Python: first exactly, then without case, accents and superfluous blanks. One row must remain;
several are an error that lists them, and so is none. What the caller may not see is never found, nor named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from mcpbridge import listing
from mcpbridge.exceptions import Problem
from mcpbridge.serve import misses, naming, values
from mcpbridge.serve.folding import COMPARED, fold
from mcpbridge.serve.refused import Refused, shown, unfit
from mcpbridge.serve.rows import MOST_ROWS, Found, Rows, Stored, Unlisted, unique
from mcpbridge.serve.running import Api
from mcpbridge.tools import Catalog, Reference, Shape

_WORD = re.compile(r"[A-Za-z0-9]+")


@dataclass(frozen=True)
class Row:
    """The row that is meant. value: what the API stores of it. label: its name, "" where it was not looked up."""

    value: Any
    label: str = ""


class Names:
    """The names of one call. Answers of lists are kept for that call and no longer."""

    def __init__(self, api: Api, catalog: Catalog) -> None:
        self.catalog = catalog
        self._rows = Rows(api)

    def resolve(self, shape: Shape, value: Any, field: str) -> Row:
        """The row that an id, a name or "me" means. Raises Refused, CallFailed.

        An id costs no request unless shape.checked; whether it exists the API says when it gets it.
        """
        reference = self.catalog.references[shape.reference]
        try:
            return self._resolve(reference, value, checked=shape.checked)
        except Unlisted as answer:
            raise Refused(self._whole(misses.unlisted(reference, answer.status), reference, value, field)) from None
        except Refused as refused:
            raise Refused(self._whole(refused.problem, reference, value, field)) from None

    def verify(self, shape: Shape, value: Any, field: str) -> Row:
        """The row of an id, seen to exist for the caller. Raises Refused, Unlisted where that cannot be seen."""
        reference = self.catalog.references[shape.reference]
        try:
            return self._seen(reference, value)
        except Refused as refused:
            raise Refused(self._whole(refused.problem, reference, value, field)) from None

    def candidates(self, reference: Reference, like: str) -> list[dict[str, Any]]:
        """At most 20 rows as {"value", "label"}, the nearest to `like` first; none where the caller sees none."""
        try:
            found = self._candidates(reference, like)
        except Unlisted:
            return []
        return naming.listed(naming.nearest(reference, found.rows, like, misses.LISTED), reference)

    def _resolve(self, reference: Reference, value: Any, *, checked: bool) -> Row:
        known = identity(reference, value)
        if isinstance(value, str):
            values.string(value)
            if reference.me and fold(value) == "me":
                return self._me(reference)
            if reference.names and (known is None or reference.value_kind != "uuid"):
                return self._named(reference, value, known, checked=checked)
        if known is None:
            raise self._unknown(reference, value)
        return self._seen(reference, known) if checked else Row(known)

    def _named(self, reference: Reference, text: str, known: Any, *, checked: bool) -> Row:
        """known: the id that the text may be as well."""
        is_number = known is not None and reference.value_kind == "integer"
        hits = self._numbered(reference, text) if is_number else self._hits(reference, text)
        if is_number or (known is not None and not _is_filtered(reference)):
            hits = unique(iter([*hits, *self._also(reference, known, hits)]), reference.value)
        if not hits and is_number:
            return self._seen(reference, known) if checked else Row(known)
        if not hits:
            raise self._unknown(reference, text)
        if len(hits) > 1:
            raise misses.ambiguous(reference, hits)
        return Row(hits[0][reference.value], naming.label(reference, hits[0]))

    def _also(self, reference: Reference, known: Any, hits: list[Stored]) -> list[Stored]:
        """The row whose id a text is, where it is another one than those of that name or nothing was called so."""
        if any(str(row[reference.value]) == str(known) for row in hits):
            return []
        if reference.value_kind == "integer" and not hits:
            return []
        if not reference.item_path:
            return [{reference.value: known}] if reference.value_kind == "integer" else []
        row = self._rows.one(reference, known)
        return [row] if row is not None and str(row.get(reference.value)) == str(known) else []

    def _numbered(self, reference: Reference, text: str) -> list[Stored]:
        """The rows that are called by a number. It is mostly an id, so only the surest way of finding them is gone."""
        if reference.exact:
            return naming.exactly(reference, self._by_filter(reference, text), text)
        query = ((reference.search, text),) if reference.search else ()
        return naming.exactly(reference, iter(self._rows.listed(reference, query).rows), text)

    def _hits(self, reference: Reference, text: str) -> list[Stored]:
        """The rows of a name, over the API's exact filter, its search, and its first pages, until one way decides."""
        if len(text) > COMPARED or not fold(text):
            return []
        filtered = unique(self._by_filter(reference, text), reference.value)
        # A filter that finds what is merely alike compares as we do, so what it finds is all there is.
        if hits := naming.exactly(reference, iter(filtered), text) or naming.alike(reference, iter(filtered), text):
            return hits
        if hits := self._by_withheld_name(reference, text):
            return hits
        searched = unique(self._by_search(reference, text), reference.value)
        if hits := naming.exactly(reference, iter(searched), text):
            return hits
        alike = naming.alike(reference, iter(searched), text)
        first = self._rows.listed(reference, pages=1)
        if alike and not first.complete and (first.total or 0) > MOST_ROWS:
            return alike
        # A search may tell accents or case apart and so show one row of two: the whole list, if it is short, decides.
        together = unique(iter([*searched, *self._rows.listed(reference).rows]), reference.value)
        return naming.exactly(reference, iter(together), text) or naming.alike(reference, iter(together), text)

    def _by_filter(self, reference: Reference, text: str) -> Iterator[Stored]:
        for parameter in reference.exact:
            for form in dict.fromkeys((text, naming.spaced_path(text))):
                yield from self._rows.listed(reference, ((parameter, form),)).rows

    def _by_withheld_name(self, reference: Reference, text: str) -> list[Stored]:
        """The rows that the API finds by a name which it does not show to this caller, taken at its word."""
        return [
            row
            for key, parameter in reference.withheld.items()
            for row in self._rows.listed(reference, ((parameter, text),)).rows
            if key in row and row[key] is None
        ]

    def _by_search(self, reference: Reference, text: str) -> Iterator[Stored]:
        if not reference.search:
            return
        # The last part of a path is the row's own name. An accented letter may be stored, or searched, without its
        # accent: the ASCII words around it find both.
        last = text.rpartition(">")[2].strip() or text
        words = last if last.isascii() else " ".join(_WORD.findall(last)) or last
        yield from self._rows.listed(reference, ((reference.search, words),)).rows

    def _me(self, reference: Reference) -> Row:
        row = self._rows.at(reference.me, reference)
        if row is None or row.get(reference.value) is None:
            raise unfit(f"The API does not show this caller a {reference.noun} of their own.", code="reference")
        return Row(row[reference.value], naming.label(reference, row))

    def _seen(self, reference: Reference, known: Any) -> Row:
        """The row of an id that the caller may see. Raises Refused, Unlisted."""
        if reference.item_path:
            row = self._rows.one(reference, known)
        else:
            found = self._rows.listed(reference)
            row = next((item for item in found.rows if str(item.get(reference.value)) == str(known)), None)
            if row is None and not found.complete:
                raise Unlisted(0)
        if row is None:
            raise self._unknown(reference, known)
        return Row(known, naming.label(reference, row))

    def _unknown(self, reference: Reference, value: Any) -> Refused:
        """The same for a missing row and a hidden one."""
        if not isinstance(value, str) and identity(reference, value) is None:
            return unfit(f"It must be an id{' or a name' if reference.names else ''} ({reference.noun}).")
        by = "this id or name" if isinstance(value, str) and reference.names else "this id"
        problem = f"There is no {reference.noun} with {by} that the caller may see."
        if isinstance(value, str) and not reference.names and identity(reference, value) is None:
            problem = f"A {reference.noun} is given by its id here."
        return unfit(problem, code="reference")

    def _whole(self, problem: Problem, reference: Reference, value: Any, field: str) -> Problem:
        """The problem with its field, its value and the rows that would have worked."""
        problem = replace(problem, field=field, value=shown(value))
        if isinstance(problem.allowed, list):
            return problem
        # A text that no text field takes cannot be searched for either.
        like = value if isinstance(value, str) and problem.code != "type" else ""
        try:
            found = self._candidates(reference, like)
        except Unlisted:
            found = Found((), complete=True)
        near = naming.nearest(reference, found.rows, like, misses.LISTED)
        if problem.code == "type":
            shape = Shape("reference", reference=reference.name)
            examples = [row[reference.value] for row in near[:3]]
            return replace(problem, allowed=listing.allowed_schema(shape, self.catalog, examples))
        hint = problem.hint or naming.hint(reference, near, like, is_complete=found.complete)
        return replace(problem, allowed=naming.listed(near, reference), hint=hint)

    def _candidates(self, reference: Reference, like: str) -> Found:
        """The rows from which the nearest are chosen. An id is near to nothing, so one page will do for it."""
        if not reference.names or identity(reference, like) is not None or not fold(like) or len(like) > COMPARED:
            first = self._rows.listed(reference, pages=1)
            return Found(tuple(unique(iter(first.rows), reference.value)), first.complete)
        found = self._rows.listed(reference)
        rows = [*self._by_search(reference, like), *found.rows]
        if not found.complete and reference.search and (words := _WORD.findall(fold(like))):
            # What is misspelt is not found by its whole; mostly the beginning of its longest word is right.
            start = max(words, key=len)[:4]
            rows = [*self._rows.listed(reference, ((reference.search, start),), pages=1).rows, *rows]
        return Found(tuple(unique(iter(rows), reference.value)), found.complete)


def identity(reference: Reference, value: Any) -> Any:
    """The id that a value spells out; None where it spells none. Any text may be the id of a row with text ids."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        if reference.value_kind == "integer":
            return values.integer(value)
        if reference.value_kind == "uuid":
            return values.uuid_text(value)
        return values.string(value)
    except Refused:
        return None


def _is_filtered(reference: Reference) -> bool:
    """Whether ids are numbers or UUIDs, or a filter finds rows by them, so that no text needs a look of its own."""
    return reference.value_kind in ("integer", "uuid") or reference.value in reference.exact
