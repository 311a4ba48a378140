"""A list's paginator -> how its rows come in pages, and the query arguments that turn them."""

from __future__ import annotations

from typing import Any

from rest_framework.pagination import CursorPagination, LimitOffsetPagination, PageNumberPagination

from mcpbridge.derive.instances import attempt, view_of
from mcpbridge.derive.operations import Endpoint
from mcpbridge.tools import Argument, Paging, Shape

_ROWS: Any = {"type": "array", "x-these": "rows"}
_TOTALS = ("count", "total", "total_count", "totalCount")


def paging_of(endpoint: Endpoint) -> Paging:
    """Style "none" where there is no paginator, or one that is not DRF's or made of it."""
    paginator = attempt(lambda: getattr(view_of(endpoint), "paginator", None), None)
    if paginator is None:
        return Paging()
    rows, total = _keys(paginator)
    if isinstance(paginator, LimitOffsetPagination):
        return Paging(
            style="offset",
            page=paginator.offset_query_param,
            size=paginator.limit_query_param or "",
            default_size=paginator.default_limit or 0,
            max_size=paginator.max_limit or 0,
            rows=rows,
            total=total,
        )
    if not isinstance(paginator, PageNumberPagination | CursorPagination):
        return Paging(rows=rows, total=total)
    size = paginator.page_size_query_param or ""
    if not paginator.page_size and not size:
        return Paging()
    by_number = isinstance(paginator, PageNumberPagination)
    return Paging(
        style="page" if by_number else "cursor",
        page=getattr(paginator, "page_query_param" if by_number else "cursor_query_param"),
        size=size,
        default_size=paginator.page_size or 0,
        max_size=(paginator.max_page_size or 0) if size else 0,
        rows=rows,
        total=total,
    )


def paging_arguments(paging: Paging) -> list[Argument]:
    """The query arguments of a paged list, or the window that the bridge itself cuts out of an unpaged one."""
    if paging.style == "none":
        return [
            Argument("offset", "window", "offset", Shape("integer", limits={"minimum": 0})),
            Argument("limit", "window", "limit", Shape("integer", limits={"minimum": 1})),
        ]
    if paging.style == "cursor":
        turning = Argument(paging.page, "query", paging.page, Shape("string"), description="from the answer before")
    else:
        first = 1 if paging.style == "page" else 0
        turning = Argument(paging.page, "query", paging.page, Shape("integer", limits={"minimum": first}))
    if not paging.size:
        return [turning]
    at_most = f"at most {paging.max_size}" if paging.max_size else ""
    # No maximum: the API takes a larger number and gives fewer rows.
    shape = Shape("integer", limits={"minimum": 1})
    return [turning, Argument(paging.size, "query", paging.size, shape, description=at_most)]


def _keys(paginator: Any) -> tuple[str, str]:
    """The keys of an answer that hold its rows and their number, as the paginator's own schema tells."""
    schema = attempt(lambda: paginator.get_paginated_response_schema(_ROWS), {})
    properties = schema.get("properties", {})
    rows = next((key for key, value in properties.items() if value is _ROWS or value == _ROWS), "")
    return rows, next((key for key in _TOTALS if key in properties), "")
