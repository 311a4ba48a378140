"""A good reply -> the structured result of a read: one item, a page of items, or a word on what came."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from mcpbridge.serve import cuts, media
from mcpbridge.serve.arguments import Prepared
from mcpbridge.serve.calls import Reply, Rules
from mcpbridge.tools import Paging, Tool

META_REQUEST_ID = "mcpbridge/request_id"
_CHARSET = re.compile(r"(?i)(?:utf|iso|latin|ascii|us-ascii|windows|cp|koi8|gb|big5|shift|euc)[A-Za-z0-9_-]*")
NO_JSON = object()
"""What json_of gives for a body that is no JSON (None is JSON's null, and an empty body)."""


@dataclass(frozen=True)
class Outcome:
    """What a tool call came to. content: the structured result, a JSON object. is_error: an agent must act on it.

    blocks: images and sounds, as MCP's content blocks.
    """

    content: dict[str, Any] = field(default_factory=dict)
    is_error: bool = False
    blocks: tuple[Mapping[str, Any], ...] = ()

    def as_result(self) -> dict[str, Any]:
        """The result of tools/call: what is to be seen or heard, then the same JSON as structure and as text.

        An error begins with a line for people.
        """
        content = self.content
        try:
            text = json.dumps(content, ensure_ascii=False, allow_nan=False)
        except ValueError:
            # Rare, so nobody looks for it beforehand: a number that the API wrote, and that no float can hold.
            content = _finite(content)
            text = json.dumps(content, ensure_ascii=False)
        texts = [text]
        if self.is_error:
            texts.insert(0, f"Error {self.content.get('http_status', '')}: {self.content.get('message', '')}")
        return {
            "content": [*self.blocks, *({"type": "text", "text": text} for text in texts)],
            "structuredContent": content,
            "isError": self.is_error,
            "_meta": {META_REQUEST_ID: self.content.get("request_id", "")},
        }


def request_id_of(reply: Reply, prepared: Prepared) -> str:
    """The id that the API answered with; where it has none, the one that was sent."""
    return reply.headers.get("x-request-id") or prepared.call.request_id


def json_of(reply: Reply) -> Any:
    """The body as JSON, None for an empty one, NO_JSON for anything else.

    NaN and infinities become null; all else is as it was sent.
    """
    if not reply.body:
        return None
    if not reply.is_json:
        return NO_JSON
    try:
        return json.loads(reply.body, parse_constant=lambda name: None)
    except (ValueError, RecursionError):
        return NO_JSON


def of_read(reply: Reply, tool: Tool, prepared: Prepared, rules: Rules) -> Outcome:
    """The result of a GET that the API answered."""
    answer = json_of(reply)
    paging = tool.operation.paging
    block = media.block(reply)
    if block is not None:
        content: dict[str, Any] = {"item": _by_size(reply)}
    elif answer is NO_JSON or answer is None:
        content = describe(reply, _text_from(tool, prepared))
    elif isinstance(answer, list):
        content = _windowed(answer, prepared, rules)
    elif paging is not None and isinstance(answer, dict) and isinstance(answer.get(paging.rows), list):
        content = _page(answer, paging, tool, prepared, rules, len(reply.body))
    else:
        content = {"item": cuts.long_texts_of_one(answer, _text_from(tool, prepared))}
    if prepared.notes:
        content["notes"] = [*content.get("notes", []), *prepared.notes]
    content["request_id"] = request_id_of(reply, prepared)
    return Outcome(content, blocks=() if block is None else (block,))


def describe(reply: Reply, text_from: int | None = None) -> dict[str, Any]:
    """What came, where it is no JSON: text as text, other bytes by type and size. text_from: as cuts.shorten has it."""
    if not reply.body:
        return {"item": None, "notes": [f"The API answered {reply.status} with nothing in it."]}
    kind = reply.media_type or "unknown"
    if (kind.startswith("text/") and kind != "text/html") or kind == "image/svg+xml":
        content: dict[str, Any] = {"item": {"type": kind, "text": cuts.shorten(_text(reply), text_from, cuts.ONE_TEXT)}}
        return content | ({"notes": [f"Only the first {len(reply.body):,} bytes were read."]} if reply.cut else {})
    return {"item": _by_size(reply), "notes": [f"The API answered {kind}, which is not shown{_why_not(reply)}."]}


def last_page(reply: Reply, paging: Paging) -> int | None:
    """The number of the last page, from the answer to the first."""
    answer = json_of(reply)
    if not reply.ok or not isinstance(answer, dict):
        return None
    total, rows = answer.get(paging.total), answer.get(paging.rows)
    if not isinstance(total, int) or not isinstance(rows, list):
        return None
    return max(1, -(-total // len(rows))) if rows else 1


def _windowed(rows: list[Any], prepared: Prepared, rules: Rules) -> dict[str, Any]:
    """A list that the API does not page: the bridge shows a window of it."""
    offset = prepared.window.get("offset", 0)
    limit = min(prepared.window.get("limit", rules.max_rows), rules.max_rows)
    shown = cuts.rows_that_fit(rows[offset : offset + limit], rules)
    more = offset + len(shown) < len(rows)
    following = {**prepared.given, "offset": offset + len(shown), "limit": limit} if more and shown else None
    return {"items": shown, "total": len(rows), "returned": len(shown), "next": following}


def _page(
    answer: Mapping[str, Any], paging: Paging, tool: Tool, prepared: Prepared, rules: Rules, size: int
) -> dict[str, Any]:
    """size: bytes of the whole answer."""
    rows = answer[paging.rows]
    total = answer.get(paging.total) if paging.total else None
    notes = []
    asked = prepared.sent.get(_named(tool, paging.size))
    if isinstance(asked, int) and paging.max_size and asked > paging.max_size:
        notes.append(f"{_named(tool, paging.size)} was cut to {paging.max_size}, the most that this list gives.")
    can_split = paging.style == "offset" or (paging.style == "page" and bool(paging.size))
    shown = cuts.rows_that_fit(rows, rules, size=size) if can_split else cuts.rows_squeezed(rows, rules)
    following = _next(answer, paging, tool, prepared)
    if len(shown) < len(rows):
        said = f"Only {len(shown)} of the page's {len(rows)} rows fit in one answer"
        if can_split:
            shown, following = _smaller_page(shown, rows, paging, tool, prepared, is_last=following is None)
            notes.append(f"{said}; next goes on after them.")
        else:
            notes.append(f"{said}; no page of this list can be made smaller: filters bring the others into sight.")
    content = {"items": shown, "total": total, "returned": len(shown), "next": following}
    return content | ({"notes": notes} if notes else {})


def _next(answer: Mapping[str, Any], paging: Paging, tool: Tool, prepared: Prepared) -> dict[str, Any] | None:
    """The arguments of the next page, from the address that the API gives for it."""
    address = answer.get("next")
    if not isinstance(address, str):
        return None
    try:
        value = parse_qs(urlsplit(address).query).get(paging.page, [""])[0]
        if not value:
            return None
        return {**prepared.given, _named(tool, paging.page): value if paging.style == "cursor" else int(value)}
    except ValueError:
        return None


def _smaller_page(
    shown: list[Any], rows: list[Any], paging: Paging, tool: Tool, prepared: Prepared, *, is_last: bool
) -> tuple[list[Any], dict[str, Any]]:
    """A page too large for one answer: the rows to show, and arguments that go on right after them."""
    if paging.style == "offset":
        start = prepared.sent.get(_named(tool, paging.page)) or 0
        return shown, {**prepared.given, _named(tool, paging.page): start + len(shown)}
    asked = prepared.sent.get(_named(tool, paging.size)) or paging.default_size or len(rows)
    # All pages but the last one are full, whatever size was asked for.
    size = min(asked, paging.max_size or asked) if is_last else len(rows)
    start = ((prepared.sent.get(_named(tool, paging.page)) or 1) - 1) * size
    fitting = next(count for count in range(len(shown), 0, -1) if start % count == 0)
    following = {_named(tool, paging.page): start // fitting + 2, _named(tool, paging.size): fitting}
    return shown[:fitting], {**prepared.given, **following}


def _named(tool: Tool, key: str) -> str:
    """The argument that carries a query parameter; the parameter's own name where none does."""
    return next((item.name for item in tool.arguments if item.place == "query" and item.key == key), key)


def _text_from(tool: Tool, prepared: Prepared) -> int | None:
    """From where long texts are shown; None where the tool has no argument for it, so nothing can go on."""
    can_go_on = any(argument.place == "window" and argument.key == "text_from" for argument in tool.arguments)
    return prepared.window.get("text_from", 0) if can_go_on else None


def _by_size(reply: Reply) -> dict[str, Any]:
    return {"type": reply.media_type or "unknown", "bytes": len(reply.body)}


def _why_not(reply: Reply) -> str:
    if media.is_too_large(reply):
        return f": it is larger than {media.LARGEST:,} bytes"
    if reply.cut:
        return f": it is larger than {len(reply.body):,} bytes. Ask for less, by filters or a smaller page"
    return ": it cannot be read" if reply.is_json else ""


def _finite(value: Any) -> Any:
    """A JSON value with null in the place of numbers that JSON cannot write."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _text(reply: Reply) -> str:
    charset = reply.headers.get("content-type", "").partition("charset=")[2].partition(";")[0].strip(" \"'")
    try:
        # Some of Python's encodings are none of text, and some take time out of all proportion.
        return reply.body.decode(charset if _CHARSET.fullmatch(charset) else "utf-8", "replace")
    except LookupError:
        return reply.body.decode("utf-8", "replace")
