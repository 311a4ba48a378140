"""A visitor -> the home page: where everything is, and what to give an MCP client."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from mcpbridge.client_configuration import configuration
from project import __version__

THIS_MACHINE = ("127.0.0.1", "::1")


def home(request: HttpRequest) -> HttpResponse:
    """Paths of this machine are shown to no one but its own developer: in DEBUG, to a browser on the machine."""
    shown = ""
    if _is_developer(request):
        members = configuration("claude-code", request.user.get_username() or "admin")
        shown = json.dumps(members, indent=2, ensure_ascii=False)
    context = {"configuration": shown, "api_root": "/api/v1/", "version": __version__}
    return render(request, "home.html", context)


def _is_developer(request: HttpRequest) -> bool:
    # A proxy on this machine gives everyone its own address, and says so in a header.
    proxied = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return settings.DEBUG and not proxied and request.META.get("REMOTE_ADDR") in THIS_MACHINE
