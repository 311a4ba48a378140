"""An endpoint -> its filter backends and, of django-filter's, the filters themselves; none of them is run."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Any

from rest_framework.filters import OrderingFilter, SearchFilter

from mcpbridge.derive.instances import attempt, model_of, view_of
from mcpbridge.derive.operations import Endpoint

HAS_DJANGO_FILTER = importlib.util.find_spec("django_filters") is not None


def backends_of(endpoint: Endpoint) -> list[Any]:
    """An instance of each filter backend of the view."""
    view = attempt(lambda: view_of(endpoint), None)
    return [backend() for backend in getattr(view, "filter_backends", ())]


def takes_filters(endpoint: Endpoint) -> bool:
    """Filters work on lists. On an action only its own code could apply them, so it must name them itself."""
    named = ("filter_backends", "filterset_class", "filterset_fields", "search_fields", "ordering_fields")
    return endpoint.action == "list" or (
        endpoint.method == "GET" and any(name in endpoint.initkwargs for name in named)
    )


def is_django_filter(backend: Any) -> bool:
    return HAS_DJANGO_FILTER and hasattr(backend, "get_filterset_class")


def is_scoping(backend: Any) -> bool:
    """A backend of the project's own, which may hide rows from the caller."""
    return not (is_django_filter(backend) or isinstance(backend, SearchFilter | OrderingFilter))


def filters_of(endpoint: Endpoint) -> Mapping[str, Any]:
    """Parameter -> filter, of django-filter's filter sets; empty where there is none or it cannot be made."""
    found: dict[str, Any] = {}
    for backend in backends_of(endpoint):
        if is_django_filter(backend):
            found |= attempt(_filters, {}, backend, endpoint)
    return found


def search_parameter(endpoint: Endpoint) -> str:
    """The query parameter for text search; "" where the list has none."""
    for backend in backends_of(endpoint):
        if isinstance(backend, SearchFilter) and _search_fields(backend, endpoint):
            return str(backend.search_param)
    filters = filters_of(endpoint)
    return next((name for name in (SearchFilter.search_param, "search", "q") if name in filters), "")


def _search_fields(backend: SearchFilter, endpoint: Endpoint) -> Any:
    view = view_of(endpoint)
    return attempt(lambda: backend.get_search_fields(view, view.request), None)


def _filters(backend: Any, endpoint: Endpoint) -> dict[str, Any]:
    view = view_of(endpoint)
    model = model_of(endpoint)
    rows = model._default_manager.none() if model else None
    filterset_class = backend.get_filterset_class(view, rows)
    if filterset_class is None:
        return {}
    made = attempt(lambda: filterset_class(data={}, queryset=rows, request=view.request), None)
    return dict(made.filters if made is not None else filterset_class.base_filters)
