"""The second project behind a real port -> its tools called at a base URL, each person with a token of his own."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections
from django.utils import timezone

from mcpbridge.at_base_url import TokenOwner
from mcpbridge.govern.policy import LevelGate
from mcpbridge.models import AccessToken
from mcpbridge.serve.base_url import BaseUrl
from mcpbridge.serve.calls import Rules
from mcpbridge.serve.over_http import HttpClient
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.results import Outcome
from mcpbridge.serve.running import Run
from mcpbridge.tools import LEVELS, Catalog

NOBODY = "nobody"


class AtServer:
    """The bridge's own way of calling, for many people; a process of its own has one token."""

    def __init__(self, catalog: Catalog, base: BaseUrl) -> None:
        self._catalog = catalog
        self._base = base

    def call(self, tool: str, arguments: Any, who: str) -> Outcome:
        client = HttpClient(self._base, self._token(who), "tests")
        pipeline = Pipeline(self._catalog, client, LevelGate(LEVELS), self._rules)
        try:
            return pipeline.call(tool, arguments, TokenOwner(), Run("given-by-the-test", 30.0))
        finally:
            client.close()

    def _rules(self) -> Rules:
        # The second project tells nobody of its health, so its zone is said here.
        return Rules(time_zone=settings.TIME_ZONE)

    @functools.cache  # noqa: B019  (it lives as long as one test)
    def _token(self, who: str) -> str:
        if who == NOBODY:
            return ""
        expires = timezone.now() + timedelta(days=1)
        return AccessToken.objects.issue(User.objects.get(username=who), "tests", expires)[1]


_project = functools.cache(get_wsgi_application)


class Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        """The suite's own output is enough."""


def _application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """The project; but a connection that is within a transaction, as every test's is, stays open after a request."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        response = _project()(environ, start_response)
        body = b"".join(response)
        response.close()
        return [body]
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[BaseUrl]:
    """The project in a thread that shares the tests' connection, so that it sees what a test has written.

    One request after another: two threads may not use a connection at the same time.
    """
    shared = connections[DEFAULT_DB_ALIAS]
    shared.inc_thread_sharing()
    with make_server("127.0.0.1", 0, _application, handler_class=Quiet) as listening:

        def serve() -> None:
            connections[DEFAULT_DB_ALIAS] = shared
            listening.serve_forever(poll_interval=0.05)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield BaseUrl("http", "localhost", listening.server_port)
        listening.shutdown()
        thread.join()
    shared.dec_thread_sharing()
