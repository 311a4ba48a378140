"""docs/mcp/tools.json <-> a Catalog.

The file is the truth about tools: versioned, written by `manage.py mcp_catalog`, read as a diff, one tool a block.
It depends on the code alone, never on the environment. Standard library only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mcpbridge import plain
from mcpbridge.exceptions import CatalogError
from mcpbridge.tools import Argument, Catalog, CommandTool, Exclusion, Reference, Shape, Tool

FORMAT = 1
NAME = re.compile(r"[a-z0-9_]{1,64}\Z")
ADDRESS = re.compile(r"(?:/(?:[^/{}\s?#\\]|\{[^{}/]+\})+)*/?")
"""An absolute path: segments of letters and placeholders, none of them empty."""
PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


def write(catalog: Catalog) -> str:
    """The file's text: deterministic, tools and references in the order of their names, ends with a newline."""
    return _pretty(_content(catalog))


def digest(catalog: Catalog) -> str:
    """What identifies the catalog's content, however its file is laid out: "sha256:" and 64 hexadecimal digits."""
    # Loaded where it is needed: an agent's server asks for it after its first answer.
    import hashlib

    canonical = json.dumps(_content(catalog), sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(canonical.encode()).hexdigest()}"


def _content(catalog: Catalog) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "health": catalog.health,
        "tools": _dumped(catalog.tools),
        "commands": _dumped(catalog.commands),
        "references": _dumped(catalog.references),
        "excluded": [plain.dump(item) for item in sorted(catalog.excluded, key=lambda item: item.operation)],
    }


def _dumped(entries: Mapping[str, Any]) -> list[Any]:
    return [plain.dump(entries[name]) for name in sorted(entries)]


def read(path: Path) -> Catalog:
    """The file's catalog. Raises CatalogError with a sentence that names the entry at fault."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CatalogError(
            f"The catalog {path.name} cannot be read ({error.strerror}); write it with: manage.py mcp_catalog"
        ) from error
    except UnicodeDecodeError as error:
        raise CatalogError(f"The catalog {path.name} is no UTF-8; write it with: manage.py mcp_catalog") from error
    return parse(text)


def parse(text: str) -> Catalog:
    """The catalog of a file's text. Raises CatalogError."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CatalogError(f"The catalog is not JSON: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise CatalogError(
            f"The catalog is not of format {FORMAT}; write it anew with the installed version: manage.py mcp_catalog"
        )
    try:
        tools = [plain.load(Tool, item, _named("tool", item)) for item in _entries(content, "tools")]
        rows = [plain.load(Reference, item, _named("reference", item)) for item in _entries(content, "references")]
        commands = [plain.load(CommandTool, item, _named("command", item)) for item in _entries(content, "commands")]
        health = plain.load(str, content.get("health", ""), "health")
        excluded = [plain.load(Exclusion, item, "exclusion") for item in _entries(content, "excluded")]
    except plain.Mismatch as mismatch:
        raise CatalogError(f"The catalog is wrong: {mismatch}.") from mismatch
    names_of_tools = [tool.name for tool in tools] + [tool.name for tool in commands]
    for kind, names in (("tool", names_of_tools), ("reference", [item.name for item in rows])):
        for name in names:
            if names.count(name) > 1:
                raise CatalogError(f"The catalog is wrong: two entries are called {kind} {name!r}.")
    catalog = Catalog(
        {tool.name: tool for tool in tools},
        {item.name: item for item in rows},
        tuple(excluded),
        {tool.name: tool for tool in commands},
        health,
    )
    for fault in faults(catalog):
        raise CatalogError(f"The catalog is wrong: {fault}.")
    return catalog


def faults(catalog: Catalog) -> Iterator[str]:
    """What does not hold together: sentences without their full stop."""
    addresses = [tool.operation.path for tool in catalog.tools.values()]
    addresses += [path for item in catalog.references.values() for path in (item.path, item.item_path, item.me)]
    for address in filter(None, [catalog.health, *addresses]):
        if not ADDRESS.fullmatch(address) or {".", ".."} & set(address.split("/")):
            yield f"{address[:80]!r} is no path of an API"
    for tool in catalog.tools.values():
        if not NAME.match(tool.name):
            yield f"tool {tool.name!r} must be named with 1 to 64 of a-z, 0-9 and _"
        names = [argument.name for argument in tool.arguments]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            yield f"tool {tool.name} has two arguments called {twice[0]!r}"
        in_path = [argument.key for argument in tool.arguments if argument.place == "path"]
        if sorted(in_path) != sorted(PLACEHOLDER.findall(tool.operation.path)):
            yield f"tool {tool.name} has path arguments {in_path} that do not fit {tool.operation.path}"
        if tool.read_back and tool.read_back not in catalog.tools:
            yield f"tool {tool.name} is read back by {tool.read_back!r}, which is no tool"
        for argument, reference in _referenced(tool.arguments):
            if reference not in catalog.references:
                yield f"tool {tool.name}, argument {argument.name}: {reference!r} is no reference"


def _entries(content: dict[str, Any], key: str) -> list[Any]:
    entries = content.get(key, [])
    if not isinstance(entries, list):
        raise plain.Mismatch(f"{key} must be a list")
    return entries


def _named(kind: str, item: Any) -> str:
    name = item.get("name") if isinstance(item, dict) else None
    return f"{kind} {name!r}"


def _referenced(arguments: tuple[Argument, ...]) -> Iterator[tuple[Argument, str]]:
    for argument in arguments:
        shape: Shape | None = argument.shape
        while shape is not None:
            if shape.kind == "reference":
                yield argument, shape.reference
            yield from _referenced(shape.members)
            shape = shape.item


def _pretty(value: Any, indent: int = 0) -> str:
    """JSON text in which whatever fits on a line stands on one line: made to be read as a diff."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= 118 or not isinstance(value, dict | list) or not value:
        return flat + ("\n" if indent == 0 else "")
    pad, inner = " " * indent, " " * (indent + 2)
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {_pretty(item, indent + 2)}" for key, item in value.items()]
        opening, closing = "{", "}"
    else:
        lines = [inner + _pretty(item, indent + 2) for item in value]
        opening, closing = "[", "]"
    return f"{opening}\n" + ",\n".join(lines) + f"\n{pad}{closing}" + ("\n" if indent == 0 else "")
