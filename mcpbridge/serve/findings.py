"""The body of an API's refusal, in whatever shape -> one list of problems, each with what would have worked.

Understood are RFC 9457 with an `errors` list, {errors: [{attr, code, detail}]}, DRF's dictionaries of fields (nested,
or wrapped in one key such as validation_errors), lists of {id or field, message} and plain texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge import listing
from mcpbridge.exceptions import CallFailed, Problem
from mcpbridge.serve.arguments import Prepared
from mcpbridge.serve.calls import Reply
from mcpbridge.serve.references import Names
from mcpbridge.tools import Argument, Reference, Shape, Tool

PROBLEM = "application/problem+json"
WHOLE = ("non_field_errors", "__all__", "detail", "")
_WRAPPERS = ("validation_errors", "errors", "field_errors")
_TEXTS = ("detail", "message", "msg", "error")
_FIELDS = ("field", "attr", "parameter", "id")
_UNIQUE = re.compile(r"already exists|must be unique|make a unique set|must be unique together", re.IGNORECASE)
_CODES = {
    "required": "missing", "null": "type", "invalid_choice": "choice", "does_not_exist": "reference",
    "incorrect_type": "type", "max_length": "limit", "min_length": "limit", "max_value": "limit", "min_value": "limit",
    "max_digits": "limit", "max_decimal_places": "limit", "max_whole_digits": "limit", "blank": "limit",
    "not_a_list": "type", "empty": "limit",
}  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """One thing that the API says. field: its own dotted path, "" for the whole."""

    field: str
    text: str
    code: str = ""
    allowed: Any = None


def of_reply(reply: Reply, body: Any, tool: Tool, prepared: Prepared, names: Names) -> tuple[Problem, ...]:
    """The problems that a refusal names; none where it only says that it refuses. body: the reply's JSON."""
    if reply.media_type == PROBLEM and isinstance(body, Mapping):
        body = body.get("errors", [])
    found = {(item.field, item.text): item for item in _findings(body, "")}
    return tuple(_problem(item, tool, prepared, names) for item in found.values())


def unchecked(reply: Reply) -> tuple[str, ...]:
    """What an API that checks in two steps has not looked at yet."""
    if reply.status != 400 or reply.media_type == PROBLEM:
        return ()
    return ("Rules between fields may be checked by the API only once every field is right.",)


def summary(body: Any) -> str:
    """The sentence with which a refusal explains itself; "" where it has none."""
    if isinstance(body, Mapping):
        for key in (*_TEXTS, "title"):
            if isinstance(body.get(key), str):
                return str(body[key])[:500]
    return body[:500] if isinstance(body, str) else ""


def _findings(body: Any, field: str) -> Iterator[Finding]:
    if isinstance(body, str):
        yield Finding(field, body)
    elif isinstance(body, list):
        for index, item in enumerate(body):
            if isinstance(item, Mapping) and (one := _explicit(item, field)):
                yield one
            elif item:
                yield from _findings(item, field if isinstance(item, str) else _join(field, str(index)))
    elif isinstance(body, Mapping):
        if not field and (wrapped := next((body[key] for key in _WRAPPERS if body.get(key)), None)) is not None:
            yield from _findings(wrapped, field)
        elif not field and _only_refuses(body):
            return
        else:
            for key, item in body.items():
                yield from _findings(item, _join(field, key))


def _only_refuses(body: Mapping[str, Any]) -> bool:
    """Whether a body says no more than that it refuses. Fields may be called title or code: their faults are lists."""
    plain = all(not isinstance(item, list | Mapping) for item in body.values())
    return plain and set(body) <= {"detail", "code", "message", "status_code", "type", "title", "status"}


