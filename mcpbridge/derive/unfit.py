"""An endpoint -> why it has no tool, as far as that is known without its arguments."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, Literal

from mcpbridge.derive.instances import attempt, view_of
from mcpbridge.derive.names import resource_of
from mcpbridge.derive.operations import Endpoint

_LOGINS = {
    "rest_framework.authtoken.views.ObtainAuthToken",
    "rest_framework_simplejwt.views.TokenViewBase",
    "knox.views.LoginView",
    "dj_rest_auth.views.LoginView",
    "dj_rest_auth.registration.views.RegisterView",
    "allauth.headless.account.views.LoginView",
}
_OWN_DOCUMENTS = ("drf_spectacular.views", "rest_framework.schemas.views", "drf_yasg.views")


def reason_against(endpoint: Endpoint, all_endpoints: Iterable[Endpoint]) -> str:
    """A sentence; "" where nothing speaks against a tool."""
    if reason := endpoint.hints.excluded or endpoint.hint.excluded:
        return reason
    if endpoint.view.__module__ in _OWN_DOCUMENTS:
        return "It describes the API itself."
    if not inspect.getattr_static(endpoint.view, "schema", True) or endpoint.initkwargs.get("schema", True) is None:
        return "The project leaves it out of the API's own description (schema = None)."
    if endpoint.method == "PUT":
        for other in all_endpoints:
            if other.method == "PATCH" and other.path == endpoint.path and not other.hint.excluded:
                return f"PUT beside PATCH: the update tool of {resource_of(endpoint)} changes only what is given."
    if _hands_out_credentials(endpoint):
        return "It hands out credentials, which no agent should hold."
    media = _media_types(endpoint, "renderer_classes")
    if media and all(one.startswith("text/html") for one in media):
        return "It answers pages for people."
    if endpoint.method in ("POST", "PUT", "PATCH") and not _encodings(endpoint):
        return "It takes a file as its whole body."
    return ""


def _hands_out_credentials(endpoint: Endpoint) -> bool:
    """Whether the view is one of those by which the packages that people use give tokens or sessions for a password."""
    return any(f"{base.__module__}.{base.__qualname__}" in _LOGINS for base in endpoint.view.__mro__)


def encoding_of(endpoint: Endpoint) -> Literal["json", "form"]:
    """How a body travels: JSON wherever the view takes it, since forms lose lists, null and false."""
    return "json" if "json" in _encodings(endpoint) or not _encodings(endpoint) else "form"


def _encodings(endpoint: Endpoint) -> set[str]:
    media = _media_types(endpoint, "parser_classes")
    found = {"json" for one in media if one.endswith("json")}
    if "application/x-www-form-urlencoded" in media or "multipart/form-data" in media:
        found.add("form")
    return found


def _media_types(endpoint: Endpoint, attribute: str) -> list[str]:
    # A view that cannot even be made is told of as such, later; its class has the usual answer.
    view: Any = attempt(lambda: view_of(endpoint), endpoint.view)
    return [str(one.media_type or "").lower() for one in getattr(view, attribute, ()) if hasattr(one, "media_type")]
