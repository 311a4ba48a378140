"""drf-spectacular's reading of the same URLconf -> what its OpenAPI document says of each operation.

A project may do without drf-spectacular, and it may fail on a view that deriving can read: then the operations that it
fails on have no id and no answer in the catalog, and nothing else is lost.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Any

from mcpbridge.derive.instances import attempt
from mcpbridge.openapi import Documented, operations

HAS_SPECTACULAR = importlib.util.find_spec("drf_spectacular") is not None


def documented(urlconf: Any = None) -> Mapping[str, Documented]:
    """Operations by their spot (mcpbridge.openapi). urlconf: a module, its dotted name or a list of patterns."""
    if not HAS_SPECTACULAR:
        return {}
    # A project need not have it.
    from drf_spectacular.drainage import GENERATOR_STATS

    with GENERATOR_STATS.silence():
        document: Mapping[str, Any] = attempt(lambda: _document(urlconf), {})
    return operations(document)


def _document(urlconf: Any) -> Any:
    """The document of the whole API; where that fails, of the operations that can be described alone."""
    generator = _generator(urlconf)
    endpoints = generator.inspector.get_api_endpoints()
    whole = attempt(lambda: _made(urlconf, endpoints), None)
    if whole is not None:
        return whole
    fit = [one for one in endpoints if attempt(lambda alone: _made(urlconf, [alone]), None, one) is not None]
    return _made(urlconf, fit)


def _made(urlconf: Any, endpoints: list[Any]) -> Any:
    generator = _generator(urlconf)
    generator.endpoints = endpoints
    return generator.get_schema(request=None, public=True)


def _generator(urlconf: Any) -> Any:
    """The project's own generator, for which a view that cannot be made has no operations."""
    # A project need not have it.
    from drf_spectacular.settings import spectacular_settings

    is_named = urlconf is None or isinstance(urlconf, str)
    generator = spectacular_settings.DEFAULT_GENERATOR_CLASS(
        patterns=None if is_named else getattr(urlconf, "urlpatterns", urlconf), urlconf=urlconf if is_named else None
    )

    class Forgiving(generator.endpoint_inspector_cls):  # type: ignore[misc,name-defined]
        def get_allowed_methods(self, callback: Any) -> Any:
            return attempt(super().get_allowed_methods, [], callback)

    generator.inspector = Forgiving(generator.patterns, generator.urlconf)
    return generator
