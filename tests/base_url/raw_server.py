"""Answers written byte by byte -> a server on a port of this machine, and the requests that came to it.

No HTTP library stands between: what servers get wrong is what is tried here.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Script = Callable[[socket.socket], None]


@dataclass
class Raw:
    """requests: each as it came, head and body. script: what answers the next one. A connection is kept after it."""

    url: str
    script: Script
    requests: list[bytes] = field(default_factory=list)

    def head(self, index: int = -1) -> dict[str, str]:
        """The header lines of a request, names in lower case, and its first line under ""."""
        first, *rest = self.requests[index].partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in rest)
        return {"": first} | {name.lower(): value.strip() for name, _colon, value in pairs}


def reply(status: str, body: bytes = b"", kind: str = "application/json", **headers: str) -> Script:
    """One well-formed answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"Content-Type: {kind}"] if kind else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return sends("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def sends(*parts: bytes) -> Script:
    def script(link: socket.socket) -> None:
        for part in parts:
            link.sendall(part)

    return script


def hangs_up(*parts: bytes) -> Script:
    """These bytes, and the connection is gone."""

    def script(link: socket.socket) -> None:
        sends(*parts)(link)
        raise ConnectionResetError

    return script


def resets(*parts: bytes) -> Script:
    """These bytes, and the connection is torn down."""

    def script(link: socket.socket) -> None:
        sends(*parts)(link)
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise ConnectionResetError

    return script


def drips(head: bytes, drop: bytes) -> Script:
    """A drop every twentieth of a second, until nobody listens."""

    def script(link: socket.socket) -> None:
        link.sendall(head)
        pause = threading.Event()
        while not pause.wait(0.05):
            link.sendall(drop)

    return script


@contextmanager
def raw(script: Script, tls: ssl.SSLContext | None = None, greeting: bytes = b"") -> Iterator[Raw]:
    """A server that answers every request by its script. tls: it speaks that. greeting: it speaks first."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        scheme = "https" if tls else "http"
        server = Raw(f"{scheme}://localhost:{listening.getsockname()[1]}", script)

        def accept() -> None:
            with contextlib.suppress(OSError):
                while True:
                    link, _address = listening.accept()
                    link.sendall(greeting)
                    threading.Thread(target=_converse, args=(server, link, tls), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        yield server
        # Wakes the thread that waits for the next connection.
        listening.shutdown(socket.SHUT_RDWR)


def _converse(server: Raw, link: socket.socket, tls: ssl.SSLContext | None) -> None:
    with contextlib.suppress(OSError), link:
        if tls:
            link = tls.wrap_socket(link, server_side=True)
        with link:
            while request := _request(link):
                server.requests.append(request)
                server.script(link)


def _request(link: socket.socket) -> bytes:
    came = b""
    while b"\r\n\r\n" not in came:
        if not (part := link.recv(65536)):
            return b""
        came += part
    head, _blank, body = came.partition(b"\r\n\r\n")
    told = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    while told and len(body) < int(told[0].split(b":")[1]):
        body += link.recv(65536)
    return head + b"\r\n\r\n" + body
