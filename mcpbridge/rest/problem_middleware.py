"""An error page made outside DRF -> a problem, for every address under the API.

An unknown URL, a refused host, a failed CSRF check or a commit that fails never reach DRF's exception handler; without
this, API clients would get HTML for them. Place it near the top, below what gives requests their ids. For an API that
lives elsewhere than under ``/api/``, subclass it and set ``prefix``.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import Error as DatabaseFault
from django.db.models import ProtectedError, RestrictedError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import is_valid_path
from django.utils.translation import gettext as _
from rest_framework.response import Response

from mcpbridge.rest.faults import Unexpected, as_api_exception
from mcpbridge.rest.problems import MEDIA_TYPE, WITH_BODY, problem, problem_of, report

CODES = {400: "bad_request", 403: "permission_denied", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


class ProblemMiddleware:
    """Leaves alone what DRF has answered, and every error that is not a page of text."""

    prefix = "/api/"

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not self._is_of_api(request):
            return self.get_response(request)
        if _lacks_slash(request):
            text = _("There is nothing at this address. Add the slash at its end: %(path)s/") % {"path": request.path}
            return _json(problem(404, "not_found", text, request))
        response = self.get_response(request)
        return _as_problem(response, request) if _is_error_page(response) else response

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Database faults of plain views, and of the commit that follows a view."""
        known = isinstance(fault, DatabaseFault | ProtectedError | RestrictedError)
        if not known or not self._is_of_api(request):
            return None
        exc = as_api_exception(fault)
        if isinstance(exc, Unexpected):
            return None
        if exc.status_code >= 500:
            report(fault, exc, request)
        return _json(problem_of(exc, request))

    def _is_of_api(self, request: HttpRequest) -> bool:
        return request.path_info.startswith(self.prefix) or f"{request.path_info}/" == self.prefix


def _lacks_slash(request: HttpRequest) -> bool:
    # Django would redirect, and a redirected write arrives without its body.
    path = request.path_info
    if request.method not in (*WITH_BODY, "DELETE") or path.endswith("/") or not settings.APPEND_SLASH:
        return False
    return not is_valid_path(path) and bool(is_valid_path(f"{path}/"))


def _is_error_page(response: HttpResponseBase) -> bool:
    if response.status_code < 400 or isinstance(response, Response):
        return False
    return response.headers.get("Content-Type", "text/html").startswith("text/")


def _as_problem(response: HttpResponseBase, request: HttpRequest) -> HttpResponse:
    status = response.status_code
    if status >= 500:
        members = problem_of(Unexpected(), request) | {"status": status, "title": HTTPStatus(status).phrase}
    else:
        members = problem(status, CODES.get(status, "error"), _sentence(status), request)
    answer = _json(members)
    for name, value in response.headers.items():
        if name not in ("Content-Type", "Content-Length", "Content-Language"):
            answer.headers[name] = value
    answer.cookies = response.cookies
    return answer


def _sentence(status: int) -> str:
    if status == 400:
        return str(as_api_exception(BadRequest()).detail)
    return f"{HTTPStatus(status).description or HTTPStatus(status).phrase}."


def _json(members: dict[str, object]) -> JsonResponse:
    return JsonResponse(
        members, status=int(str(members["status"])), content_type=MEDIA_TYPE, json_dumps_params={"ensure_ascii": False}
    )
