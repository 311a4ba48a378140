"""A request -> one of several servers, turn and turn about, whoever sends it and on whatever connection it comes."""

from __future__ import annotations

import http.client
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from urllib.parse import urlsplit

PATIENCE = 60
"""Seconds."""
# Of one connection, not of the message (RFC 9110, section 7.6.1).
HOP_BY_HOP = ("connection", "keep-alive", "transfer-encoding", "content-length")


@dataclass
class Balancer:
    """requests: how many each server was given."""

    servers: Sequence[str]
    url: str = ""
    requests: Counter[str] = field(default_factory=Counter)
    _turn: Iterator[int] = field(default_factory=count)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def next(self) -> str:
        with self._lock:
            server = self.servers[next(self._turn) % len(self.servers)]
            self.requests[server] += 1
            return server


@contextmanager
def alternating(*servers: str) -> Iterator[Balancer]:
    """servers: the addresses of their endpoints, all with the same path."""
    balancer = Balancer(servers)
    handler = type("Handler", (_Handler,), {"balancer": balancer})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as front:
        balancer.url = f"http://127.0.0.1:{front.server_port}{urlsplit(servers[0]).path}"
        thread = threading.Thread(target=front.serve_forever, daemon=True)
        thread.start()
        try:
            yield balancer
        finally:
            front.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    balancer: Balancer
    protocol_version = "HTTP/1.1"

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        link = http.client.HTTPConnection(urlsplit(self.balancer.next()).netloc, timeout=PATIENCE)
        try:
            # The headers as they came, the Host among them.
            link.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() != "connection":
                    link.putheader(name, value)
            link.endheaders(body)
            reply = link.getresponse()
            content = reply.read()
        finally:
            link.close()
        self.send_response_only(reply.status)
        for name, value in reply.getheaders():
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_DELETE = do_OPTIONS = _pass_on

    def log_message(self, format: str, *arguments: object) -> None:
        """What matters is seen by the tests."""
