"""A tool of the catalog -> the tool as tools/list shows it.

The list is paid for in an agent's context, so it says each thing once and briefly. No alternatives at the root and
no oneOf anywhere: some clients refuse a whole session for them. Standard library only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcpbridge.tools import Argument, Catalog, CommandTool, Shape, Tool

META_LEVEL = "mcpbridge/level"
CHOICES_SHOWN = 30

_TYPES = {
    "integer": "integer", "number": "number", "string": "string", "boolean": "boolean", "date": "string",
    "datetime": "string", "time": "string", "duration": "string", "uuid": "string", "array": "array",
    "object": "object",
}  # fmt: skip
_FORMATS = {"date": "date", "uuid": "uuid"}
_SAID = {
    "datetime": "date or date-time",
    "time": "HH:MM[:SS]",
    "duration": "[days ]HH:MM:SS",
}
_LIMITS = ("minLength", "maxLength", "pattern", "minimum", "maximum", "minItems", "maxItems")


def listed(tool: Tool | CommandTool, catalog: Catalog) -> dict[str, Any]:
    """The entry of tools/list: name, title, description, inputSchema, annotations and the level in _meta."""
    safety = tool.safety
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": input_schema(tool, catalog),
        "annotations": {
            "readOnlyHint": safety.read_only,
            "destructiveHint": safety.destructive,
            "idempotentHint": safety.idempotent,
            "openWorldHint": safety.open_world,
        },
        "_meta": {META_LEVEL: safety.level},
    }


def input_schema(tool: Tool | CommandTool, catalog: Catalog) -> dict[str, Any]:
    """JSON Schema (2020-12) of a tool's arguments; a command takes none."""
    if isinstance(tool, CommandTool):
        return _object((), catalog)
    return dict(tool.schema) if tool.schema is not None else _object(tool.arguments, catalog)


def allowed_schema(shape: Shape, catalog: Catalog, examples: Sequence[Any] = ()) -> dict[str, Any]:
    """JSON Schema of one value, as a problem shows what would have worked: what it allows stands in its description.

    examples: values that work, the likeliest first.
    """
    schema, said = _schema(shape, catalog)
    if said:
        schema["description"] = said
    if examples:
        schema["examples"] = list(examples)
    return schema


def _object(arguments: tuple[Argument, ...], catalog: Catalog) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {argument.name: _property(argument, catalog) for argument in arguments},
    }
    if required := [argument.name for argument in arguments if argument.required]:
        schema["required"] = required
    schema["additionalProperties"] = False
    return schema


def _property(argument: Argument, catalog: Catalog) -> dict[str, Any]:
    schema, said = _schema(argument.shape, catalog)
    text = ". ".join(part for part in (argument.description.rstrip("."), said) if part)
    if text:
        schema["description"] = text
    if argument.has_default:
        schema["default"] = argument.default
    return schema


def _schema(shape: Shape, catalog: Catalog) -> tuple[dict[str, Any], str]:
    """The schema and what its description must say: allowed values, names, forms."""
    kinds, said = _alternatives(shape, catalog)
    if shape.nullable:
        kinds.append({"type": "null"})
    return (kinds[0] if len(kinds) == 1 else {"anyOf": kinds}), said


def _alternatives(shape: Shape, catalog: Catalog) -> tuple[list[dict[str, Any]], str]:
    limits = {key: shape.limits[key] for key in _LIMITS if key in shape.limits}
    if shape.kind == "reference":
        reference = catalog.references[shape.reference]
        kind = {"type": _TYPES.get(reference.value_kind, "string")}
        by_name = "id or name" if reference.names else f"id, see {reference.list_tool}"
        said = f"{reference.noun}: {by_name}{', or me' if reference.me else ''}"
        return [kind] if not reference.names or kind["type"] == "string" else [kind, {"type": "string"}], said
    if shape.kind == "choice":
        return _choice(shape)
    if shape.kind == "decimal":
        # What a text means no keyword can bound, so the words say it as well.
        return [{"type": "number", **limits}, {"type": "string"}], _decimal(shape)
    if shape.kind == "json":
        # Some clients refuse an object that says nothing of its keys, and an array whose items are not of one type. So
        # the likeliest array stands for all: the words tell that others are taken as well.
        plain = [{"type": name} for name in ("string", "number", "boolean")]
        array = {"type": "array", "items": {"type": "string"}}
        return [{"type": "object", "properties": {}}, *plain, array], "any JSON"
    if shape.kind == "array":
        item, said = _schema(shape.item, catalog) if shape.item else ({"type": "string"}, "")
        return [{"type": "array", "items": item, **limits}], said
    if shape.kind == "object":
        return [_members(shape, catalog)], ""
    schema: dict[str, Any] = {"type": _TYPES[shape.kind]}
    if shape.kind in _FORMATS:
        schema["format"] = _FORMATS[shape.kind]
    return [schema | limits], _SAID.get(shape.kind, "")


def _members(shape: Shape, catalog: Catalog) -> dict[str, Any]:
    if not shape.open_keys:
        return _object(shape.members, catalog)
    schema = _object(shape.members, catalog) | {"additionalProperties": True}
    if shape.item:
        schema["additionalProperties"] = _schema(shape.item, catalog)[0]
    return schema


def _choice(shape: Shape) -> tuple[list[dict[str, Any]], str]:
    """Codes and labels are both taken, so an enum would tell a strict client less than the truth, unless they agree."""
    choices = shape.choices
    codes = [choice.code for choice in choices]
    if all(str(choice.code) == choice.label for choice in choices) and all(isinstance(code, str) for code in codes):
        return [{"type": "string", "enum": codes}], ""
    shown = ", ".join(_pair(choice.code, choice.label) for choice in choices[:CHOICES_SHOWN])
    more = f" and {len(choices) - CHOICES_SHOWN} more" if len(choices) > CHOICES_SHOWN else ""
    numeric = all(isinstance(code, int) and not isinstance(code, bool) for code in codes)
    return [{"type": "integer"}, {"type": "string"}] if numeric else [{"type": "string"}], shown + more


def _pair(code: Any, label: str) -> str:
    return str(code) if str(code) == label else f"{code}={label}"


def _decimal(shape: Shape) -> str:
    digits, places = shape.limits.get("maxDigits"), shape.limits.get("decimalPlaces")
    least, most = shape.limits.get("minimum"), shape.limits.get("maximum")
    said = ["decimal"]
    if digits is not None and places is not None:
        said.append(f"{digits - places} digits before and {places} after the point")
    if least is not None and most is not None:
        said.append(f"{least} to {most}")
    elif least is not None:
        said.append(f"at least {least}")
    elif most is not None:
        said.append(f"at most {most}")
    return ", ".join(said)
