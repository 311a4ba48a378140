"""The dataclasses of mcpbridge.tools -> a JSON Schema (2020-12) of the catalog file, docs/mcp/tools.schema.json.

It says what reading accepts (mcpbridge.plain): a key with a default may be left out, unknown keys are refused. Its
descriptions are the dataclasses' own docstrings.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import types
import typing
from collections.abc import Mapping
from typing import Any

from mcpbridge.catalog import FORMAT, NAME
from mcpbridge.tools import Catalog, CommandTool, Exclusion, Reference, Tool

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
_LABEL = re.compile(r"(?:^|(?<=[.;:] ))((?:\w+, )*\w+): ")


def file_schema() -> dict[str, Any]:
    """The schema of the whole file; each dataclass is one of its $defs."""
    definitions: dict[str, Any] = {}
    entries = {
        "tools": Tool, "commands": CommandTool, "references": Reference, "excluded": Exclusion,
    }  # fmt: skip
    lists = {key: {"type": "array", "items": _schema(kind, definitions)} for key, kind in entries.items()}
    definitions["Tool"]["properties"]["name"]["pattern"] = "^" + NAME.pattern.replace(r"\Z", "$")
    health = {"type": "string", "description": _said(Catalog)[1].get("health", "")}
    return {
        "$schema": DIALECT,
        "title": "The catalog of tools",
        "description": _said(Catalog)[0],
        "type": "object",
        "properties": {"format": {"const": FORMAT}, "health": health, **lists},
        "required": ["format"],
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }


def text() -> str:
    """The schema's file."""
    return json.dumps(file_schema(), indent=2, ensure_ascii=False) + "\n"


def _schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """What a value of a type looks like. Dataclasses are put into `definitions`."""
    if kind is Any:
        return {}
    if dataclasses.is_dataclass(kind):
        _define(typing.cast(type, kind), definitions)
        return {"$ref": f"#/$defs/{typing.cast(type, kind).__name__}"}
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return {"enum": list(inner)}
    if origin is tuple:
        return {"type": "array", "items": _schema(inner[0], definitions)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema(inner[1], definitions)}
    if origin in (typing.Union, types.UnionType):
        return _any_of([_schema(one, definitions) for one in inner])
    return {"type": _SCALARS[kind]}


def _any_of(schemas: list[dict[str, Any]]) -> dict[str, Any]:
    if all(schema.keys() == {"type"} for schema in schemas):
        return {"type": [schema["type"] for schema in schemas]}
    return {"anyOf": schemas}


def _define(kind: type, definitions: dict[str, Any]) -> None:
    if kind.__name__ in definitions:
        return
    # Named before it is made: a shape holds shapes.
    own: dict[str, Any] = {}
    definitions[kind.__name__] = own
    whole, of_fields = _said(kind)
    hints = typing.get_type_hints(kind)
    fields = {item.name: item for item in dataclasses.fields(kind)}
    own |= {
        "description": whole,
        "type": "object",
        "properties": {
            name: _schema(hints[name], definitions) | ({"description": of_fields[name]} if name in of_fields else {})
            for name in fields
        },
        "required": [name for name, item in fields.items() if _must_be_given(item)],
        "additionalProperties": False,
    }


def _must_be_given(item: dataclasses.Field[Any]) -> bool:
    return item.default is dataclasses.MISSING and item.default_factory is dataclasses.MISSING


def _said(kind: type) -> tuple[str, dict[str, str]]:
    """A docstring: what it says of the whole, and of each field that it names ("name: what it is.")."""
    names = {item.name for item in dataclasses.fields(kind)}
    whole: list[str] = []
    of_fields: dict[str, str] = {}
    for paragraph in (inspect.getdoc(kind) or "").split("\n\n"):
        plain = " ".join(paragraph.split())
        found = [label for label in _LABEL.finditer(plain) if set(label.group(1).split(", ")) <= names]
        ends = [*(label.start() for label in found), len(plain)]
        whole.append(plain[: ends[0]])
        for label, end in zip(found, ends[1:], strict=True):
            said = plain[label.end() : end].strip().rstrip(";")
            of_fields |= dict.fromkeys(label.group(1).split(", "), said)
    return " ".join(part.strip() for part in whole if part), of_fields
