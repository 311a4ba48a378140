"""An endpoint's filter backends and paginator -> its query arguments."""

from __future__ import annotations

from typing import Any

from rest_framework.filters import OrderingFilter, SearchFilter

from mcpbridge.derive.annotations import annotated_query
from mcpbridge.derive.backends import (
    HAS_DJANGO_FILTER,
    backends_of,
    filters_of,
    is_django_filter,
    search_parameter,
    takes_filters,
)
from mcpbridge.derive.instances import attempt, model_of, view_of
from mcpbridge.derive.operations import Endpoint
from mcpbridge.derive.paging import paging_arguments, paging_of
from mcpbridge.derive.references import References
from mcpbridge.derive.texts import english
from mcpbridge.tools import Argument, Choice, Kind, Shape

if HAS_DJANGO_FILTER:
    from mcpbridge.derive.filtersets import arguments_of

_TYPES: dict[str, Kind] = {"integer": "integer", "number": "number", "boolean": "boolean"}


def query_arguments(endpoint: Endpoint, references: References) -> list[Argument]:
    """What may stand in the query, filters first; the first argument of a name counts."""
    found = []
    if takes_filters(endpoint):
        for backend in backends_of(endpoint):
            found += attempt(_of_backend, [], backend, endpoint, references)
        if endpoint.action == "list" or "pagination_class" in endpoint.initkwargs:
            found += paging_arguments(paging_of(endpoint))
    if endpoint.method == "GET":
        found += annotated_query(endpoint)
    return list({(argument.place == "window", argument.key): argument for argument in reversed(found)}.values())[::-1]


def _of_backend(backend: Any, endpoint: Endpoint, references: References) -> list[Argument]:
    if is_django_filter(backend):
        model = model_of(endpoint)
        return [
            argument
            for name, one in filters_of(endpoint).items()
            for argument in arguments_of(name, one, model, references)
        ]
    if isinstance(backend, SearchFilter):
        parameter = search_parameter(endpoint)
        return [Argument(parameter, "query", parameter, Shape("string"))] if parameter == backend.search_param else []
    if isinstance(backend, OrderingFilter):
        return _ordering(backend, endpoint)
    declared = attempt(lambda: backend.get_schema_operation_parameters(view_of(endpoint)), [])
    return [_declared(item) for item in declared if item.get("in", "query") == "query"]


def _ordering(backend: OrderingFilter, endpoint: Endpoint) -> list[Argument]:
    view = view_of(endpoint)
    model = model_of(endpoint)
    rows: Any = model._default_manager.none() if model else None
    allowed = attempt(lambda: backend.get_valid_fields(rows, view, {"request": view.request, "view": view}), [])
    names = [str(item[0]) for item in allowed]
    if not names:
        return []
    choices = tuple(Choice(code, code) for name in names for code in (name, f"-{name}"))
    parameter = backend.ordering_param
    return [Argument(parameter, "query", parameter, Shape("choice", choices=choices))]


def _declared(item: dict[str, Any]) -> Argument:
    """A parameter as a backend of the project's own declares it for an OpenAPI document."""
    schema = item.get("schema", {})
    shape = Shape(_TYPES.get(schema.get("type"), "string"))
    if "enum" in schema:
        shape = Shape("choice", choices=tuple(Choice(code, str(code)) for code in schema["enum"]))
    return Argument(
        name=item["name"],
        place="query",
        key=item["name"],
        shape=shape,
        required=bool(item.get("required")),
        description=english(item.get("description")).rstrip("."),
    )
