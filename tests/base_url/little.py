"""A little catalog and the address of a server -> the bridge that calls its tools there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mcpbridge import catalog as catalogs
from mcpbridge.at_base_url import AtBaseUrl, Plan
from mcpbridge.serve.base_url import base_url
from mcpbridge.tools import Argument, Catalog, Operation, Safety, Shape, Tool

TOKEN = "mcpb_canary-token-0123456789"
READ = Safety("read", ("items:read",), read_only=True, destructive=False, idempotent=True, open_world=False)
WRITE = Safety("write", ("items:write",), read_only=False, destructive=False, idempotent=False, open_world=False)
TEXT = Shape("string")

ID = Argument("id", "path", "pk", Shape("integer"), required=True)
SLUG = Argument("slug", "path", "slug", TEXT)
QUERY = (
    Argument("search", "query", "search", TEXT),
    Argument("tags", "query", "tags", Shape("array", item=TEXT)),
    Argument("ids", "query", "ids", Shape("array", item=Shape("integer")), several="comma"),
    Argument("done", "query", "done", Shape("boolean")),
)


def _tool(name: str, operation: Operation, safety: Safety, *arguments: Argument, **more: Any) -> Tool:
    return Tool(name, name, name, operation, safety, True, True, arguments=arguments, **more)


TOOLS = (
    _tool("items_get", Operation("GET", "/api/items/{pk}/", "retrieve"), READ, ID),
    _tool("items_find", Operation("GET", "/api/items/", "action"), READ, *QUERY),
    _tool("items_create", Operation("POST", "/api/items/", "create"), WRITE, Argument("name", "body", "name", TEXT)),
    _tool("items_by_slug", Operation("GET", "/api/by/{slug}/", "retrieve"), READ, SLUG),
)  # fmt: skip


def catalog_file(folder: Path, health: str = "") -> Path:
    path = folder / "tools.json"
    path.write_text(catalogs.write(Catalog({tool.name: tool for tool in TOOLS}, health=health)), encoding="utf-8")
    return path


def bridge(url: str, folder: Path, *, health: str = "", token: str = TOKEN, **more: Any) -> AtBaseUrl:
    return AtBaseUrl(Plan(catalog_file(folder, health), base_url(url), token, **more))
