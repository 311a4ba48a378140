"""Settings -> a bridge that answers messages and calls tools: serving, given its client and its gate.

What the commands, and later the HTTP view and the admin, call. A bridge holds the catalog and the loaded Django
handler; one serves a whole process.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core import signals
from django.db import DatabaseError, connections

from mcpbridge import __version__, instructions
from mcpbridge import catalog as catalogs
from mcpbridge.conf import bridge_settings
from mcpbridge.exceptions import CallFailed, ProtocolError
from mcpbridge.govern.identity import Caller, UnknownCaller, caller_named
from mcpbridge.govern.policy import LevelGate
from mcpbridge.in_process import InProcessClient
from mcpbridge.preflight import database_failure
from mcpbridge.serve import jsonrpc, refusals
from mcpbridge.serve.calls import Gate, Rules
from mcpbridge.serve.jsonrpc import Message, Rejection
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.protocol import Server
from mcpbridge.serve.results import Outcome
from mcpbridge.tools import Catalog, Level


class Bridge:
    """Serves one catalog in process. Safe to use from several threads."""

    def __init__(self, catalog: Catalog, gate: Gate) -> None:
        self.pipeline = Pipeline(catalog, InProcessClient(), gate, rules())
        self.server = Server(self.pipeline, __version__, instructions.of(catalog))

    def caller(self, login: str) -> Caller:
        """The active account of that login. Raises UnknownCaller."""
        return caller_named(login)

    def call(self, name: str, arguments: Any, caller: Caller) -> Outcome:
        """The outcome of one tool call. Raises ProtocolError for an unknown tool."""
        with message_bounds():
            return self.pipeline.call(name, arguments, caller, new_request_id())

    def answer(self, message: Message | Rejection, login: str) -> bytes | None:
        """The line that answers a message of the person with that login; None for a notification."""
        request_id = new_request_id()
        if isinstance(message, Rejection) or message.is_notification or self.server.is_instant(message):
            return self.server.answer(message, None, request_id)
        with message_bounds():
            try:
                return self.server.answer(message, caller_named(login), request_id)
            except UnknownCaller as unknown:
                failure = CallFailed(str(unknown), code="unauthenticated", status=401)
                return _not_called(message, failure, request_id)
            except DatabaseError as error:
                return _not_called(message, database_failure(error), request_id)


def from_settings(*, granted: Iterable[Level] = (), read_only: bool = False) -> Bridge:
    """The bridge of this project. Raises CatalogError where the catalog file is missing or wrong."""
    return Bridge(catalogs.read(bridge_settings.catalog), LevelGate(granted, read_only=read_only))


def rules() -> Rules:
    """What the API's settings say of dates."""
    return Rules(time_zone=settings.TIME_ZONE, aware=settings.USE_TZ)


def new_request_id() -> str:
    """What one message is known by: in the API's log, in its answer and in our own log."""
    return str(uuid.uuid4())


def _not_called(message: Message, failure: CallFailed, request_id: str) -> bytes:
    """Why nobody could be identified: told to an agent as a tool's result, to a client that lists as an error."""
    if message.method == "tools/call":
        return jsonrpc.encode_result(message.id, refusals.of_failure(failure, request_id).as_result())
    data = {"code": failure.code, "retryable": failure.retryable, "request_id": request_id}
    return jsonrpc.encode_error(message.id, ProtocolError(jsonrpc.INTERNAL_ERROR, failure.message, data))


@contextmanager
def message_bounds() -> Iterator[None]:
    """What a web server does around a request, once around a whole message.

    Connections that died while nothing was asked are dropped first, whatever the project says of health checks: this
    process may have waited for hours. Inside somebody's transaction nothing is done: these signals would close the
    connection under it, since autocommit is off there.
    """
    if any(connection.in_atomic_block for connection in connections.all(initialized_only=True)):
        yield
        return
    signals.request_started.send(sender=Bridge, environ={})
    for connection in connections.all(initialized_only=True):
        # Where the project has health checks, Django asks by itself before the first query.
        is_checked = connection.settings_dict["CONN_HEALTH_CHECKS"]
        if connection.connection is not None and not is_checked and not connection.is_usable():
            connection.close()
    try:
        yield
    finally:
        signals.request_finished.send(sender=Bridge)
