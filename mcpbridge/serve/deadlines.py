"""Messages with a deadline -> each one reported when its time is over and nobody has answered it yet."""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable
from itertools import count

from mcpbridge.serve.jsonrpc import Message
from mcpbridge.serve.running import Run


class Deadlines:
    """One thread that waits for all of them; it ends with the process.

    late: called for a message that nobody had answered in time; its run is settled by then.
    """

    def __init__(self, late: Callable[[Message, Run], None]) -> None:
        self._late = late
        self._waiting: list[tuple[float, int, Run, Message]] = []
        self._order = count()
        self._changed = threading.Condition()
        self._started = False

    def watch(self, message: Message, run: Run) -> None:
        if run.deadline is None:
            return
        with self._changed:
            heapq.heappush(self._waiting, (run.deadline, next(self._order), run, message))
            if not self._started:
                self._started = True
                threading.Thread(target=self._wait, name="mcp-deadlines", daemon=True).start()
            self._changed.notify()

    def _wait(self) -> None:
        while True:
            run, message = self._next()
            if run.settle():
                self._late(message, run)

    def _next(self) -> tuple[Run, Message]:
        """The next one whose time is over; those that were answered in time are forgotten."""
        with self._changed:
            while True:
                while self._waiting and self._waiting[0][2].is_settled:
                    heapq.heappop(self._waiting)
                if not self._waiting:
                    self._changed.wait()
                elif (left := self._waiting[0][0] - time.monotonic()) > 0:
                    self._changed.wait(left)
                else:
                    return heapq.heappop(self._waiting)[2:]
