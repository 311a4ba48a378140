"""Lines in -> lines out: the stdio transport.

A reader answers at once what needs no API call; a few workers run the rest, so answers may come out of order. Each
request is answered exactly once: by its worker, or when its time is over, or never where the client has cancelled it.
At the end of the input everything read is answered. On SIGTERM running calls are given up: their transactions roll
back with the process.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import BinaryIO, Protocol

from mcpbridge.exceptions import CallFailed, ProtocolError
from mcpbridge.serve import jsonrpc
from mcpbridge.serve.deadlines import Deadlines
from mcpbridge.serve.jsonrpc import Id, Message, Rejection
from mcpbridge.serve.running import Run, too_late

BOM = b"\xef\xbb\xbf"
LINE_END = b"\r\n"
MAX_LINE = 4 * 1024 * 1024
"""Bytes of one message, without its end."""
WORKERS = 4
MOST_WAITING = 1_000
MOST_WAITING_BYTES = 8 * MAX_LINE
"""A client that asks faster than the API answers is told so, before its questions fill the memory."""
MARGIN = 1.0
"""Seconds beyond a deadline in which its answer is written."""
CANCELLED = "notifications/cancelled"


class Service(Protocol):
    """What answers the messages of one client; called from several threads.

    begun: the run of a message that has arrived. answer, failure: the line to send, without its end; None for none.
    is_instant: whether the reader itself may answer.
    """

    def begun(self, message: Message | Rejection) -> Run: ...

    def is_instant(self, message: Message) -> bool: ...

    def answer(self, message: Message | Rejection, run: Run) -> bytes | None: ...

    def failure(self, message: Message, failure: CallFailed, run: Run) -> bytes | None: ...


class Stopped(BaseException):
    """SIGTERM arrived. Like KeyboardInterrupt it may come in the midst of anything, and nothing may stop it."""


class Loop:
    """Serves one pair of streams until the input ends."""

    def __init__(self, source: BinaryIO, target: BinaryIO, service: Service) -> None:
        self._source = source
        self._target = target
        self._service = service
        self._writing = threading.Lock()
        self._client_is_gone = threading.Event()
        self._deadlines = Deadlines(self._too_late)
        self._waiting: dict[Run, tuple[Message, int, Future[None]]] = {}
        """What workers hold or nobody has answered, with its size. Only the reader adds and removes."""

    def run(self) -> int:
        """Exit code 0: at the end of the input, when the client is gone, and when the process is told to end."""
        signal.signal(signal.SIGTERM, _stop)
        workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="mcp-call")
        try:
            for message, size in self._messages():
                if self._client_is_gone.is_set():
                    # Nobody would learn what a call did.
                    return 0
                self._take(message, size, workers)
            self._drain()
        except (Stopped, KeyboardInterrupt, ConnectionError):
            return 0
        finally:
            workers.shutdown(wait=False, cancel_futures=True)
        return 0

    def _take(self, message: Message | Rejection, size: int, workers: ThreadPoolExecutor) -> None:
        run = self._service.begun(message)
        if isinstance(message, Message) and message.method == CANCELLED and message.is_notification:
            self._cancel(message.params.get("requestId"))
        elif isinstance(message, Rejection) or message.is_notification or self._service.is_instant(message):
            self._send(self._service.answer(message, run))
        elif not self._has_room():
            self._send(self._service.failure(message, _busy(), run))
        else:
            self._deadlines.watch(message, run)
            self._waiting[run] = message, size, workers.submit(self._work, message, run)

    def _has_room(self) -> bool:
        # A late call is answered before its worker has left it, or after.
        self._waiting = {
            run: held for run, held in self._waiting.items() if not (held[2].done() and run.finished.is_set())
        }
        size = sum(held[1] for held in self._waiting.values())
        return len(self._waiting) < MOST_WAITING and size < MOST_WAITING_BYTES

    def _drain(self) -> None:
        """Whoever is late is answered at the deadline, and whoever is cancelled is not waited for any longer."""
        last = time.monotonic() + max((run.seconds_left for run in self._waiting), default=0.0) + MARGIN
        for run in self._waiting:
            run.finished.wait(max(0.0, last - time.monotonic()))

    def _cancel(self, id: Id | None) -> None:
        """Unknown and finished requests are ignored: the answer may have crossed the cancellation."""
        for run, (message, _size, _future) in self._waiting.items():
            # JSON's 1 and "1" are two ids; no id is a boolean or a float.
            if message.id == id and type(message.id) is type(id):
                run.cancel()

    def _work(self, message: Message, run: Run) -> None:
        """Runs in a worker."""
        # A client that is gone would not learn what a call did.
        is_wanted = not run.is_settled and not self._client_is_gone.is_set()
        line = self._service.answer(message, run) if is_wanted else None
        if run.settle():
            self._send(line)
            run.finished.set()
        elif run.is_cancelled:
            run.finished.set()

    def _too_late(self, message: Message, run: Run) -> None:
        """Runs in the thread of the deadlines; the worker's own answer will be dropped."""
        self._send(self._service.failure(message, too_late(wrote=run.began_write), run))
        run.finished.set()

    def _send(self, line: bytes | None) -> None:
        if line is None or self._client_is_gone.is_set():
            return
        with self._writing:
            try:
                self._target.write(line + b"\n")
                self._target.flush()
            except ConnectionError:
                # The reader finds out between two lines, whichever thread was writing.
                self._client_is_gone.set()

    def _messages(self) -> Iterator[tuple[Message | Rejection, int]]:
        """Each message with its size in bytes."""
        first = True
        while line := self._source.readline(MAX_LINE + len(LINE_END)):
            size = len(line.rstrip(LINE_END)) if line.endswith(b"\n") else len(line)
            if size > MAX_LINE:
                self._skip_rest(line)
                text = f"A message is longer than {MAX_LINE} bytes."
                yield Rejection(None, ProtocolError(jsonrpc.PARSE_ERROR, text)), size
                continue
            if first:
                line, first = line.removeprefix(BOM), False
            if not (line := line.strip()):
                continue
            if (message := jsonrpc.decode(line)) is not None:
                yield message, size

    def _skip_rest(self, line: bytes) -> None:
        while line and not line.endswith(b"\n"):
            line = self._source.readline(MAX_LINE)


def _busy() -> CallFailed:
    return CallFailed(
        "This server has as many calls waiting as it holds; nothing was done. Wait for answers, then send it again.",
        code="busy", status=429, retryable=True,
    )  # fmt: skip


def _stop(number: int, frame: object) -> None:
    # Once is enough: a second one would come in the midst of the ending.
    signal.signal(number, signal.SIG_IGN)
    raise Stopped
