"""A connection and the seconds that an exchange on it may take -> the connection cut when they are over.

Timeouts of sockets begin anew with every byte, so a server that sends one now and then would hold a worker for ever.
Standard library only.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType
from typing import Protocol


class Connection(Protocol):
    """What holds a socket once it is connected."""

    sock: socket.socket | None


class Watchdog:
    """Watches one exchange, from entering until leaving.

    has_barked: its time is over, and its connection is cut. has_begun: a request may have left.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.has_barked = False
        self.has_begun = False
        self._connection: Connection | None = None
        self._watching = threading.Lock()
        self._is_over = False
        self._timer = threading.Timer(seconds, self._bark)
        self._timer.daemon = True

    def __enter__(self) -> Watchdog:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()

    def watch(self, connection: Connection) -> None:
        """This connection carries the exchange from now on. Raises TimeoutError where its time is over already."""
        with self._watching:
            if self.has_barked:
                raise TimeoutError
            self._connection = connection
            self.has_begun = True

    def leave(self) -> None:
        """The exchange is over, and the connection may serve another one."""
        with self._watching:
            self._is_over = True
        self._timer.cancel()

    def _bark(self) -> None:
        with self._watching:
            if self._is_over:
                return
            self.has_barked = True
            sock = self._connection.sock if self._connection is not None else None
            if sock is not None:
                # Whoever waits for its bytes is told that there are none; closing would leave him waiting.
                with contextlib.suppress(OSError):
                    socket.socket.shutdown(sock, socket.SHUT_RDWR)