def _explicit(item: Mapping[str, Any], field: str) -> Finding | None:
    """An entry that names field and fault by members of its own."""
    text = next((item[key] for key in _TEXTS if isinstance(item.get(key), str)), None)
    if text is None:
        return None
    known: Mapping[str, Any] = item | item["metadata"] if isinstance(item.get("metadata"), dict) else item
    named = next((known[key] for key in _FIELDS if isinstance(known.get(key), str)), "")
    if not named and isinstance(known.get("pointer"), str):
        named = known["pointer"].removeprefix("#").strip("/").replace("/", ".")
    code = item.get("code")
    return Finding(_join(field, named), text, code if isinstance(code, str) else "", item.get("allowed"))


def _join(field: str, key: str) -> str:
    if key in WHOLE:
        return field
    return f"{field}.{key}" if field else key


def _problem(finding: Finding, tool: Tool, prepared: Prepared, names: Names) -> Problem:
    together = _unique_set(finding, tool)
    if together:
        return _not_unique(finding, together, prepared)
    path = finding.field.split(".") if finding.field else []
    argument = _argument(tool, path[0]) if path else None
    if argument is None:
        return Problem(finding.field, None, finding.code or "invalid", finding.text, finding.allowed)
    named = ".".join([argument.name, *path[1:]])
    value = "(hidden)" if argument.secret else _value_at(prepared.given.get(argument.name), path[1:])
    shape = _shape_at(argument.shape, path[1:])
    code = _CODES.get(finding.code, finding.code) or ("unique" if _UNIQUE.search(finding.text) else "invalid")
    allowed, hint = _what_works(finding, code, shape, value, names)
    return Problem(named, value, code, finding.text, allowed, hint)


def _what_works(finding: Finding, code: str, shape: Shape | None, value: Any, names: Names) -> tuple[Any, str]:
    if finding.allowed is not None:
        return finding.allowed, ""
    if code == "unique":
        return {"not": {"const": value}}, "Another row has this value already: choose another one."
    if shape is None:
        return None, ""
    if shape.kind == "choice":
        return [{"value": choice.code, "label": choice.label} for choice in shape.choices[:20]], ""
    if shape.kind == "reference":
        reference = names.catalog.references[shape.reference]
        hint = f"Give the id or name of a {reference.noun} that you may see; {reference.list_tool} lists them."
        return _candidates(names, reference, value), hint
    return listing.value_schema(shape, names.catalog) | dict(shape.limits), ""


def _candidates(names: Names, reference: Reference, value: Any) -> list[dict[str, Any]] | None:
    try:
        return names.candidates(reference, str(value))
    except CallFailed:
        # The refusal that is being told must not be lost for want of suggestions.
        return None


def _unique_set(finding: Finding, tool: Tool) -> tuple[str, ...]:
    if finding.code not in ("unique", "") or not _UNIQUE.search(finding.text) and finding.code != "unique":
        return ()
    return next(
        (keys for keys in tool.unique_sets if not finding.field and all(key in finding.text for key in keys)), ()
    )


def _not_unique(finding: Finding, together: tuple[str, ...], prepared: Prepared) -> Problem:
    last = together[-1]
    value = prepared.given.get(last)
    hint = f"Change one of {', '.join(together)}: another row has these values together already."
    return Problem(last, value, "unique", finding.text, {"not": {"const": value}}, hint)


def _argument(tool: Tool, key: str) -> Argument | None:
    """The argument that carries the API's key, a body field first."""
    places = ("body", "query", "path")
    found = [argument for argument in tool.arguments if argument.key == key]
    return min(found, key=lambda item: places.index(item.place) if item.place in places else 9, default=None)


def _shape_at(shape: Shape | None, path: list[str]) -> Shape | None:
    for key in path:
        if shape is None:
            return None
        members = {member.key: member.shape for member in shape.members}
        shape = shape.item if key.isdigit() else members.get(key, shape.item)
    return shape


def _value_at(value: Any, path: list[str]) -> Any:
    for key in path:
        if isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, Mapping):
            value = value.get(key)
        else:
            return None
    return value[:200] if isinstance(value, str) else value
