"""A catalog file, a base URL and a token -> a server of one client that is an ordinary client of the API's.

No Django, no database, no settings: what may be done is for the API to decide, by the token. The catalog's levels and
this server's own options come on top. What a call needs is loaded after the client has its list.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcpbridge import __version__, instructions
from mcpbridge import catalog as catalogs
from mcpbridge.documents import Documents
from mcpbridge.exceptions import CallFailed, Misconfigured
from mcpbridge.govern.policy import LOCAL, LevelGate
from mcpbridge.serve.base_url import BaseUrl, base_url
from mcpbridge.serve.calls import Call, Client, Reply
from mcpbridge.serve.catalog_resources import CatalogResources
from mcpbridge.serve.health import Health
from mcpbridge.serve.jsonrpc import Message, Rejection
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.protocol import Server
from mcpbridge.serve.resources import Source
from mcpbridge.serve.running import Run, new_request_id
from mcpbridge.serve.streams import tell
from mcpbridge.tools import LEVELS, Level

if TYPE_CHECKING:
    from mcpbridge.serve.results import Outcome

ADDRESS = "MCP_API_BASE_URL"
TOKEN = "MCP_API_TOKEN"  # noqa: S105  (the variable's name)

CHECK_AFTER = 0.5
"""Seconds from the start until the API is asked whether it is well: whoever waits for a list gets that first."""

_TOKEN = re.compile(r"(?!\$\{)[!-~]{1,4096}")


@dataclass(frozen=True)
class Plan:
    """What a person asked for. documents: a folder that may be read as resources. Its text shows no token."""

    catalog: Path
    base: BaseUrl
    token: str = field(default="", repr=False)
    granted: tuple[Level, ...] = ()
    read_only: bool = False
    documents: Path | None = None
    heeds_proxies: bool = False


class TokenOwner:
    """Whoever the token belongs to: what he may do only the API knows, and it says so when it is called."""

    def may(self, permissions: Iterable[str]) -> bool:
        return True


class AtBaseUrl:
    """What the stdio loop and the shell call, from several threads. Raises CatalogError as it is made."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._catalog = catalogs.read(plan.catalog)
        client = LateClient(plan)
        self._health = Health(client, self._catalog, plan.base, new_request_id())
        gate = LevelGate(LOCAL | frozenset(plan.granted), read_only=plan.read_only)
        self.pipeline = Pipeline(self._catalog, client, gate, self._health.rules)
        self._server = Server(self.pipeline, __version__, instructions.of(self._catalog), self._sources())
        self._owner = TokenOwner()

    def greet(self) -> None:
        """Tell the person who runs the server what it does, and what keeps it from working, without holding it up."""
        tell(describe(self._plan, len(self.pipeline.visible(self._owner))))
        if not self._plan.token:
            tell(f"No token is given, so calls are made as nobody. Put one into the variable {TOKEN}.")
        elif not self._plan.base.is_encrypted and not self._plan.base.is_this_machine:
            tell("The token travels unencrypted: use https where the network is not yours alone.")
        check = threading.Timer(CHECK_AFTER, self._check)
        check.daemon = True
        check.start()

    def call(self, name: str, arguments: Any) -> Outcome:
        """The outcome of one tool call. Raises ProtocolError for an unknown tool."""
        run = Run(new_request_id(), self.pipeline.seconds(name))
        return self.pipeline.call(name, arguments, self._owner, run)

    def refusal(self, name: str) -> str:
        """Why the gate closes a tool; "" where it does not, or where there is no such tool."""
        return self.pipeline.refusal(name, self._owner)

    def begun(self, message: Message | Rejection) -> Run:
        return self._server.begun(message)

    def is_instant(self, message: Message) -> bool:
        return self._server.is_instant(message)

    def answer(self, message: Message | Rejection, run: Run) -> bytes | None:
        return self._server.answer(message, self._owner, run).line

    def failure(self, message: Message, failure: CallFailed, run: Run) -> bytes | None:
        return self._server.failure(message, failure, run).line

    def _check(self) -> None:
        try:
            for warning in self._health.told().warnings:
                tell(warning)
        except CallFailed as failure:
            tell(failure.message)

    def _sources(self) -> tuple[Source, ...]:
        catalog = CatalogResources(self.pipeline)
        if self._plan.documents is None:
            return (catalog,)
        return catalog, Documents(self._plan.documents, without=(self._plan.catalog,))


class LateClient:
    """The HTTP client, loaded with its libraries at the first call."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def send(self, call: Call, caller: Any) -> Reply:
        return self._client.send(call, caller)

    @cached_property
    def _client(self) -> Client:
        # It costs as much as all the rest of the start.
        from mcpbridge.serve.over_http import HttpClient

        plan = self._plan
        return HttpClient(plan.base, plan.token, f"mcpbridge/{__version__}", heeds_proxies=plan.heeds_proxies)


def plan_of(
    catalog: Path, address: str | None, *, granted: Iterable[Level] = (), read_only: bool = False,
    documents: Path | None = None, heeds_proxies: bool = False,
) -> Plan:  # fmt: skip
    """address: the base URL; without one the environment's counts. Takes the token out of the environment.

    Raises Misconfigured.
    """
    # Taken away, so that nothing that is started inherits it.
    token = os.environ.pop(TOKEN, "").strip()
    if token and not _TOKEN.fullmatch(token):
        raise Misconfigured(
            f"{TOKEN} holds what no token has: blanks, line ends, letters beyond ASCII, or a placeholder that was not "
            "filled in. Put the whole text of a token there (manage.py mcp_token create)."
        )
    written = address or os.environ.get(ADDRESS, "")
    if not written:
        raise Misconfigured(f"Say where the API is: --base-url http://localhost:8000, or the variable {ADDRESS}.")
    return Plan(catalog, base_url(written), token, tuple(granted), read_only, documents, heeds_proxies)


def describe(plan: Plan, tools: int) -> str:
    levels = ("read",) if plan.read_only else [level for level in LEVELS if level in LOCAL | frozenset(plan.granted)]
    return f"mcpbridge {__version__}: {tools} tools of {plan.catalog.name}, called at {plan.base}; {', '.join(levels)}."
