"""A piece of work and what a client says -> the lines that the loop answers over real pipes, and its exit code."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from mcpbridge.exceptions import CallFailed
from mcpbridge.serve import jsonrpc
from mcpbridge.serve.jsonrpc import Message, Rejection
from mcpbridge.serve.running import Run
from mcpbridge.serve.stdio import Loop

PATIENCE = 30
"""Seconds after which what is awaited is taken never to come."""
SOON = 0.05
"""Seconds of a deadline that is to pass."""

Work = Callable[[Message, Run], Any]


def request(id: Any, method: str = "work", **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode() + b"\n"


def notice(method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\n"


def cancel(id: Any) -> bytes:
    return notice("notifications/cancelled", requestId=id)


def ids(answers: list[Any]) -> list[Any]:
    return [answer["id"] for answer in answers]


def nothing(message: Message, run: Run) -> None:
    """Work that is done at once."""


class LateOnCue(Run):
    """A run that is soon late, which is told no sooner than the cue is given.

    is_over: its time is over, and it is settled.
    """

    def __init__(self) -> None:
        super().__init__(seconds=SOON)
        self.is_over = threading.Event()
        self.cue = threading.Event()

    def settle(self) -> bool:
        was_open = super().settle()
        if threading.current_thread().name == "mcp-deadlines":
            self.is_over.set()
            await_all(self.cue)
        return was_open


@dataclass
class LittleService:
    """Pings are answered by the reader, everything else is work for a worker.

    run: makes the run of a message. worked: the ids of all that a worker has begun.
    """

    work: Work
    run: Callable[[], Run] = lambda: Run(seconds=PATIENCE)
    ping: Callable[[], Any] = dict
    worked: list[Any] = field(default_factory=list)

    def begun(self, message: Message | Rejection) -> Run:
        return self.run()

    def is_instant(self, message: Message) -> bool:
        return message.method == "ping"

    def answer(self, message: Message | Rejection, run: Run) -> bytes | None:
        if isinstance(message, Rejection):
            return jsonrpc.encode_error(message.id, message.error)
        if message.is_notification:
            return None
        if self.is_instant(message):
            return jsonrpc.encode_result(message.id, {"pong": self.ping()})
        self.worked.append(message.id)
        return jsonrpc.encode_result(message.id, {"done": self.work(message, run)})

    def failure(self, message: Message, failure: CallFailed, run: Run) -> bytes | None:
        return jsonrpc.encode_result(message.id, {"failed": failure.code})


@dataclass(frozen=True)
class Talk:
    """What a client does with its ends of the pipes."""

    to_server: BinaryIO
    from_server: BinaryIO

    def send(self, *lines: bytes) -> None:
        self.to_server.write(b"".join(lines))
        self.to_server.flush()

    def read(self) -> Any:
        return json.loads(self.from_server.readline())

    def end(self) -> None:
        self.to_server.close()


def streams() -> tuple[BinaryIO, BinaryIO, Talk]:
    """The server's source and target, and the client's ends of them."""
    source, to_server = os.pipe()
    from_server, target = os.pipe()
    return (
        os.fdopen(source, "rb"),
        os.fdopen(target, "wb"),
        Talk(os.fdopen(to_server, "wb"), os.fdopen(from_server, "rb")),
    )


def served(service: LittleService, script: Callable[[Talk], Any]) -> tuple[int, list[Any]]:
    """The exit code, and the answers that the script has not read itself. The loop runs here, as in a process."""
    source, target, talk = streams()
    with ThreadPoolExecutor(1) as client:
        reading = client.submit(_client, script, talk)
        try:
            code = Loop(source, target, service).run()
        finally:
            source.close()
            _close(target)
        return code, reading.result(PATIENCE)


def _client(script: Callable[[Talk], Any], talk: Talk) -> list[Any]:
    try:
        script(talk)
    finally:
        _close(talk.to_server)
    if talk.from_server.closed:
        return []
    with talk.from_server:
        return [json.loads(line) for line in talk.from_server]


def _close(stream: BinaryIO) -> None:
    # Where the other side went first, what was left to write is nobody's any more.
    with contextlib.suppress(BrokenPipeError):
        stream.close()


def await_all(*events: threading.Event) -> None:
    """Fails where one of them does not come about."""
    assert all(event.wait(PATIENCE) for event in events), "What was awaited did not happen."
