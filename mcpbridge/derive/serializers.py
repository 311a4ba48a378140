"""An endpoint -> the serializer of what it takes or answers, by a ladder of rungs.

The class alone; then the class with a request, as DRF makes it for a call; below that the body stays open.
(What OPTIONS answers through the whole stack would be a rung between: it needs a caller and a database.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404
from rest_framework.exceptions import APIException
from rest_framework.generics import GenericAPIView
from rest_framework.serializers import BaseSerializer

from mcpbridge.derive.annotations import NOT_SAID, annotated_request
from mcpbridge.derive.handlers import reading
from mcpbridge.derive.instances import attempt, view_of
from mcpbridge.derive.offline import NoDatabase
from mcpbridge.derive.operations import Endpoint

T = TypeVar("T")

CLASS = "serializer"
REQUEST = "serializer with a request"
OPEN = "open body"
NOTHING = "nothing to send"
UNKNOWN: Any = object()

# What code raises that misses the caller's rights, a value of the request, a row, or the attribute of a class.
_NEEDS_A_CALL = (
    AssertionError, AttributeError, LookupError, TypeError, Http404, PermissionDenied, ObjectDoesNotExist,
    APIException, NoDatabase,
)  # fmt: skip


@dataclass(frozen=True)
class Source:
    """Where the body's shape comes from. given: a serializer that is not the view's own, where there is one."""

    kind: Literal["view", "given", "open", "nothing"]
    given: Any = None


def body_source(endpoint: Endpoint) -> Source:
    """What tells the fields of the body: hints first, then annotations, then the view, then its code."""
    if endpoint.method == "GET" or endpoint.handler == "destroy":
        return Source("nothing")
    if endpoint.hint.nothing_to_send:
        return Source("nothing")
    if endpoint.hint.serializer is not None:
        return Source("given", endpoint.hint.serializer())
    has_serializer = _has_serializer(endpoint)
    if endpoint.action in ("create", "update") and has_serializer:
        return Source("view")
    said = annotated_request(endpoint)
    if said is not NOT_SAID:
        if said is None:
            return Source("nothing")
        return Source("given", said) if isinstance(said, BaseSerializer) else Source("open")
    if endpoint.action in ("create", "update"):
        return Source("open")
    read = reading(endpoint.view, endpoint.handler)
    if read == "nothing":
        return Source("nothing")
    is_known = has_serializer and (read == "validates" or _has_own_serializer(endpoint))
    return Source("view" if is_known else "open")


def on_the_ladder(endpoint: Endpoint, read: Callable[[Any], T]) -> tuple[T | Any, str]:
    """What `read` makes of the view's serializer, and the rung it stood on; UNKNOWN and OPEN where none holds."""
    for rung, make in ((CLASS, _by_class), (REQUEST, _with_request)):
        found = attempt(lambda climb: read(climb(endpoint)), UNKNOWN, make)
        if found is not UNKNOWN:
            return found, rung
    return UNKNOWN, OPEN


def must_be_readable(endpoint: Endpoint) -> None:
    """Raises what the view raises when it is made or asked for its serializer's class, unless a real call might mend
    it: then something is looked up that only a call has."""
    view = view_of(endpoint)
    if isinstance(view, GenericAPIView) and endpoint.action != "action":
        try:
            view.get_serializer_class()
        except _NEEDS_A_CALL:
            return


def _by_class(endpoint: Endpoint) -> Any:
    view = view_of(endpoint, with_request=False)
    if isinstance(view, GenericAPIView) and type(view).get_serializer is not GenericAPIView.get_serializer:
        raise LookupError("The view makes its serializer in a way of its own.")
    return _class_of(view)()


def _with_request(endpoint: Endpoint) -> Any:
    view = view_of(endpoint)
    if hasattr(view, "get_serializer"):
        return view.get_serializer()
    return _class_of(view)(context={"request": view.request, "format": None, "view": view})


def _class_of(view: Any) -> Any:
    return view.get_serializer_class() if hasattr(view, "get_serializer_class") else view.serializer_class


def _has_serializer(endpoint: Endpoint) -> bool:
    view = attempt(lambda: view_of(endpoint), None)
    if view is None:
        return False
    if getattr(view, "serializer_class", None) is not None:
        return True
    own = getattr(type(view), "get_serializer_class", None)
    return own is not None and own is not GenericAPIView.get_serializer_class


def _has_own_serializer(endpoint: Endpoint) -> bool:
    """The action was given a serializer of its own, by its decorator or by get_serializer_class."""
    if "serializer_class" in endpoint.initkwargs:
        return True
    if endpoint.actions:
        usual = attempt(lambda: _class_for(endpoint, "list"), None)
        return attempt(lambda: _class_for(endpoint, endpoint.handler), usual) is not usual
    return getattr(endpoint.view, "serializer_class", None) is not None


def _class_for(endpoint: Endpoint, action: str) -> Any:
    view = view_of(endpoint)
    view.action = action
    return _class_of(view)
