"""A call -> a reply through the whole Django stack, as the caller.

The request passes Django's own handler: middleware, URL resolution, authentication, initial(), permissions, throttles,
filters, pagination, parsers, renderers and transaction settings, exactly as over HTTP. No view is called directly and
no class is changed.

The request may pass within another one, that of the HTTP endpoint. It has a context of its own, so that it leaves the
outer one its language, time zone, URLconf, request id and whatever else middleware keeps for the running request.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import AsyncIterable, Iterable
from contextvars import copy_context
from typing import Any
from urllib.parse import unquote, urlencode

from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import caches
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError, ProgrammingError
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation

from mcpbridge.conf import bridge_settings
from mcpbridge.govern.identity import Caller
from mcpbridge.preflight import Preflight, database_failure
from mcpbridge.serve import forms
from mcpbridge.serve.calls import Call, Reply

MAX_BODY = 5 * 1024 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
_FAILURE = "_mcpbridge_failure"


def remember_failure(sender: Any, request: Any = None, **kwargs: Any) -> None:
    """Receiver of got_request_exception: keeps the exception on the request it belongs to."""
    plain = getattr(request, "_request", request)
    if plain is not None:
        # The signal passes no exception; its receivers find it where it is being handled.
        setattr(plain, _FAILURE, sys.exc_info()[1])


class InProcessClient:
    """Sends calls through one loaded handler; usable from many threads."""

    def __init__(self) -> None:
        self._handler = BaseHandler()
        self._handler.load_middleware()
        self._preflight = Preflight()
        got_request_exception.connect(remember_failure, dispatch_uid="mcpbridge.in_process")

    def send(self, call: Call, caller: Caller) -> Reply:
        """The reply of the API. Raises CallFailed where its database cannot be used."""
        if call.method not in SAFE:
            self._preflight.require_migrations()
        # What a context makes for itself ends with it: caches would open their connections anew for every call.
        caches.all()
        return copy_context().run(self._exchange, call, caller)

    def _exchange(self, call: Call, caller: Caller) -> Reply:
        request = self._request(call, caller)
        # The API speaks English to agents, whatever the language of the people it serves.
        with translation.override("en"), timezone.override(None):
            response = self._handler.get_response(request)
        try:
            failure = getattr(request, _FAILURE, None)
            if (
                isinstance(failure, OperationalError | InterfaceError | ProgrammingError)
                and response.status_code >= 500
            ):
                raise database_failure(failure, during_write=call.method not in SAFE)
            return _reply(response)
        finally:
            # Not response.close(): that ends the request for the whole process, and inside a transaction would close
            # the connection under it.
            for release in getattr(response, "_resource_closers", ()):
                release()

    def _request(self, call: Call, caller: Caller) -> WSGIRequest:
        body, content_type = _encoded(call)
        environ = {
            "REQUEST_METHOD": call.method,
            "SCRIPT_NAME": settings.FORCE_SCRIPT_NAME or "",
            # WSGI carries the decoded path as latin-1 text.
            "PATH_INFO": unquote(call.path, "latin-1"),
            "QUERY_STRING": urlencode(call.query),
            "CONTENT_LENGTH": str(len(body)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_NAME": _host(),
            "SERVER_PORT": "443" if settings.SECURE_SSL_REDIRECT else "80",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_ACCEPT": "application/json, application/problem+json",
            "HTTP_ACCEPT_LANGUAGE": "en",
            "HTTP_X_REQUEST_ID": call.request_id,
            "wsgi.url_scheme": "https" if settings.SECURE_SSL_REDIRECT else "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.version": (1, 0),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        if content_type:
            environ["CONTENT_TYPE"] = content_type
        request = WSGIRequest(environ)
        _identify(request, caller.user)
        return request


def _identify(request: WSGIRequest, user: AbstractBaseUser) -> None:
    """One identity for middleware, plain views and every DRF view. It cannot be set from the wire."""
    authenticate = bridge_settings.authenticate
    if authenticate is not None:
        for name, value in authenticate(user).items():
            request.META[f"HTTP_{name.upper().replace('-', '_')}"] = value
        return
    vars(request).update(_force_auth_user=user, _force_auth_token=None, _cached_user=user, _acached_user=user)


def _encoded(call: Call) -> tuple[bytes, str]:
    if call.body is None:
        return b"", ""
    if call.encoding == "form":
        return urlencode(list(forms.pairs(call.body))).encode(), "application/x-www-form-urlencoded"
    return json.dumps(call.body).encode(), "application/json"


def _host() -> str:
    """A host that the project accepts and that links may carry."""
    for host in settings.ALLOWED_HOSTS:
        if host not in ("*", ""):
            return host.lstrip(".").partition(":")[0] if not host.startswith("[") else host
    return "localhost"


def _reply(response: HttpResponseBase) -> Reply:
    headers = {name.lower(): value for name, value in response.items()}
    body, cut = _body(response)
    return Reply(response.status_code, headers, body, cut)


def _body(response: HttpResponseBase) -> tuple[bytes, bool]:
    if isinstance(response, HttpResponse):
        return response.content[:MAX_BODY], len(response.content) > MAX_BODY
    if not isinstance(response, StreamingHttpResponse):
        return b"", False
    content = async_to_sync(_gathered)(response) if response.is_async else _gathered_now(response)
    return content[:MAX_BODY], len(content) > MAX_BODY


def _gathered_now(parts: Iterable[bytes]) -> bytes:
    """As much as shows that there is too much."""
    content = bytearray()
    for part in parts:
        content += part
        if len(content) > MAX_BODY:
            break
    return bytes(content)


async def _gathered(parts: AsyncIterable[bytes]) -> bytes:
    """The same of an asynchronous stream; Django would gather all of it, though it had no end."""
    content = bytearray()
    async for part in parts:
        content += part
        if len(content) > MAX_BODY:
            break
    return bytes(content)
