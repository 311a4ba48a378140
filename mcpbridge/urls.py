"""/mcp -> the HTTP endpoint. In a project's URLconf: path("", include("mcpbridge.urls"))."""

from __future__ import annotations

from django.urls import re_path

from mcpbridge.views import mcp

# With or without the slash at its end: no redirect could carry a POST there.
urlpatterns = [re_path(r"^mcp/?\Z", mcp, name="mcp")]
