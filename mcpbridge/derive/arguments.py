"""An endpoint -> all arguments of its tool, each under a name of its own, and where the body's shape came from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rest_framework.settings import api_settings
from rest_framework.versioning import URLPathVersioning

from mcpbridge.derive.bodies import Body, body_of
from mcpbridge.derive.filters import query_arguments
from mcpbridge.derive.instances import field_at, kind_of_column, kind_of_key, model_of
from mcpbridge.derive.names import spelled
from mcpbridge.derive.operations import Endpoint
from mcpbridge.derive.references import PK, References
from mcpbridge.derive.relations import reference_or_value
from mcpbridge.derive.routes import PathKey
from mcpbridge.derive.serializers import NOTHING, OPEN, UNKNOWN, body_source, on_the_ladder
from mcpbridge.derive.texts import words
from mcpbridge.tools import Argument, Choice, Shape

OPEN_BODY = "body"
"""The name of the one argument that stands for a whole body whose fields are not known."""

_PARENT = re.compile(r"^(?:parent_lookup_)?(.+?)(?:__?(?:pk|id|uuid|slug))?$")


class Impossible(ValueError):
    """No call of the operation can be made by a tool. The text is a sentence's end: "it takes a bare list"."""


@dataclass(frozen=True)
class Arguments:
    """derived_from: the rung that the body stands on. notes: sentences for the tool's description."""

    all: tuple[Argument, ...]
    derived_from: str
    notes: tuple[str, ...] = ()


def arguments_of(endpoint: Endpoint, references: References, text_from: bool) -> Arguments:
    """text_from: the rows hold text of any length, which the bridge cuts. Raises Impossible."""
    in_path = [spelled(_path_argument(key, endpoint, references)) for key in endpoint.keys]
    body, derived_from = _body(endpoint, references)
    in_query = [spelled(argument) for argument in query_arguments(endpoint, references)]
    if text_from:
        in_query.append(_text_from())
    first_required = sorted(body.arguments, key=lambda argument: not argument.required)
    found = _apart([*in_path, *first_required, *in_query])
    return Arguments(tuple(_with_day(argument, endpoint) for argument in found), derived_from, body.left_out)


def _text_from() -> Argument:
    shape = Shape("integer", limits={"minimum": 0})
    return Argument("text_from", "window", "text_from", shape, description="where cut text goes on")


def _body(endpoint: Endpoint, references: References) -> tuple[Body, str]:
    source = body_source(endpoint)
    if source.kind == "nothing":
        return Body(), NOTHING
    partial = endpoint.handler == "partial_update"

    def read(serializer: Any) -> Body:
        return body_of(serializer, references, method=endpoint.method, partial=partial)

    found: Any = UNKNOWN
    rung = OPEN
    if source.kind == "given":
        found, rung = read(source.given), "serializer"
    elif source.kind == "view":
        found, rung = on_the_ladder(endpoint, read)
    if found is UNKNOWN:
        return _open_body(), OPEN
    if found.impossible:
        raise Impossible(found.impossible)
    return found, rung


def _open_body() -> Body:
    shape = Shape("object", open_keys=True)
    return Body((Argument(OPEN_BODY, "body", "", shape, description="the whole body; the API does not tell its keys"),))


def _path_argument(key: PathKey, endpoint: Endpoint, references: References) -> Argument:
    versioning = getattr(endpoint.view, "versioning_class", None)
    if versioning and issubclass(versioning, URLPathVersioning) and key.name == api_settings.VERSION_PARAM:
        allowed = tuple(Choice(str(version), str(version)) for version in versioning.allowed_versions or ())
        shape = Shape("choice", choices=allowed) if allowed else Shape("string")
        return Argument(key.name, "path", key.name, shape, required=True)
    if key.name in (endpoint.lookup_key, "pk"):
        name = "id" if key.name == "pk" else key.name
        return Argument(name, "path", key.name, Shape(kind_of_key(key, endpoint, model_of(endpoint))), required=True)
    return _parent_argument(key, endpoint, references)


def _parent_argument(key: PathKey, endpoint: Endpoint, references: References) -> Argument:
    """The row that a nested route is below: the one that the list before it shows, or that the model refers to."""
    match = _PARENT.match(key.name)
    name = match.group(1) if match else key.name
    shape, said = Shape(key.kind or "string"), f"id of the {words(name)}"
    column = field_at(model_of(endpoint), name)
    above = references.list_at(endpoint.path.partition("{" + key.name + "}")[0])
    model = model_of(above) if above else getattr(column, "related_model", None)
    if model is not None:
        lookup = getattr(above.view, "lookup_field", PK) if above else PK
        value = PK if lookup in (PK, model._meta.pk.name) else lookup
        kind = kind_of_column(field_at(model, lookup))
        # A read shows what the API shows; a write below a row that the caller may not see is asked about first.
        found = reference_or_value(model, value, kind, references, scoped=endpoint.method == "GET")
        shape, said = found if found[0].kind == "reference" or not key.kind else (shape, found[1])
    return Argument(name, "path", key.name, shape, required=True, description=said)


def _apart(arguments: Iterable[Argument]) -> list[Argument]:
    """Each argument under a name that no earlier one has: the path keeps its names."""
    prefixes = {"path": "in_", "body": "new_", "query": "filter_", "window": "window_"}
    taken: set[str] = set()
    kept = []
    for argument in arguments:
        name = argument.name
        while name in taken:
            name = prefixes[argument.place] + name
        taken.add(name)
        kept.append(replace(argument, name=name))
    return kept


def _with_day(argument: Argument, endpoint: Endpoint) -> Argument:
    day = endpoint.hint.day.get(argument.name)
    return replace(argument, shape=replace(argument.shape, day=day)) if day else argument
