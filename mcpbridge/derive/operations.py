"""Routes -> endpoints: one for each method of each DRF view, format-suffix twins and root pages left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rest_framework.generics import GenericAPIView
from rest_framework.routers import APIRootView
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from mcpbridge.derive.hints import ToolHint, ViewHints
from mcpbridge.derive.routes import PathKey, Route
from mcpbridge.tools import Action

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

STANDARD: Mapping[str, Action] = {
    "list": "list",
    "retrieve": "retrieve",
    "create": "create",
    "update": "update",
    "partial_update": "update",
    "destroy": "delete",
}
"""The handlers that DRF's own mixins and routers know -> what they do."""

_GENERIC = {
    "GET": ("list", "retrieve"),
    "POST": ("create",),
    "PUT": ("update",),
    "PATCH": ("partial_update",),
    "DELETE": ("destroy",),
}


@dataclass(frozen=True)
class Endpoint:
    """One operation of the API, as the URLconf tells it.

    handler: the view's own name for what it does: an action of a viewset, or what a generic view's method stands for
    ("list"), or the method in lower case. actions: the viewset's methods on this route; empty for other views.
    fixed: arguments that the URLconf itself gives.
    """

    method: str
    path: str
    keys: tuple[PathKey, ...]
    view: type[APIView]
    handler: str
    url_name: str = ""
    namespaces: tuple[str, ...] = ()
    actions: Mapping[str, str] = field(default_factory=dict)
    initkwargs: Mapping[str, Any] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()

    @property
    def operation(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def source(self) -> str:
        return f"{self.view.__module__}.{self.view.__qualname__}.{self.handler}"

    @property
    def action(self) -> Action:
        return STANDARD.get(self.handler, "action")

    @property
    def lookup_key(self) -> str:
        """The path key that picks one row of the view's own; "" where the path has none."""
        wanted = getattr(self.view, "lookup_url_kwarg", None) or getattr(self.view, "lookup_field", "")
        return str(wanted) if any(key.name == wanted for key in self.keys) else ""

    @property
    def is_detail(self) -> bool:
        """The operation is about one row."""
        detail = self.initkwargs.get("detail")
        return bool(self.lookup_key) if detail is None else bool(detail)

    @property
    def method_is_second(self) -> bool:
        """Another method of the same route has the same action, and comes first."""
        same = [method for method, action in self.actions.items() if action == self.handler]
        return self.action == "action" and len(same) > 1 and same[0] != self.method.lower()

    @cached_property
    def hints(self) -> ViewHints:
        found = getattr(self.view, "tool_hints", None)
        return found if isinstance(found, ViewHints) else ViewHints()

    @property
    def hint_names(self) -> list[str]:
        """The names under which a hint speaks of this operation, the most exact first."""
        with_method = f"{self._action_of_route}:{self.method.lower()}"
        if self.method_is_second:
            return [with_method]
        return [self.handler, with_method, *(["update"] if self.handler == "partial_update" else [])]

    @cached_property
    def hint(self) -> ToolHint:
        """What the viewset says about this one operation."""
        found = [self.hints.tools[name] for name in self.hint_names if name in self.hints.tools]
        return found[0] if found else ToolHint()

    @property
    def _action_of_route(self) -> str:
        """The action under whose name the route stands: the first of its methods."""
        return next(iter(self.actions.values()), self.handler)

    def __hash__(self) -> int:
        return hash((self.method, self.path))


def endpoints(routes: Iterable[Route]) -> list[Endpoint]:
    """All operations, in the URLconf's order. The first route of a path and method answers it, so it alone counts."""
    found: dict[str, Endpoint] = {}
    for route in routes:
        for endpoint in _of_route(route):
            found.setdefault(endpoint.operation, endpoint)
    return list(found.values())


def _of_route(route: Route) -> Iterator[Endpoint]:
    view = getattr(route.callback, "cls", None) or getattr(route.callback, "view_class", None)
    if not (isinstance(view, type) and issubclass(view, APIView)) or issubclass(view, APIRootView):
        return
    if any(key.name == api_settings.FORMAT_SUFFIX_KWARG for key in route.keys):
        return
    initkwargs = getattr(route.callback, "initkwargs", None) or getattr(route.callback, "view_initkwargs", {})
    actions = {name.lower(): action for name, action in (getattr(route.callback, "actions", None) or {}).items()}
    allowed = {name.upper() for name in initkwargs.get("http_method_names", view.http_method_names)}
    for method in METHODS:
        handler = actions.get(method.lower(), "") if actions else _handler(view, method, route.keys)
        if handler and method in allowed:
            yield Endpoint(
                method, route.path, route.keys, view, handler, route.name, route.namespaces, actions, initkwargs,
                route.fixed,
            )  # fmt: skip


def _handler(view: type[APIView], method: str, keys: tuple[PathKey, ...]) -> str:
    """What a view that is no viewset does on a method: one of the mixins' names where it is made of them."""
    if not hasattr(view, method.lower()):
        return ""
    names = [name for name in _GENERIC[method] if issubclass(view, GenericAPIView) and hasattr(view, name)]
    if len(names) > 1:
        wanted = getattr(view, "lookup_url_kwarg", None) or getattr(view, "lookup_field", "")
        return "retrieve" if any(key.name == wanted for key in keys) else "list"
    return names[0] if names else method.lower()
