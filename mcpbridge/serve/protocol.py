"""A message of a caller -> its answer, for the Model Context Protocol, whatever brought it and whichever revision."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcpbridge.exceptions import CallFailed, Cancelled, InputRequired, ProtocolError
from mcpbridge.serve import headers as http_headers
from mcpbridge.serve import jsonrpc, revisions
from mcpbridge.serve.jsonrpc import Message, Rejection
from mcpbridge.serve.methods import INSTANT, Methods, Request
from mcpbridge.serve.pipeline import LONGEST, Pipeline
from mcpbridge.serve.resources import Source
from mcpbridge.serve.running import Run, new_request_id

NAME = "mcpbridge"

log = logging.getLogger("mcpbridge.protocol")


@dataclass(frozen=True)
class Answer:
    """line: what goes back, without its end; None where nothing does. code: of the error, 0 for a result.

    modern: answered by the rules of 2026-07-28, which gives some errors an HTTP status of their own.
    """

    line: bytes | None = None
    code: int = 0
    modern: bool = False


NO_ANSWER = Answer()


class Server:
    """Answers messages. Holds no state of a connection, so one serves any number of callers and threads."""

    def __init__(self, pipeline: Pipeline, version: str, instructions: str, sources: Sequence[Source] = ()) -> None:
        self._pipeline = pipeline
        self._about = {"name": NAME, "version": version}
        self._methods = Methods(pipeline, sources, self._about, instructions)

    def answer(
        self, message: Message | Rejection, caller: Any, run: Run, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """headers: those of the HTTP request that brought the message, names in lower case; None where none did."""
        version = (headers or {}).get(http_headers.VERSION, "")
        if isinstance(message, Rejection):
            return _error(message.id, message.error, modern=version in revisions.MODERN)
        if message.is_notification:
            return NO_ANSWER
        modern = revisions.is_modern(message, version)
        try:
            result = self._result(message, caller, run, headers, modern=modern)
            if message.method == "tools/call":
                _log_call(message, run, result)
            return Answer(jsonrpc.encode_result(message.id, result), modern=modern)
        except ProtocolError as error:
            return _error(message.id, error, modern=modern)
        except Cancelled:
            return NO_ANSWER
        except Exception:
            log.exception("%s failed, request %s", message.method, run.request_id)
            return self.unexpected(message, run)

    def begun(self, message: Message | Rejection, request_id: str = "") -> Run:
        """The run of a message that has arrived, with the time that it may take. request_id: where it has one."""
        seconds = self._seconds(message) if isinstance(message, Message) else None
        return Run(request_id or new_request_id(), seconds)

    def unexpected(self, message: Message, run: Run) -> Answer:
        """What a client learns of something that nobody foresaw: the id by which the log knows it."""
        internal = ProtocolError(jsonrpc.INTERNAL_ERROR, "Internal error.", {"request_id": run.request_id})
        return _error(message.id, internal, modern=revisions.is_modern(message))

    def failure(self, message: Message, failure: CallFailed, run: Run) -> Answer:
        """Why a request was not, or not wholly, carried out: a tool's result for an agent, an error for a client."""
        modern = revisions.is_modern(message)
        if message.method == "tools/call":
            # Loaded late: it brings all with it that reads arguments.
            from mcpbridge.serve import refusals

            result = refusals.of_failure(failure, run.request_id).as_result()
            if modern:
                result = revisions.complete(message.method, result, self._about)
            return Answer(jsonrpc.encode_result(message.id, result), modern=modern)
        data = {"code": failure.code, "retryable": failure.retryable, "request_id": run.request_id}
        return _error(message.id, ProtocolError(jsonrpc.INTERNAL_ERROR, failure.message, data), modern=modern)

    def is_instant(self, message: Message) -> bool:
        """Whether an answer needs neither the API nor the database, so that a reader may give it at once."""
        methods = self._methods.modern if revisions.is_modern(message) else self._methods.legacy
        return message.method in INSTANT or message.method not in methods

    def _seconds(self, message: Message) -> float:
        return self._pipeline.seconds(message.params.get("name") if message.method == "tools/call" else None)

    def _result(
        self, message: Message, caller: Any, run: Run, headers: Mapping[str, str] | None, *, modern: bool
    ) -> dict[str, Any]:
        capabilities = None
        if modern:
            revisions.check_envelope(message)
            if headers is not None:
                http_headers.check(message, headers)
            revisions.check_version(message)
            capabilities = revisions.meta(message)[revisions.CAPABILITIES]
        elif headers is not None:
            http_headers.check_legacy(headers)
        method = (self._methods.modern if modern else self._methods.legacy).get(message.method)
        if method is None:
            raise ProtocolError(jsonrpc.METHOD_NOT_FOUND, f"There is no method {message.method[:80]!r}.")
        try:
            result = method(Request(message.params, caller, run, capabilities))
        except InputRequired as question:
            return revisions.input_required(question.content, self._about)
        return revisions.complete(message.method, result, self._about) if modern else result


def _log_call(message: Message, run: Run, result: Mapping[str, Any]) -> None:
    """One line that ties the client's number of the call to the id by which the API's log knows it. No values."""
    content = result.get("structuredContent", {})
    came_to = f"{content.get('http_status', 'an error')}" if result.get("isError") else "done"
    name = str(message.params.get("name"))[:LONGEST]
    log.info("%s: %s, request %s, JSON-RPC id %r", name, came_to, run.request_id, message.id)


def _error(id: jsonrpc.Id | None, error: ProtocolError, *, modern: bool = False) -> Answer:
    return Answer(jsonrpc.encode_error(id, error), error.code, modern)
