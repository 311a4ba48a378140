"""Settings -> a bridge that answers messages and calls tools: serving, given its client, gate, asker and resources.

What the commands, the HTTP view and the admin call. A bridge holds the catalog and the loaded Django handler; one
serves a whole process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core import signals
from django.db import connections

from mcpbridge import __version__, instructions
from mcpbridge import catalog as catalogs
from mcpbridge.commands.local import from_settings as command_runner
from mcpbridge.conf import bridge_settings
from mcpbridge.documents import Documents
from mcpbridge.govern.identity import Caller, caller_named
from mcpbridge.govern.policy import LOCAL, LevelGate
from mcpbridge.in_process import InProcessClient
from mcpbridge.serve.asking import Asker
from mcpbridge.serve.calls import Gate, Rules, Runner
from mcpbridge.serve.catalog_resources import CatalogResources
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.protocol import Server
from mcpbridge.serve.resources import Source
from mcpbridge.serve.results import Outcome
from mcpbridge.serve.running import Run, new_request_id
from mcpbridge.tools import Catalog, Level


class Bridge:
    """Serves one catalog in process. Safe to use from several threads.

    asker: decides which calls need a person's word; without one, none does. sources: resources beside the catalog.
    runner: runs commands; without one there are none.
    """

    def __init__(
        self,
        catalog: Catalog,
        gate: Gate,
        *,
        asker: Asker | None = None,
        sources: Sequence[Source] = (),
        runner: Runner | None = None,
    ) -> None:
        seconds = bridge_settings.seconds
        self.pipeline = Pipeline(catalog, InProcessClient(), gate, rules, asker, seconds=seconds, runner=runner)
        self.server = Server(
            self.pipeline, __version__, instructions.of(catalog), (CatalogResources(self.pipeline), *sources)
        )

    def caller(self, login: str) -> Caller:
        """The active account of that login. Raises UnknownCaller."""
        return caller_named(login)

    def call(self, name: str, arguments: Any, caller: Caller) -> Outcome:
        """The outcome of one tool call, in bounds of its own. Raises ProtocolError for an unknown tool."""
        with message_bounds():
            return self.pipeline.call(name, arguments, caller, Run(new_request_id(), self.pipeline.seconds(name)))


def local(*, granted: Iterable[Level] = (), read_only: bool = False) -> Bridge:
    """The bridge of a local server for one client. Raises CatalogError where the catalog file is missing or wrong."""
    return _from_settings(LevelGate(LOCAL | frozenset(granted), read_only=read_only), command_runner())


def over_http() -> Bridge:
    """The bridge of the HTTP endpoint, which offers the levels that settings name. Raises CatalogError."""
    return _from_settings(LevelGate(bridge_settings.http_levels))


def _from_settings(gate: Gate, runner: Runner | None = None) -> Bridge:
    catalog, documents = bridge_settings.catalog, bridge_settings.documents
    sources = (Documents(documents, without=(catalog,)),) if documents else ()
    return Bridge(catalogs.read(catalog), gate, sources=sources, runner=runner)


def rules() -> Rules:
    """What settings say of dates and of the time that a call may take."""
    return Rules(time_zone=settings.TIME_ZONE, aware=settings.USE_TZ)


@contextmanager
def message_bounds(*, keep_connections: bool = True) -> Iterator[None]:
    """What a web server does around a request, once around a whole message.

    keep_connections: as long as CONN_MAX_AGE says; else they are closed at the end.

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
        try:
            signals.request_finished.send(sender=Bridge)
        finally:
            # A receiver may fail: it is the project's.
            if not keep_connections:
                connections.close_all()
