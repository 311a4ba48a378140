"""Someone who wants to read the API's documentation -> the Swagger page, or the way to sign in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.views import SpectacularSwaggerView


class ApiDocs(SpectacularSwaggerView):
    """Served from this installation alone. A person's browser is sent to sign in; a client gets its 401."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated and request.accepts("text/html"):
            return redirect_to_login(request.get_full_path())
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response
