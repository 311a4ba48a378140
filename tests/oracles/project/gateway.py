"""A request without a token -> the same request with one, as a gateway in front of a server may add it.

The conformance suite sends no Authorization header, and the bridge serves nobody without one.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Gateway:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # What the bridge sends on to the API carries its caller already.
        if request.path == "/mcp":
            request.META.setdefault("HTTP_AUTHORIZATION", f"Bearer {settings.GATEWAY_TOKEN}")
        return self._get_response(request)
