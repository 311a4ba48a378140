"""A message -> an API whose views meddle with whatever a process keeps for the running request.

The middlewares see the request of the endpoint and the one within it, as those of any project do.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from asgiref.local import Local
from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix, get_urlconf, include, path, set_script_prefix, set_urlconf
from django.utils import timezone, translation
from django_guid import get_guid, set_guid
from rest_framework import viewsets
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.views import exception_handler

from mcpbridge.bridge import Bridge
from mcpbridge.derive.build import derive
from mcpbridge.govern.policy import LevelGate
from mcpbridge.tools import LEVELS
from mcpbridge.views import Endpoint
from notes.models import Tag

MIDDLEWARE = ["tests.http.little_project.keeps_author", "tests.http.little_project.surrounded"]
Respond = Callable[[HttpRequest], HttpResponse]

trace: ContextVar[str] = ContextVar("trace", default="")
author = Local()
"""Who is written into the history of what the running request changes, as packages for history keep it."""

around: list[Callable[[HttpRequest], Any]] = []
"""Context managers of a test, each entered around the view of the endpoint."""


def keeps_author(get_response: Respond) -> Respond:
    def respond(request: HttpRequest) -> HttpResponse:
        author.name = request.user.get_username()
        response = get_response(request)
        response.headers["X-Author"] = author.name
        # Fails where another request has taken it away already.
        del author.name
        return response

    return respond


def surrounded(get_response: Respond) -> Respond:
    def respond(request: HttpRequest) -> HttpResponse:
        if request.path != "/mcp":
            return get_response(request)
        return functools.reduce(_within, around, get_response)(request)

    return respond


def _within(inner: Respond, manager: Callable[[HttpRequest], Any]) -> Respond:
    def respond(request: HttpRequest) -> HttpResponse:
        with manager(request):
            return inner(request)

    return respond


def kept() -> dict[str, Any]:
    """What the process keeps for the running request."""
    return {
        "language": translation.get_language(),
        "zone": timezone.get_current_timezone_name(),
        "URLconf": get_urlconf(),
        "prefix": get_script_prefix(),
        "request id": get_guid(),
        "trace": trace.get(),
        "author": getattr(author, "name", None),
    }


@contextmanager
def meddled(name: str) -> Iterator[None]:
    """Everything is another in the end."""
    yield
    translation.activate("pt-br")
    timezone.activate("Asia/Tokyo")
    set_urlconf("tests.http.little_project")
    set_script_prefix("/elsewhere/")
    set_guid("of-the-inner-request")
    trace.set(name)
    author.name = name


class Rows(viewsets.ViewSet):
    """create writes a row; the others write one and fail."""

    def create(self, request: Request) -> Response:
        made = Tag.objects.create(name="written")
        return Response({"id": made.pk, "by": author.name}, status=201)


class Half(viewsets.ViewSet):
    def create(self, request: Request) -> Response:
        Tag.objects.create(name="half")
        raise ValidationError({"name": ["It is never good enough."]})


class Boom(viewsets.ViewSet):
    def create(self, request: Request) -> Response:
        Tag.objects.create(name="boom")
        raise RuntimeError("canary")


class Crash(Boom):
    """The exception passes through DRF and all middleware, up to Django's own handler."""

    def get_exception_handler(self) -> Any:
        return exception_handler


class Meddling(viewsets.ViewSet):
    def list(self, request: Request) -> Response:
        with meddled("inner"):
            return Response([{"user": request.user.get_username(), "author": author.name, **kept()}])


router = SimpleRouter()
for viewset in (Rows, Half, Boom, Crash, Meddling):
    router.register(viewset.__name__.lower(), viewset, basename=viewset.__name__.lower())


def bridge() -> Bridge:
    return Bridge(derive("tests.http.little_project"), LevelGate(LEVELS))


urlpatterns = [path("mcp", Endpoint(bridge)), path("little/", include(router.urls))]
