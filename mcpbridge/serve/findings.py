"""The body of an API's refusal, in whatever shape -> one list of problems, each with what would have worked.

Understood are RFC 9457 with an `errors` list, {errors: [{attr, code, detail}]}, DRF's dictionaries of fields (nested,
or wrapped in one key such as validation_errors), lists of {id or field, message} and plain texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from mcpbridge.exceptions import Problem
from mcpbridge.secrecy import HIDDEN, is_secret, redact, sounds_secret
from mcpbridge.serve.arguments import Prepared
from mcpbridge.serve.calls import Reply
from mcpbridge.serve.folding import clean
from mcpbridge.serve.mends import Spot, another, what_works
from mcpbridge.serve.references import Names
from mcpbridge.serve.refused import shown
from mcpbridge.tools import Argument, Shape, Tool

PROBLEM = "application/problem+json"
SENTENCE = 500
"""Characters of one sentence of the API's."""
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
    """One thing that the API says. field: its own dotted path, "" for the whole. value: what it says was given."""

    field: str
    text: str
    code: str = ""
    allowed: Any = None
    value: Any = None


def of_reply(reply: Reply, body: Any, tool: Tool, prepared: Prepared, names: Names) -> tuple[Problem, ...]:
    """The problems that a refusal names; none where it only says that it refuses. body: the reply's JSON."""
    if reply.media_type == PROBLEM and isinstance(body, Mapping):
        body = body.get("errors", [])
    found = {(item.field, item.text): item for item in _findings(body, "")}
    # An API's sentence may quote what somebody stored, so it is told like any stored text: on one line, nothing unseen.
    told = (replace(item, text=clean(item.text, SENTENCE)) for item in found.values())
    return tuple(_problem(item, tool, prepared, names) for item in told)


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
                return clean(body[key], SENTENCE)
    return clean(body, SENTENCE) if isinstance(body, str) else ""


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
    code = code if isinstance(code, str) else ""
    return Finding(_join(field, named), text, code, item.get("allowed"), item.get("value"))


def _join(field: str, key: str) -> str:
    if key in WHOLE:
        return field
    return f"{field}.{key}" if field else key


def _problem(finding: Finding, tool: Tool, prepared: Prepared, names: Names) -> Problem:
    together = _unique_set(finding, tool)
    if together:
        return _not_unique(finding, together, tool, prepared)
    path = finding.field.split(".") if finding.field else []
    argument = _argument(tool, path[0]) if path else None
    if argument is None:
        given = HIDDEN if any(map(sounds_secret, path)) and finding.value is not None else shown(finding.value)
        return Problem(finding.field, given, finding.code or "invalid", finding.text, finding.allowed)
    spot = _spot(argument, path[1:], prepared.given.get(argument.name))
    code = _CODES.get(finding.code, finding.code) or ("unique" if _UNIQUE.search(finding.text) else "invalid")
    allowed, hint = what_works(finding.allowed, code, spot, names)
    return Problem(spot.field, spot.value, code, finding.text, allowed, hint)


def _unique_set(finding: Finding, tool: Tool) -> tuple[str, ...]:
    """The keys that must be unique together, where that is what a finding on the whole is about."""
    if finding.field or finding.code not in ("unique", ""):
        return ()
    if not finding.code and not _UNIQUE.search(finding.text):
        return ()
    return next((keys for keys in tool.unique_sets if all(key in finding.text for key in keys)), ())


def _not_unique(finding: Finding, together: tuple[str, ...], tool: Tool, prepared: Prepared) -> Problem:
    arguments = [_argument(tool, key) for key in together]
    named = [argument.name if argument else key for argument, key in zip(arguments, together, strict=True)]
    last = arguments[-1]
    spot = _spot(last, [], prepared.given.get(last.name)) if last else Spot(together[-1], None, None, is_whole=False)
    hint = f"Change one of {', '.join(named)}: another row has these values together already."
    return Problem(spot.field, spot.value, "unique", finding.text, another(spot), hint)


def _argument(tool: Tool, key: str) -> Argument | None:
    """The argument that carries the API's key, a body field first."""
    places = ("body", "query", "path")
    found = [argument for argument in tool.arguments if argument.key == key]
    return min(found, key=lambda item: places.index(item.place) if item.place in places else 9, default=None)


def _spot(argument: Argument, path: list[str], given: Any) -> Spot:
    """Where a path of the API's own keys leads, from an argument and what was given for it."""
    names, value, hidden = [argument.name], given, is_secret(argument)
    shape: Shape | None = argument.shape
    for key in path:
        member = next((one for one in shape.members if key in (one.key, one.name)), None) if shape else None
        names.append(member.name if member else key)
        hidden = hidden or (is_secret(member) if member else sounds_secret(key))
        value = _inside(value, names[-1])
        shape = member.shape if member else shape.item if shape else None
    told = value if value is None else HIDDEN if hidden else shown(redact(shape, value))
    return Spot(".".join(names), shape, told, is_whole=value is not None and told == value)


def _inside(value: Any, name: str) -> Any:
    if isinstance(value, list) and name.isdecimal() and int(name) < len(value):
        return value[int(name)]
    return value.get(name) if isinstance(value, Mapping) else None
