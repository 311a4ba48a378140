"""A question about rows -> the rows that the API's own list operation shows the caller.

Each question is asked once in a call, however many arguments need its answer, and there is a bound to everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from mcpbridge.serve.calls import Call, Reply
from mcpbridge.serve.running import Api
from mcpbridge.tools import Reference

Stored = Mapping[str, Any]
Query = tuple[tuple[str, str], ...]

MOST_PAGES = 10
MOST_ROWS = 1_000
MOST_REQUESTS = 200
"""Requests for names in one call. In process one takes some milliseconds."""

PAGE_SIZE = 100
"""Rows asked for in a page where the API does not say how many it gives."""


class Unlisted(Exception):
    """The rows cannot be seen. status: what the API answered; 0 where the bridge has asked often enough."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True)
class Found:
    """Rows of a list. complete: no bound left any out. total: as the API counts them; None where it does not."""

    rows: tuple[Stored, ...]
    complete: bool
    total: int | None = None


class Rows:
    """The lists of one call, asked as its caller."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._replies: dict[tuple[str, Query], Reply] = {}

    def listed(self, reference: Reference, query: Query = (), pages: int = MOST_PAGES) -> Found:
        """The rows that a list shows, over at most `pages` pages. Raises Unlisted, CallFailed."""
        paging = reference.paging
        size = min(paging.max_size or PAGE_SIZE, MOST_ROWS)
        sized = (*query, (paging.size, str(size))) if paging.size else query
        rows: list[Stored] = []
        step: Query | None = ()
        total, first = None, 0
        for _ in range(pages):
            reply = self._ask(reference.path, (*sized, *(step or ())), reference.list_tool)
            if rows and reply.status == 404:
                # A page beyond the last, where the list does not say which one that is.
                return Found(tuple(rows), complete=True, total=total)
            body = _json(reply)
            page = _rows(body, reference)
            rows += page
            first = first or len(page)
            total = _total(body, reference)
            step = _next(body, reference, step or (), len(page), len(page) < first, len(rows), total)
            if step is None:
                return Found(tuple(rows), complete=True, total=total)
            if len(rows) >= MOST_ROWS:
                break
        return Found(tuple(rows), complete=False, total=total)

    def one(self, reference: Reference, value: Any) -> Stored | None:
        """The row of a value through the retrieve operation; None where it is missing or hidden. Raises Unlisted."""
        text = str(value)
        if text in ("", ".", ".."):
            return None
        return self.at(reference.item_path.replace("{value}", quote(text, safe="")), reference)

    def at(self, path: str, reference: Reference) -> Stored | None:
        """The row that one address shows; None where it is missing or hidden. Raises Unlisted, CallFailed."""
        reply = self._ask(path, (), reference.list_tool)
        if reply.status in (401, 403, 404, 410):
            return None
        body = _json(reply)
        return body if isinstance(body, dict) else None

    def _ask(self, path: str, query: Query, tool: str) -> Reply:
        asked = (path, query)
        if asked not in self._replies:
            if len(self._replies) >= MOST_REQUESTS:
                raise Unlisted(0)
            call = Call("GET", path, query, tool=tool, request_id=self._api.request_id)
            self._replies[asked] = self._api.send(call)
        return self._replies[asked]


def _json(reply: Reply) -> Any:
    if not reply.ok:
        raise Unlisted(reply.status)
    try:
        return reply.json()
    except (ValueError, RecursionError):
        # Not JSON, or so long that it was cut: no rows can be read out of it.
        raise Unlisted(reply.status) from None


def _rows(body: Any, reference: Reference) -> list[Stored]:
    if isinstance(body, dict) and reference.paging.rows:
        body = body.get(reference.paging.rows)
    return [row for row in body if isinstance(row, dict)] if isinstance(body, list) else []


def _total(body: Any, reference: Reference) -> int | None:
    total = body.get(reference.paging.total) if isinstance(body, dict) and reference.paging.total else None
    return total if isinstance(total, int) else None


def _next(
    body: Any, reference: Reference, step: Query, on_page: int, is_short: bool, so_far: int, total: int | None
) -> Query | None:
    """The parameter of the next page; None after the last. step: that of this one. is_short: shorter than the first."""
    paging = reference.paging
    link = body.get("next", "") if isinstance(body, dict) else ""
    if paging.style == "none" or not on_page or is_short or link is None or (total is not None and so_far >= total):
        return None
    if paging.style == "cursor":
        cursors = parse_qs(urlsplit(link).query).get(paging.page) if isinstance(link, str) else None
        return ((paging.page, cursors[0]),) if cursors else None
    if paging.style == "offset":
        return ((paging.page, str(so_far)),)
    return ((paging.page, str(int(step[0][1]) + 1 if step else 2)),)


def unique(rows: Iterator[Stored], key: str) -> list[Stored]:
    """The rows that have a value under the key, each value once, in their order."""
    found: dict[str, Stored] = {}
    for row in rows:
        if isinstance(row.get(key), str | int):
            found.setdefault(str(row[key]), row)
    return list(found.values())
