"""An endpoint -> the view as DRF would make it for a call, to be asked about itself and never run.

The view is nobody's: its request is anonymous, its path arguments are placeholders. Whatever it cannot say so is
found out on another rung or left open; nothing is guessed from a failure.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.http import HttpRequest
from rest_framework.request import Request

from mcpbridge.derive.operations import Endpoint
from mcpbridge.derive.routes import PathKey
from mcpbridge.tools import Kind

_PLACEHOLDERS: dict[str, Any] = {"integer": 1, "uuid": UUID(int=0), "": "1"}


def view_of(endpoint: Endpoint, *, with_request: bool = True) -> Any:
    """A fresh instance of the view. Raises what its __init__ raises."""
    view: Any = endpoint.view(**endpoint.initkwargs)
    view.args, view.format_kwarg = (), None
    view.kwargs = {key.name: _PLACEHOLDERS[key.kind] for key in endpoint.keys}
    # What drf-yasg and drf-spectacular set; many projects answer it with an empty queryset.
    view.swagger_fake_view = True
    if endpoint.actions:
        view.action_map, view.action = dict(endpoint.actions), endpoint.handler
        for method, name in endpoint.actions.items():
            setattr(view, method, getattr(view, name))
    view.request = _request(endpoint, view) if with_request else None
    return view


def attempt(question: Callable[..., Any], otherwise: Any, *given: Any) -> Any:
    """The answer to a question, or `otherwise` where the project's code cannot answer without a real call."""
    try:
        return question(*given)
    except Exception:  # a project's own code may raise anything
        return otherwise


@lru_cache(maxsize=4096)  # asked for each text and argument of an endpoint, and the answer never changes
def model_of(endpoint: Endpoint) -> type[models.Model] | None:
    """The model whose rows the view is about, where anything tells."""
    asked: tuple[Callable[[Any], Any], ...] = (
        lambda view: view.queryset.model,
        lambda view: view.get_queryset().model,
        lambda view: view.get_serializer_class().Meta.model,
        lambda view: view.filterset_class._meta.model,
    )
    for question in asked:
        model = attempt(lambda ask: ask(view_of(endpoint)), None, question)
        if isinstance(model, type) and issubclass(model, models.Model):
            return model
    return None


def field_at(model: type[models.Model] | None, path: str) -> models.Field[Any, Any] | None:
    """The model field at the end of a source ("state.name") or lookup path ("state__name"); None for anything else."""
    found: Any = None
    for name in path.replace("__", ".").split("."):
        if model is None:
            return None
        try:
            found = model._meta.pk if name == "pk" else model._meta.get_field(name)
        except FieldDoesNotExist:
            return None
        model = found.related_model if found.is_relation and isinstance(found.related_model, type) else None
    return found if isinstance(found, models.Field) else None


def kind_of_column(column: models.Field[Any, Any] | None) -> Kind:
    """How the values of a column are written: its own kind for whole numbers and UUIDs, else text."""
    while column is not None and column.is_relation:
        column = column.target_field  # type: ignore[attr-defined]
    if isinstance(column, models.IntegerField | models.AutoField):
        return "integer"
    return "uuid" if isinstance(column, models.UUIDField) else "string"


def kind_of_key(key: PathKey, endpoint: Endpoint, model: type[models.Model] | None) -> Kind:
    """How a path argument is written: by its route, else, for the row's own key, by the column that is looked up."""
    if key.kind:
        return key.kind
    if key.name == endpoint.lookup_key:
        return kind_of_column(field_at(model, getattr(endpoint.view, "lookup_field", "pk")))
    return "string"


def _request(endpoint: Endpoint, view: Any) -> Request:
    plain = HttpRequest()
    plain.method = endpoint.method
    plain.path = plain.path_info = endpoint.path.format(**{key.name: "1" for key in endpoint.keys})
    plain.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "REQUEST_METHOD": endpoint.method}
    plain.user = AnonymousUser()
    request = Request(plain, parsers=attempt(view.get_parsers, []), authenticators=())
    request.user, request.auth = plain.user, None
    versioning = getattr(view, "versioning_class", None)
    request.version = getattr(versioning, "default_version", None)
    request.versioning_scheme = versioning() if versioning else None
    return request
