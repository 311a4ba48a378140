"""Lines in -> lines out: the stdio transport.

A reader answers at once what needs no API call; workers run the rest, so answers may come out of order. At the end of
the input everything read is finished and answered. On SIGTERM running calls are given up: their transactions roll back
with the process.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import BinaryIO

from mcpbridge.exceptions import ProtocolError
from mcpbridge.serve import jsonrpc
from mcpbridge.serve.jsonrpc import Message, Rejection

BOM = b"\xef\xbb\xbf"
MAX_LINE = 4 * 1024 * 1024
WORKERS = 4
DRAIN_SECONDS = 30.0

Answer = Callable[[Message | Rejection], bytes | None]


class Stopped(Exception):
    """SIGTERM arrived."""


class Loop:
    """Serves one pair of streams until the input ends.

    answer: a message -> the line to send, without its end, or None; called from several threads.
    is_instant: whether the reader itself may answer.
    """

    def __init__(
        self, source: BinaryIO, target: BinaryIO, answer: Answer, is_instant: Callable[[Message], bool]
    ) -> None:
        self._source = source
        self._target = target
        self._answer = answer
        self._is_instant = is_instant
        self._writing = threading.Lock()
        self._client_is_gone = threading.Event()

    def run(self) -> int:
        """Exit code: 0 at the end of the input or when the client is gone, 1 when calls had to be given up."""
        signal.signal(signal.SIGTERM, _stop)
        workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="mcp-call")
        running: set[Future[None]] = set()
        try:
            for message in self._messages():
                if self._client_is_gone.is_set():
                    # Nobody would learn what the call did.
                    return 0
                if isinstance(message, Rejection) or message.is_notification or self._is_instant(message):
                    self._serve(message)
                else:
                    running = {future for future in running if not future.done()}
                    running.add(workers.submit(self._serve, message))
            return 0 if self._drained(running) else 1
        except BrokenPipeError:
            return 0
        except (Stopped, KeyboardInterrupt):
            return 0
        finally:
            workers.shutdown(wait=False, cancel_futures=True)

    def _drained(self, running: set[Future[None]]) -> bool:
        done, late = wait(running, timeout=DRAIN_SECONDS)
        for future in done:
            future.result()
        return not late

    def _messages(self) -> Iterator[Message | Rejection]:
        first = True
        while line := self._source.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE:
                self._skip_rest(line)
                yield Rejection(None, ProtocolError(jsonrpc.PARSE_ERROR, f"A message is longer than {MAX_LINE} bytes."))
                continue
            if first:
                line, first = line.removeprefix(BOM), False
            if not (line := line.strip()):
                continue
            if (message := jsonrpc.decode(line)) is not None:
                yield message

    def _skip_rest(self, line: bytes) -> None:
        while line and not line.endswith(b"\n"):
            line = self._source.readline(MAX_LINE)

    def _serve(self, message: Message | Rejection) -> None:
        line = self._answer(message)
        if line is None:
            return
        with self._writing:
            try:
                self._target.write(line + b"\n")
                self._target.flush()
            except BrokenPipeError:
                self._client_is_gone.set()
                raise


def _stop(number: int, frame: object) -> None:
    raise Stopped
