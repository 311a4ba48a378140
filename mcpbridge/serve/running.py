"""One request that is being worked on -> whether it may go on, and a caller's way to the API for as long as it may.

A call of many requests to the API is stopped between two of them: what the API has begun it finishes, so nothing is
half-written, and what it has not begun never happens.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

from mcpbridge.exceptions import CallFailed, Cancelled
from mcpbridge.serve.calls import Call, Client, Reply

SAFE = ("GET", "HEAD", "OPTIONS")
READ_BACK = 10.0
LEAST_READ_BACK = 2.0
MARGIN = 1.0
"""Seconds."""


def new_request_id() -> str:
    """What one message is known by: in the API's log, in its answer and in our own log."""
    # Loaded late: a client's first messages need no id.
    import uuid

    return str(uuid.uuid4())


class Run:
    """request_id: what logs and the API know the request by. seconds: how long it may take; None: no bound.

    Used by two threads: the one that works, and the one that stops it. finished: nothing is left to answer, because
    whoever settled the run has sent the answer, or because it was cancelled and its work is over.
    """

    def __init__(self, request_id: str = "", seconds: float | None = None) -> None:
        self.request_id = request_id
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.finished = threading.Event()
        self._lock = threading.Lock()
        self._cancelled = False
        self._settled = False
        self._began_write = False

    def go_on(self, *, writes: bool) -> None:
        """Before each request to the API. Raises Cancelled, and CallFailed after the deadline.

        What follows a write only reads back what was stored, so it is never stopped.
        """
        with self._lock:
            if self._began_write:
                return
            if self._cancelled:
                raise Cancelled
            if self.deadline is not None and time.monotonic() >= self.deadline:
                raise too_late(wrote=False)
            self._began_write = writes

    def cancel(self) -> None:
        """No answer is wanted any more."""
        with self._lock:
            self._cancelled = self._settled = True

    @property
    def seconds_left(self) -> float:
        """0 after the deadline; without one, none are left to wait for."""
        return 0.0 if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def seconds_to_wait(self, *, reads_back: bool) -> float | None:
        """How long a request to the API that begins now may take.

        What reads back a write has a bound of its own, so that what became of the write is told in time.
        """
        if self.deadline is None or not reads_back:
            return None if self.deadline is None else self.seconds_left
        return max(LEAST_READ_BACK, min(READ_BACK, self.seconds_left - MARGIN))

    def settle(self) -> bool:
        """Whether the one who asks is the first, and so the one who answers."""
        with self._lock:
            was_open, self._settled = not self._settled, True
            return was_open

    @property
    def is_cancelled(self) -> bool:
        with self._lock:
            return self._cancelled

    @property
    def is_settled(self) -> bool:
        with self._lock:
            return self._settled

    @property
    def began_write(self) -> bool:
        with self._lock:
            return self._began_write


class Api:
    """The API as one caller, for one run. Raises what Run.go_on and Client.send raise."""

    def __init__(self, client: Client, caller: Any, run: Run) -> None:
        self._client = client
        self.caller = caller
        self._run = run

    @property
    def request_id(self) -> str:
        return self._run.request_id

    def send(self, call: Call) -> Reply:
        reads_back = self._run.began_write
        self._run.go_on(writes=call.method not in SAFE)
        seconds = self._run.seconds_to_wait(reads_back=reads_back)
        return self._client.send(replace(call, seconds=seconds), self.caller)


def too_late(*, wrote: bool) -> CallFailed:
    """What is told when the time is over. wrote: a write had begun, and nothing can call it back."""
    if wrote:
        return CallFailed(
            "The call took longer than this server waits, so whether the write was stored is unknown. "
            "Read the row before you send the call again.",
            code="outcome_unknown", status=504,
        )  # fmt: skip
    return CallFailed(
        "The call took longer than this server waits; nothing was written. Ask for less, or send it again later.",
        code="deadline", status=504, retryable=True,
    )  # fmt: skip
