"""A tool's listed schema, a call and its refusal -> the call repaired, as a program does it that knows no domain.

All it reads of a refusal are the structured fields of its errors: code, field and allowed. All it knows of a tool is
its inputSchema. It draws no sense from texts, names or earlier answers.
"""

from __future__ import annotations

import copy
import difflib
from collections.abc import Mapping
from typing import Any

SAMPLES = {"string": "text", "integer": 1, "number": 1, "boolean": True, "null": None}
SAMPLE_OF_FORMAT = {"date": "2026-01-15", "uuid": "00000000-0000-4000-8000-000000000000"}
SAME_WORD = 0.6


class Unmendable(Exception):
    """An error that gives a program nothing to go by."""


def working_call(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The smallest call that a schema allows."""
    properties = schema["properties"]
    return {name: sample(properties[name]) for name in schema.get("required", ())}


def repaired(schema: Mapping[str, Any], arguments: Mapping[str, Any], refusal: Mapping[str, Any]) -> dict[str, Any]:
    """The same call with every error mended. Raises Unmendable, naming the error that cannot be."""
    mended = copy.deepcopy(dict(arguments))
    settled: set[str] = set()
    # Renaming first, so that a value that had the wrong name is there before its right name is missed.
    for error in sorted(refusal["errors"], key=lambda error: error["code"] != "unknown"):
        field = error["field"]
        if error["code"] == "unknown":
            _rename(mended, field, error["allowed"], settled)
        elif field not in settled:
            settled.add(field)
            given = _at(mended, field)
            _put(mended, field, fitting(error["allowed"], given, _schema_at(schema, field), error))
    return mended


def fitting(allowed: Any, given: Any, schema: Mapping[str, Any], error: Mapping[str, Any]) -> Any:
    """A value that `allowed` says would have worked, as near to the given one as it tells."""
    if isinstance(allowed, list) and allowed:
        return allowed[0]["value"]
    if not isinstance(allowed, Mapping) or not allowed:
        raise Unmendable(f"{error['field'] or 'the call'}: {error['code']}: {error['problem']}")
    if allowed.get("examples"):
        return allowed["examples"][0]
    if "enum" in allowed:
        return allowed["enum"][0]
    if isinstance(allowed.get("not"), Mapping):
        return another(allowed["not"].get("const"), schema)
    if isinstance(given, str) and len(given) > allowed.get("maxLength", len(given)):
        return given[: allowed["maxLength"]]
    if isinstance(given, int | float) and not isinstance(given, bool) and {"minimum", "maximum"} & set(allowed):
        return min(max(given, allowed.get("minimum", given)), allowed.get("maximum", given))
    return sample(allowed)


def another(value: Any, schema: Mapping[str, Any]) -> Any:
    """A value of the same kind that is not this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    text = str(value)
    longest = next((kind["maxLength"] for kind in _kinds(schema) if "maxLength" in kind), len(text) + 1)
    return f"{text[: longest - 1]}{'y' if text[longest - 1 :] == 'x' else 'x'}"


def sample(schema: Mapping[str, Any]) -> Any:
    """A small value of a schema."""
    for key in ("examples", "enum"):
        if schema.get(key):
            return schema[key][0]
    if "default" in schema:
        return schema["default"]
    kind = _kinds(schema)[0]
    if kind is not schema:
        return sample(kind)
    if schema.get("type") == "array":
        return [sample(schema.get("items", {}))] * schema.get("minItems", 0)
    if schema.get("type") == "object":
        return working_call({"properties": schema.get("properties", {}), "required": schema.get("required", ())})
    if schema.get("type") == "string":
        text = SAMPLE_OF_FORMAT.get(schema.get("format", ""), SAMPLES["string"])
        return text[: schema.get("maxLength", len(text))].ljust(schema.get("minLength", 0), "x")
    value = SAMPLES.get(schema.get("type", "string"))
    return max(value, schema["minimum"]) if "minimum" in schema else value


def _kinds(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The alternatives of a schema that are not null; the schema itself where it has none."""
    return [kind for kind in schema.get("anyOf", ()) if kind.get("type") != "null"] or [schema]


def _rename(mended: dict[str, Any], field: str, allowed: Any, settled: set[str]) -> None:
    """An unknown name takes its value to the nearest name that is free; one that is near to none is dropped."""
    *above, name = field.split(".")
    holder = _at(mended, ".".join(above)) if above else mended
    value = holder.pop(name)
    for item in allowed or ():
        meant = item["value"]
        if meant not in holder and difflib.SequenceMatcher(None, name, meant).ratio() >= SAME_WORD:
            holder[meant] = value
            settled.add(".".join([*above, meant]))
            return


def _at(value: Any, field: str) -> Any:
    for key in field.split(".") if field else ():
        if isinstance(value, list):
            value = value[int(key)] if key.isdigit() and int(key) < len(value) else None
        else:
            value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _put(value: Any, field: str, new: Any) -> None:
    *above, last = field.split(".")
    holder = _at(value, ".".join(above)) if above else value
    if isinstance(holder, list):
        holder[int(last)] = new
    elif isinstance(holder, dict):
        holder[last] = new
    else:
        raise Unmendable(f"{field} stands in something that has no parts")


def _schema_at(schema: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    for key in field.split(".") if field else ():
        kind = _kinds(schema)[0]
        inner = kind.get("items") if key.isdigit() else kind.get("properties", {}).get(key)
        extra = kind.get("additionalProperties")
        schema = inner or (extra if isinstance(extra, Mapping) else {})
    return schema
