"""drf-spectacular's @extend_schema on a view or action -> what the project itself says is sent.

Read by its shape alone, so a project need not have drf-spectacular.
"""

from __future__ import annotations

import inspect
from typing import Any

from rest_framework.serializers import BaseSerializer

from mcpbridge.derive.instances import attempt, view_of
from mcpbridge.derive.operations import Endpoint
from mcpbridge.derive.texts import english
from mcpbridge.tools import Argument, Choice, Kind, Shape

NOT_SAID: Any = object()

_KINDS: dict[str, Kind] = {
    "int": "integer", "int32": "integer", "int64": "integer", "number": "number", "float": "number",
    "double": "number", "decimal": "decimal", "bool": "boolean", "date": "date", "datetime": "datetime",
    "time": "time", "duration": "duration", "uuid": "uuid",
}  # fmt: skip


def annotated_request(endpoint: Endpoint) -> Any:
    """A serializer instance, None for "nothing is sent", another object where the annotation is none that can be
    read as fields, or NOT_SAID."""
    said = attempt(lambda: _ask(endpoint).get_request_serializer(), NOT_SAID)
    said = getattr(said, "request", said)  # OpenApiRequest
    if isinstance(said, dict):
        said = said.get("application/json", NOT_SAID)
    if isinstance(said, type) and issubclass(said, BaseSerializer):
        return attempt(said, NOT_SAID)
    return said


def annotated_query(endpoint: Endpoint) -> tuple[Argument, ...]:
    """The query arguments that the annotation declares."""
    declared = attempt(lambda: list(_ask(endpoint).get_override_parameters()), [])
    return tuple(_argument(item) for item in declared if getattr(item, "location", "") == "query")


def _ask(endpoint: Endpoint) -> Any:
    """The operation's schema object, made to answer NOT_SAID where it would otherwise look at the view."""
    view = view_of(endpoint)
    function = getattr(endpoint.view, endpoint.handler, None) or getattr(endpoint.view, endpoint.method.lower())
    own = getattr(function, "kwargs", {}).get("schema") or inspect.getattr_static(endpoint.view, "schema", None)
    kind = own if inspect.isclass(own) else type(own)
    asking = type("Asking", (kind,), {"_get_serializer": lambda _self: NOT_SAID})()
    asking.view, asking.method = view, endpoint.method
    return asking


def _argument(declared: Any) -> Argument:
    kind: Kind = _KINDS.get(str(getattr(declared.type, "name", None) or declared.type.__name__).lower(), "string")
    shape = Shape(kind)
    if declared.enum:
        shape = Shape("choice", choices=tuple(Choice(code, str(code)) for code in declared.enum))
    if declared.many:
        shape = Shape("array", item=shape)
    return Argument(
        name=declared.name,
        place="query",
        key=declared.name,
        shape=shape,
        required=bool(declared.required),
        description=english(declared.description),
        has_default=declared.default is not None,
        default=declared.default,
        several="repeat" if declared.explode is not False else "comma",
    )
