"""The Origin of a request -> whether a page of there may use the HTTP endpoint, and the headers that let it.

A browser says from which page a request comes; other clients send no Origin. A page that was loaded from somewhere
else, even under a name that now points here, is refused before anything is read.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from mcpbridge.conf import bridge_settings

_SENT = (
    "authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, "
    "x-request-id, traceparent"
)
_SHOWN = "WWW-Authenticate, X-Request-Id, Retry-After"
_KEPT = "600"
"""Seconds that a browser may keep the permission."""


class Foreign(Exception):
    """The page may not use this endpoint. The text is a finished sentence."""


def check(request: HttpRequest) -> None:
    """Raises Foreign. The Host must have been checked."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != _own(request) and origin not in bridge_settings.origins:
        raise Foreign("Pages of this Origin may not use this endpoint; MCPBRIDGE['ORIGINS'] names those that may.")


def allowed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response, readable by a page of a named origin."""
    origin = request.headers.get("Origin")
    if origin is None:
        return response
    patch_vary_headers(response, ("Origin",))
    if origin in bridge_settings.origins:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = _SHOWN
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = "POST"
            response.headers["Access-Control-Allow-Headers"] = _SENT
            response.headers["Access-Control-Max-Age"] = _KEPT
    return response


def _own(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"
