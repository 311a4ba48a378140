"""The root logger's streams -> the same behind a queue, so that a client that never reads them cannot stop a server.

Clients may ignore what a server writes to standard error. Its pipe fills, and whoever writes to it then waits for
ever: here that is one thread that nobody waits for, and lines beyond what is held are dropped. Standard library only.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from queue import Full, Queue
from typing import TextIO

MOST = 1_000
"""Lines that are held."""
LAST = 1.0
"""Seconds in which the last lines are written at the end."""


Lines = Queue[tuple[TextIO, str] | None]
"""A stream and a line for it; None at the end."""


class Unblocked(logging.Handler):
    """Stands in the place of a handler that writes to a stream: its filters, its format, another thread's time."""

    def __init__(self, handler: logging.StreamHandler[TextIO], lines: Lines) -> None:
        super().__init__(handler.level)
        self.setFormatter(handler.formatter)
        self.set_name(handler.get_name())
        for one in handler.filters:
            self.addFilter(one)
        self._handler = handler
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.put_nowait((self._handler.stream, self.format(record) + self._handler.terminator))
        except Full:
            return
        except Exception:
            self.handleError(record)


class Writer:
    """Writes what the root logger's streams are given, from a thread of its own."""

    def __init__(self) -> None:
        self._lines: Lines = Queue(MOST)
        self._thread = threading.Thread(target=self._write, name="mcp-log", daemon=True)

    def start(self) -> None:
        root = logging.getLogger()
        for handler in [one for one in root.handlers if type(one) is logging.StreamHandler]:
            root.removeHandler(handler)
            root.addHandler(Unblocked(handler, self._lines))
        self._thread.start()

    def finish(self) -> None:
        """What is held is written, where somebody reads it."""
        with contextlib.suppress(Full):
            self._lines.put_nowait(None)
        self._thread.join(LAST)

    def _write(self) -> None:
        while (held := self._lines.get()) is not None:
            stream, line = held
            # Where nobody is there to read it, it is lost.
            with contextlib.suppress(OSError, ValueError):
                stream.write(line)
                stream.flush()
