"""The messages of one local client -> their answers, each as the person that its credential names at that moment."""

from __future__ import annotations

import logging
from typing import Any

from django.db import DatabaseError

from mcpbridge import __version__
from mcpbridge.bridge import Bridge, message_bounds
from mcpbridge.exceptions import CallFailed
from mcpbridge.govern.identity import Credential, UnknownCaller
from mcpbridge.preflight import database_failure
from mcpbridge.serve.jsonrpc import Message, Rejection
from mcpbridge.serve.results import Outcome
from mcpbridge.serve.running import Run
from mcpbridge.serve.streams import tell

log = logging.getLogger("mcpbridge.stdio")


class OneClient:
    """What the stdio loop calls, from several threads."""

    def __init__(self, bridge: Bridge, credential: Credential) -> None:
        self._bridge = bridge
        self._credential = credential

    def greet(self) -> None:
        """Tell the person who runs the server what it does."""
        listed = self._bridge.pipeline.visible(self._credential.caller())
        tell(f"mcpbridge {__version__}: {len(listed)} tools, called in this process.")

    def call(self, name: str, arguments: Any) -> Outcome:
        """The outcome of one tool call. Raises ProtocolError for an unknown tool, UnknownCaller."""
        return self._bridge.call(name, arguments, self._credential.caller())

    def refusal(self, name: str) -> str:
        """Why the gate closes a tool; "" where it does not, or where there is no such tool. Raises UnknownCaller."""
        return self._bridge.pipeline.refusal(name, self._credential.caller())

    def begun(self, message: Message | Rejection) -> Run:
        return self._bridge.server.begun(message)

    def is_instant(self, message: Message) -> bool:
        return self._bridge.server.is_instant(message)

    def answer(self, message: Message | Rejection, run: Run) -> bytes | None:
        if isinstance(message, Rejection) or message.is_notification or self.is_instant(message):
            return self._bridge.server.answer(message, None, run).line
        answered = False
        line = None
        try:
            # The worker may be idle for hours, and the database server counts every connection that is kept for it.
            with message_bounds(keep_connections=False):
                line = self._answer(message, run)
                answered = True
        except (Exception, SystemExit):
            # What surrounds a message belongs to the project: receivers of signals, its user model, a way out of a
            # program. Where it fails after the call, the call is done nonetheless.
            log.exception("%s failed, request %s", message.method, run.request_id)
        return line if answered else self._bridge.server.unexpected(message, run).line

    def _answer(self, message: Message, run: Run) -> bytes | None:
        try:
            return self._bridge.server.answer(message, self._credential.caller(), run).line
        except UnknownCaller as unknown:
            return self.failure(message, CallFailed(str(unknown), code="unauthenticated", status=401), run)
        except DatabaseError as error:
            return self.failure(message, database_failure(error), run)

    def failure(self, message: Message, failure: CallFailed, run: Run) -> bytes | None:
        return self._bridge.server.failure(message, failure, run).line
