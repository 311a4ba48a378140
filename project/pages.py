"""A visitor -> the home page: where everything is, and what to give an MCP client."""

from __future__ import annotations

import json
import sys

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from project import __version__

THIS_MACHINE = ("127.0.0.1", "::1")


def home(request: HttpRequest) -> HttpResponse:
    """Paths of this machine are shown to no one but its own developer: in DEBUG, to a browser on the machine."""
    configuration = stdio_configuration(request.user.get_username() or "admin") if _is_developer(request) else ""
    context = {"configuration": configuration, "api_root": "/api/v1/", "version": __version__}
    return render(request, "home.html", context)


def stdio_configuration(username: str) -> str:
    """What goes into a client's file, as JSON: the same as ``manage.py mcp_config claude-code --user`` prints."""
    command = {
        "command": sys.executable,
        "args": [str(settings.BASE_DIR / "manage.py"), "mcp_stdio", "--user", username],
    }
    return json.dumps({"mcpServers": {"mcpbridge": command}}, indent=2, ensure_ascii=False)


def _is_developer(request: HttpRequest) -> bool:
    # A proxy on this machine gives everyone its own address, and says so in a header.
    proxied = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return settings.DEBUG and not proxied and request.META.get("REMOTE_ADDR") in THIS_MACHINE
