"""Calls -> replies of a little API in memory: lists that are paged, filtered, searched and seen by some callers only.

It compares texts as SQLite does: exactly in a filter, and in a search without regard to the case of ASCII letters.
"""

from __future__ import annotations

import json
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from mcpbridge.serve.calls import Call, Reply

_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


@dataclass(frozen=True)
class Listing:
    """One resource. hidden: ids that only "staff" sees. style: that of its pages. status: answered to every list."""

    rows: Sequence[Mapping[str, Any]]
    key: str = "id"
    exact: tuple[str, ...] = ()
    search: tuple[str, ...] = ()
    style: str = "page"
    size: int = 100
    counts: bool = True
    hidden: frozenset[Any] = frozenset()
    me: Any = None
    status: int = 200


@dataclass
class LittleApi:
    """Remembers what it was asked: calls."""

    resources: Mapping[str, Listing]
    calls: list[tuple[Call, Any]] = field(default_factory=list)

    def send(self, call: Call, caller: Any) -> Reply:
        self.calls.append((call, caller))
        _, name, *rest = call.path.strip("/").split("/")
        listing = self.resources[name]
        seen = [row for row in listing.rows if caller == "staff" or row[listing.key] not in listing.hidden]
        if rest == ["me"]:
            return _one(seen, listing, str(listing.me))
        if rest:
            return _one(seen, listing, unquote(rest[0]))
        return _page(_found(seen, listing, dict(call.query)), listing, dict(call.query))

    @property
    def asked(self) -> list[str]:
        """Path and query of every call, readable."""
        return [
            call.path + ("?" + "&".join(f"{key}={value}" for key, value in call.query) if call.query else "")
            for call, _ in self.calls
        ]


def _found(rows: list[Mapping[str, Any]], listing: Listing, query: Mapping[str, str]) -> list[Mapping[str, Any]]:
    for key in listing.exact:
        if key in query:
            rows = [row for row in rows if str(row.get(key)) == query[key]]
    for word in query.get("search", "").replace(",", " ").split() if listing.search else ():
        wanted = word.translate(_LOWER)
        rows = [row for row in rows if any(wanted in str(row.get(key)).translate(_LOWER) for key in listing.search)]
    return rows


def _one(rows: list[Mapping[str, Any]], listing: Listing, wanted: str) -> Reply:
    for row in rows:
        if str(row[listing.key]) == wanted:
            return _reply(200, row)
    return _reply(404, {"detail": "Not found."})


def _page(rows: list[Mapping[str, Any]], listing: Listing, query: Mapping[str, str]) -> Reply:
    if listing.status != 200:
        return _reply(listing.status, {"detail": "No."})
    if listing.style == "none":
        return _reply(200, rows)
    size = min(int(query.get("size", 2)), listing.size)
    asked = query.get("page", "0" if listing.style == "offset" else "1")
    start = int(asked) if listing.style == "offset" else (int(asked) - 1) * size
    if listing.style == "page" and start and start >= len(rows):
        return _reply(404, {"detail": "Invalid page."})
    body: dict[str, Any] = {"results": rows[start : start + size]}
    if listing.counts:
        body["count"] = len(rows)
    if listing.style == "cursor":
        more = start + size < len(rows)
        body["next"] = f"http://inside/list/?page={int(asked) + 1}" if more else None
    return _reply(200, body)


def _reply(status: int, body: Any) -> Reply:
    return Reply(status, {"content-type": "application/json"}, json.dumps(body).encode())
