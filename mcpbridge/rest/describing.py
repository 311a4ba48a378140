"""A refusal and its request -> the serializer or the filters that describe what was sent.

Which serializer refused is read from the traceback: the view may have built it in whatever way, and it is there
already. Where none stands in it, the view is asked for one. Nothing here may fail a second time: whoever asks catches.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from traceback import walk_tb
from typing import Any

from rest_framework.fields import DictField, ListField
from rest_framework.relations import ManyRelatedField
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

DEEPEST = 10
"""Serializers inside one another that are looked through for secrets."""


def description_of(refusal: Exception, request: Request, *, in_body: bool) -> Any:
    """A serializer, or filters by name; None where nobody describes what was sent."""
    frames = (frame.f_locals.get("self") for frame, _line in walk_tb(refusal.__traceback__))
    serializer = next((found for found in frames if isinstance(found, BaseSerializer)), None)
    view = (request.parser_context or {}).get("view")
    if serializer is not None or view is None:
        return serializer
    if not in_body:
        return _filters(view)
    return view.get_serializer() if hasattr(view, "get_serializer") else None


def _filters(view: Any) -> Mapping[str, Any]:
    """django-filter's filters of a list."""
    found: dict[str, Any] = {}
    for backend in getattr(view, "filter_backends", ()):
        if hasattr(backend, "get_filterset_class"):
            filters = backend().get_filterset_class(view, view.get_queryset())
            found |= getattr(filters, "base_filters", None) or {}
    return found


def inner_field(field: Any, key: str) -> Any:
    """The field that describes one member or item of what another field describes; None where none does."""
    if isinstance(field, Mapping):
        # A filter keeps the field that it makes, and this one is shared by all requests.
        return copy.deepcopy(field[key]).field if key in field else None
    if isinstance(field, ListSerializer | ListField | DictField):
        return field.child
    if isinstance(field, ManyRelatedField):
        return field.child_relation
    return field.fields.get(key) if isinstance(field, Serializer) else None


def hides(field: Any) -> bool:
    """Whether a field's values are for writing alone, or typed unseen."""
    seen_as = getattr(field, "style", {}).get("input_type") or getattr(getattr(field, "widget", None), "input_type", "")
    return bool(getattr(field, "write_only", False)) or seen_as == "password"


def holds_hidden(field: Any, depth: int = 0) -> bool:
    """Whether a field hides its values, or one somewhere inside it does."""
    if hides(field) or depth > DEEPEST:
        return True
    if isinstance(field, Serializer):
        return any(holds_hidden(inner, depth + 1) for inner in field.fields.values())
    inner = inner_field(field, "")
    return inner is not None and holds_hidden(inner, depth + 1)
