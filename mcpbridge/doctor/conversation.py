"""A command -> one server as a child process, and its answers, as an MCP client gets them by two pipes.

Standard library only.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Any, cast

TAIL = 4096
"""Bytes of standard error that are looked at."""


class Broken(Exception):
    """The conversation cannot go on. Its text is a finished sentence."""


class Conversation:
    """One server. Leaving it ends the process, whatever it does. seconds: how long all of it may take.

    strays: what came on standard output and is no message.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], seconds: float) -> None:
        self.strays: list[str] = []
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        self._came: SimpleQueue[bytes | None] = SimpleQueue()
        self._number = 0
        # A file never fills up, as a pipe that nobody reads would.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(  # noqa: S603  (the same command that mcp_config prints)
            command, env=dict(environment), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        self._stdin = cast(IO[bytes], self._process.stdin)
        self._stdout = cast(IO[bytes], self._process.stdout)
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def __enter__(self) -> Conversation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._stdin, self._errors):
            # Of what the server never read.
            with contextlib.suppress(OSError):
                stream.close()

    def ask(self, method: str, **params: Any) -> Mapping[str, Any]:
        """The result of a request. Raises Broken."""
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        while (message := self._next(f"the answer to {method}")).get("id") != self._number:
            pass
        result = message.get("result")
        if not isinstance(result, dict):
            raise Broken(f"The server answers {method} with an error: {_told(message)}")
        return result

    def tell(self, method: str) -> None:
        """A notification."""
        self._send({"jsonrpc": "2.0", "method": method})

    def end(self) -> None:
        """The end of the input, upon which the server must end. Raises Broken."""
        with contextlib.suppress(OSError):
            self._stdin.close()
        while (line := self._line("the end")) is not None:
            self._message(line)
        try:
            code = self._process.wait(max(0.0, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise self._late("the end") from None
        if code:
            raise Broken(f"The server ended with exit code {code}.")

    def last_words(self) -> str:
        """The last line that the server wrote on standard error; "" without one."""
        self._errors.seek(0, 2)
        self._errors.seek(max(0, self._errors.tell() - TAIL))
        lines = [line for line in self._errors.read().decode("utf-8", "replace").splitlines() if line.strip()]
        return lines[-1].strip() if lines else ""

    def _send(self, message: Mapping[str, Any]) -> None:
        # Whoever has ended reads nothing, and the next answer tells of it.
        with contextlib.suppress(OSError):
            self._stdin.write(json.dumps(message).encode() + b"\n")
            self._stdin.flush()

    def _next(self, what: str) -> Mapping[str, Any]:
        while (line := self._line(what)) is not None:
            if (message := self._message(line)) is not None:
                return message
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        raise Broken(f"The server ended before {what}, with exit code {self._process.returncode}.")

    def _message(self, line: str) -> Mapping[str, Any] | None:
        """None of what is none, and is noted."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if isinstance(message, dict) and message.get("jsonrpc") == "2.0":
            return message
        self.strays.append(line)
        return None

    def _line(self, what: str) -> str | None:
        """None after the last one."""
        try:
            came = self._came.get(timeout=max(0.0, self._deadline - time.monotonic()))
        except Empty:
            raise self._late(what) from None
        return None if came is None else came.decode("utf-8", "replace").strip()

    def _late(self, what: str) -> Broken:
        return Broken(f"{what[:1].upper()}{what[1:]} did not come within {self._seconds:g} seconds.")

    def _listen(self) -> None:
        with self._stdout:
            for line in self._stdout:
                self._came.put(line)
        self._came.put(None)


def _told(message: Mapping[str, Any]) -> str:
    error = message.get("error")
    return str(error.get("message")) if isinstance(error, dict) else "it has neither result nor error."
