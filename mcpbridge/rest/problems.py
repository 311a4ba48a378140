"""Any exception of a DRF view -> an RFC 9457 answer, application/problem+json.

Set ``REST_FRAMEWORK["EXCEPTION_HANDLER"] = "mcpbridge.rest.problems.answer_problem"``. The answer's members: ``type``
(stable, made from the exception's code), ``title``, ``status``, ``detail``, ``request_id``, ``errors`` where values
were refused, and what the exception carries in ``members``. Each error has ``field`` (dotted path, null when it is
about the whole), ``code``, ``detail``, the place of the value (``pointer`` into the body, or ``parameter``), ``value``
where one was given, and ``allowed`` where it is known what would have worked (refused_values.py). docs/problems.md
explains all of them to clients.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.signals import got_request_exception
from django.http import HttpRequest
from django.utils.translation import gettext as _
from drf_standardized_errors.formatter import flatten_errors
from drf_standardized_errors.types import Error
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import set_rollback

from mcpbridge.rest.faults import as_api_exception
from mcpbridge.rest.refused_values import origin_of, place_of
from mcpbridge.rest.request_ids import request_id
from mcpbridge.rest.uniqueness import as_taken

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:problem-type:"
WITH_BODY = ("POST", "PUT", "PATCH")
MOST_ERRORS = 200
"""The rest is only counted: a body full of short wrong values would be answered with one many times as long."""

logger = logging.getLogger(__name__)


def answer_problem(fault: Exception, context: Mapping[str, Any]) -> Response:
    """DRF's EXCEPTION_HANDLER. In DEBUG too: the traceback goes to the log, never to the client."""
    request: Request | None = context.get("request")
    # The traceback leads to the serializer that refused.
    exc = (as_taken(fault, request) or as_api_exception(fault)).with_traceback(fault.__traceback__)
    set_rollback()
    if exc.status_code >= 500:
        report(fault, exc, request)
    answer = Response(problem_of(exc, request), status=exc.status_code, headers=_headers(exc))
    if request is None or not _is_read_by_a_person(request):
        # Whatever form the answer would have had (YAML, CSV), an error has this one.
        answer.content_type = MEDIA_TYPE
        if request is not None:
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), MEDIA_TYPE
    return answer


def problem_of(exc: APIException, request: Request | HttpRequest | None) -> dict[str, Any]:
    """The members of the answer to ``exc``, in the order in which they are read."""
    members: Mapping[str, Any] = getattr(exc, "members", {})
    if isinstance(exc.detail, list | dict):
        refused = flatten_errors(exc.detail)
        errors = _errors(refused[:MOST_ERRORS], exc, request)
        more = {"more_errors": len(refused) - MOST_ERRORS} if len(refused) > MOST_ERRORS else {}
        code = "validation" if isinstance(exc, ValidationError) else exc.default_code
        return problem(exc.status_code, code, _summary(errors), request, errors=errors, **more, **members)
    code = exc.detail.code or exc.default_code
    return problem(exc.status_code, code, str(exc.detail), request, **members)


def problem(
    status: int, code: str, detail: str, request: Request | HttpRequest | None = None, **members: Any
) -> dict[str, Any]:
    """One problem as RFC 9457 wants it; ``code`` is the stable last part of its ``type``."""
    return {
        "type": TYPE_PREFIX + code.replace("_", "-"),
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "request_id": request_id(request._request if isinstance(request, Request) else request),
        **members,
    }


def _errors(refused: Sequence[Error], exc: APIException, request: Request | HttpRequest | None) -> list[dict[str, Any]]:
    in_body = request is None or request.method in WITH_BODY
    origin = origin_of(exc, request, in_body=in_body)
    found = []
    for error in refused:
        field = error.attr
        # An object-level error of a nested serializer is about that object.
        if field is not None and (parts := field.split("."))[-1] == api_settings.NON_FIELD_ERRORS_KEY:
            field = ".".join(parts[:-1]) or None
        place = place_of(origin, field)
        told = {"field": field, "code": error.code, "detail": place.sentence(error.detail)}
        found.append(told | _where(place.keys, in_body=in_body) | place.told(error.code))
    return found


def _where(keys: Sequence[str], *, in_body: bool) -> dict[str, str]:
    if in_body:
        return {"pointer": "#" + "".join(f"/{key.replace('~', '~0').replace('/', '~1')}" for key in keys)}
    return {"parameter": ".".join(keys)} if keys else {}


def _summary(errors: list[dict[str, Any]]) -> str:
    fields = list(dict.fromkeys(error["field"] for error in errors if error["field"]))
    if not fields:
        return " ".join(error["detail"] for error in errors)
    return _("Some values were refused: %(fields)s. See errors.") % {"fields": ", ".join(fields)}


def _headers(exc: APIException) -> dict[str, str]:
    headers = {}
    if auth_header := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(math.ceil(wait))
    return headers


def _is_read_by_a_person(request: Request) -> bool:
    renderer = getattr(request, "accepted_renderer", None)
    return isinstance(renderer, BrowsableAPIRenderer)


def report(fault: Exception, exc: APIException, request: Request | HttpRequest | None) -> None:
    """What Django does for an exception that reaches it: tell error trackers, write the traceback to the log."""
    plain = request._request if isinstance(request, Request) else request
    got_request_exception.send(sender=None, request=plain)
    logger.error("%s %s", exc.status_code, plain.path if plain else "", exc_info=fault)
