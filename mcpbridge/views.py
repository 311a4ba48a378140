"""POST /mcp -> the answer to one message: the HTTP transport, as one plain Django view.

It holds nothing between two requests, so any WSGI or ASGI server runs it with any number of workers. Who calls is
decided by the bearer token alone, what is done by the body alone; headers may contradict neither.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, connections
from django.http import HttpRequest, HttpResponse

from mcpbridge import boundary, bridge, cross_origin
from mcpbridge.bridge import Bridge
from mcpbridge.conf import bridge_settings
from mcpbridge.exceptions import CatalogError, ProtocolError
from mcpbridge.govern.identity import Caller, UnknownCaller, caller_of_token
from mcpbridge.preflight import database_failure
from mcpbridge.rest.bearer import challenge, token_of
from mcpbridge.rest.request_ids import request_id
from mcpbridge.serve import jsonrpc, revisions
from mcpbridge.serve.protocol import Answer

log = logging.getLogger("mcpbridge.http")

METHODS = "POST, OPTIONS"
_ALWAYS_400 = (jsonrpc.PARSE_ERROR, jsonrpc.INVALID_REQUEST, revisions.UNSUPPORTED_VERSION)
_MODERN = {jsonrpc.INTERNAL_ERROR: 200, jsonrpc.METHOD_NOT_FOUND: 404}


class SupportsRead(Protocol):
    def read(self, size: int, /) -> bytes: ...


class Refused(Exception):
    """The request is not even read as a message. code: of the JSON-RPC error. more: response headers."""

    def __init__(
        self, status: int, message: str, code: int = jsonrpc.INVALID_REQUEST, more: dict[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = ProtocolError(code, message)
        self.headers = more or {}


class Endpoint:
    """The view. make_bridge: called once, at the first request. Raises CatalogError."""

    # A browser's cookies mean nothing here, so there is nothing to forge.
    csrf_exempt = True

    def __init__(self, make_bridge: Callable[[], Bridge]) -> None:
        self._make_bridge = make_bridge
        self._making = threading.Lock()
        self._bridge: Bridge | None = None

    @property
    def _non_atomic_requests(self) -> set[str]:
        """Where Django looks whether to open a transaction: the inner request is the one that ATOMIC_REQUESTS means."""
        return set(connections)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            _check_host(request)
            cross_origin.check(request)
        except (DisallowedHost, cross_origin.Foreign) as refusal:
            return _refused(Refused(400 if isinstance(refusal, DisallowedHost) else 403, str(refusal)))
        if request.method == "OPTIONS":
            return cross_origin.allowed(request, HttpResponse(status=204, headers={"Allow": METHODS}))
        try:
            response = self._answered(request)
        except Refused as refused:
            response = _refused(refused)
        return cross_origin.allowed(request, response)

    def _answered(self, request: HttpRequest) -> HttpResponse:
        _check_form(request)
        caller = _caller(request)
        message = jsonrpc.decode(_body(request))
        if message is None:
            return HttpResponse(status=202)
        for fault in boundary.faults():
            raise _not_set_up(f"{fault.told} {fault.mend}")
        served = self._served()
        run = served.server.begun(message, request_id(request) or "")
        given = {name.lower(): value for name, value in request.headers.items()}
        answer = served.server.answer(message, caller, run, given)
        if answer.line is None:
            return HttpResponse(status=202)
        return HttpResponse(answer.line, status=_status(answer), content_type="application/json")

    def _served(self) -> Bridge:
        with self._making:
            if self._bridge is None:
                try:
                    self._bridge = self._make_bridge()
                except CatalogError as error:
                    raise _not_set_up(str(error)) from error
            return self._bridge


mcp = Endpoint(bridge.over_http)


def _not_set_up(fault: str) -> Refused:
    log.error("No tool can be served: %s", fault)
    return Refused(503, "This server is not set up; its log names the fault.", jsonrpc.INTERNAL_ERROR)


def _check_host(request: HttpRequest) -> None:
    try:
        request.get_host()
    except DisallowedHost:
        raise DisallowedHost("This server does not answer to that Host; its ALLOWED_HOSTS says to which.") from None


def _check_form(request: HttpRequest) -> None:
    if request.method != "POST":
        text = "This address takes POST alone: one JSON-RPC message a request. There is no stream and no session."
        raise Refused(405, text, more={"Allow": METHODS})
    if request.content_type != "application/json":
        raise Refused(415, "The body must be sent with Content-Type: application/json.")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Refused(415, "The body must be sent as it is, without a Content-Encoding.")
    if (_length(request) or 0) > bridge_settings.max_body:
        raise _too_large()


def _caller(request: HttpRequest) -> Caller:
    try:
        return caller_of_token(token_of(request))
    except UnknownCaller as unknown:
        raise Refused(401, str(unknown), more={"WWW-Authenticate": challenge(unknown)}) from None
    except DatabaseError as error:
        raise Refused(503, database_failure(error).message, jsonrpc.INTERNAL_ERROR) from error


def _body(request: HttpRequest) -> bytes:
    length = _length(request)
    try:
        body = _stream(request, length).read(bridge_settings.max_body + 1)
    except OSError:
        raise _cut_short() from None
    if len(body) > bridge_settings.max_body:
        raise _too_large()
    if length is None and not body and "Transfer-Encoding" in request.headers:
        raise Refused(411, "The body must be sent with its Content-Length.")
    if length is not None and len(body) < length:
        raise _cut_short()
    return body


def _length(request: HttpRequest) -> int | None:
    """The bytes of the body as the request tells them; None where it does not."""
    told = request.META.get("CONTENT_LENGTH") or ""
    # Twenty digits are too many in any case, and thousands of them no number to Python.
    return int(told[:20]) if told.isascii() and told.isdigit() else None


def _stream(request: HttpRequest, length: int | None) -> SupportsRead:
    """Where the body is read from. Under WSGI Django takes it to be empty where its length was not told."""
    environ = getattr(request, "environ", {})
    if length is None and environ.get("wsgi.input_terminated"):
        stream: SupportsRead = environ["wsgi.input"]
        return stream
    return request


def _cut_short() -> Refused:
    return Refused(400, "The request ended before its body did.", jsonrpc.PARSE_ERROR)


def _too_large() -> Refused:
    return Refused(413, f"A message may have at most {bridge_settings.max_body} bytes.")


def _refused(refused: Refused) -> HttpResponse:
    line = jsonrpc.encode_error(None, refused.error)
    return HttpResponse(line, status=refused.status, content_type="application/json", headers=refused.headers)


def _status(answer: Answer) -> int:
    if not answer.code:
        return 200
    if answer.modern:
        return _MODERN.get(answer.code, 400)
    # To older clients an error of the message is no error of the request.
    return 400 if answer.code in _ALWAYS_400 else 200
