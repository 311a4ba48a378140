"""The messages of one local client -> their answers, each as the person that its credential names at that moment."""

from __future__ import annotations

from django.db import DatabaseError

from mcpbridge.bridge import Bridge, message_bounds
from mcpbridge.exceptions import CallFailed
from mcpbridge.govern.identity import Credential, UnknownCaller
from mcpbridge.preflight import database_failure
from mcpbridge.serve.jsonrpc import Message, Rejection
from mcpbridge.serve.running import Run


class OneClient:
    """What the stdio loop calls, from several threads."""

    def __init__(self, bridge: Bridge, credential: Credential) -> None:
        self._bridge = bridge
        self._credential = credential

    def begun(self, message: Message | Rejection) -> Run:
        return self._bridge.begun(message)

    def is_instant(self, message: Message) -> bool:
        return self._bridge.server.is_instant(message)

    def answer(self, message: Message | Rejection, run: Run) -> bytes | None:
        if isinstance(message, Rejection) or message.is_notification or self.is_instant(message):
            return self._bridge.server.answer(message, None, run).line
        # The worker may be idle for hours, and the database server counts every connection that is kept for it.
        with message_bounds(keep_connections=False):
            try:
                return self._bridge.server.answer(message, self._credential.caller(), run).line
            except UnknownCaller as unknown:
                return self.failure(message, CallFailed(str(unknown), code="unauthenticated", status=401), run)
            except DatabaseError as error:
                return self.failure(message, database_failure(error), run)

    def failure(self, message: Message, failure: CallFailed, run: Run) -> bytes | None:
        return self._bridge.server.failure(message, failure, run).line
