"""Messages -> one running stdio server -> its answers, as a client gets them."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from tests.installation import ROOT

AS_ADMIN = [sys.executable, "manage.py", "mcp_stdio", "--user", "admin"]
PATIENCE = 60
"""Seconds after which an answer is taken never to come."""
MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def request(id: Any, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def modern(id: Any, method: str, **params: Any) -> dict[str, Any]:
    """A request of 2026-07-28."""
    return request(id, method, _meta=MODERN_META, **params)


def ping(id: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": "ping"}


def initialize(id: Any, version: str = "2025-11-25") -> dict[str, Any]:
    about = {"name": "tests", "version": "1"}
    return request(id, "initialize", protocolVersion=version, capabilities={}, clientInfo=about)


def call(id: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    return request(id, "tools/call", name=tool, arguments=arguments)


def cancel(**params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


def lines(*messages: dict[str, Any] | bytes) -> bytes:
    return b"".join((item if isinstance(item, bytes) else json.dumps(item).encode()) + b"\n" for item in messages)


class Server:
    """A process. Reading begins with the first answer that is asked for; until then the pipe fills.

    log: the file into which it writes its standard error.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self._log = log
        self._came: SimpleQueue[tuple[float, bytes] | None] = SimpleQueue()
        self._listening = threading.Thread(target=self._listen, daemon=True)
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=dict(environment),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._stdin, self._stdout = self.process.stdin, self.process.stdout

    @property
    def _reads(self) -> bool:
        return self._listening.ident is not None

    @property
    def errors(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def send(self, *messages: dict[str, Any] | bytes) -> None:
        self._stdin.write(lines(*messages))
        self._stdin.flush()

    def read(self) -> dict[str, Any]:
        """The next answer."""
        return self.read_timed()[1]

    def read_timed(self) -> tuple[float, dict[str, Any]]:
        """The next answer, and when it came. Fails where none comes."""
        if not self._reads:
            self._listening.start()
        try:
            came = self._came.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"No answer came. The server said:\n{self.errors[-2_000:]}") from None
        assert came is not None, f"The server has ended. It said:\n{self.errors[-2_000:]}"
        moment, line = came
        answer: dict[str, Any] = json.loads(line)
        return moment, answer

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a message, where no other is awaited."""
        self.send(message)
        answer = self.read()
        assert answer["id"] == message["id"]
        return answer

    def end_input(self) -> None:
        self._stdin.close()

    def rest(self) -> list[dict[str, Any]]:
        """All answers that have not been read, after the end of the input and a clean exit."""
        self.end_input()
        if self._reads:
            found = [came[1] for came in iter(lambda: self._came.get(timeout=PATIENCE), None) if came]
        else:
            found = self._stdout.readlines()
        assert self.process.wait(PATIENCE) == 0, self.errors
        assert "Traceback" not in self.errors, self.errors
        return [json.loads(line) for line in found]

    def end(self) -> None:
        """Whatever it does."""
        self.process.kill()
        self.process.wait()
        if self._reads:
            self._listening.join()
        for stream in (self._stdin, self._stdout):
            # Of lines that the server never read.
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def _listen(self) -> None:
        for line in self._stdout:
            self._came.put((time.monotonic(), line))
        self._came.put(None)
