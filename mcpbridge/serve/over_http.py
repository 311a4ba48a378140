"""A call -> a reply of the API at a base URL, over pooled connections.

It speaks to one origin and sends the token to no other: redirects are replies like any other, and the variables that
name proxies count only where they are asked for. Needs urllib3, which is why it is loaded after a client has its list.
"""

from __future__ import annotations

import json
import logging
import socket
import threading
from dataclasses import replace
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.parse import urlencode

from urllib3 import PoolManager, ProxyManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError, ProtocolError
from urllib3.response import BaseHTTPResponse
from urllib3.util import Timeout

from mcpbridge.secrecy import HIDDEN
from mcpbridge.serve import forms
from mcpbridge.serve.base_url import BaseUrl
from mcpbridge.serve.calls import Call, Reply
from mcpbridge.serve.no_reply import failure_of
from mcpbridge.serve.running import SAFE, too_late
from mcpbridge.serve.watchdog import Watchdog

MAX_BODY = 5 * 1024 * 1024
CONNECTIONS = 8
"""More than a stdio server has workers."""
CONNECT_SECONDS = 10.0
SECONDS = 60.0
"""For calls that have no bound of their own."""
PIECE = 64 * 1024
TOOL_HEADER = "X-MCP-Tool"
MOST_INTERIM = 20
LONGEST_LINE = 65_536

# What it logs holds whole addresses, and so what an agent has asked for.
logging.getLogger("urllib3").setLevel(logging.CRITICAL)

_now = threading.local()
"""Whom this thread's exchange is watched by."""


class HttpClient:
    """Sends calls to one API as the owner of one token ("" for nobody). Usable from many threads.

    agent: how the program calls itself. heeds_proxies: HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment count.
    """

    def __init__(self, base: BaseUrl, token: str, agent: str, *, heeds_proxies: bool = False) -> None:
        self._base = base
        self._token = token
        self._agent = agent
        self._secret = token.encode()
        proxy = _proxy(base) if heeds_proxies else None
        self._pool = _pool(base, proxy)
        # A proxy that is not tunnelled through is told the whole address.
        self._start = str(base) if proxy and not base.is_encrypted else base.prefix

    def send(self, call: Call, caller: Any = None) -> Reply:
        """The reply of the API, whatever its status is. Raises CallFailed where there is none."""
        is_write = call.method not in SAFE
        target = self._start + call.path + (f"?{urlencode(call.query)}" if call.query else "")
        body, headers = self._encoded(call)
        with Watchdog(SECONDS if call.seconds is None else call.seconds) as watchdog:
            try:
                try:
                    return self._exchange(call.method, target, body, headers, watchdog)
                except ProtocolError:
                    if is_write or watchdog.has_barked:
                        raise
                    # The server may have closed a kept connection at the same moment, and a read may be sent twice.
                    return self._exchange(call.method, target, body, headers, watchdog)
            except (HTTPError, HTTPException, OSError, ValueError) as error:
                wrote = is_write and watchdog.has_begun
                if watchdog.has_barked:
                    raise too_late(wrote=wrote) from None
                raise failure_of(error, self._base, has_begun=watchdog.has_begun, during_write=wrote) from None

    def close(self) -> None:
        """Gives its connections back."""
        self._pool.close()

    def _exchange(
        self, method: str, target: str, body: bytes | None, headers: dict[str, str], watchdog: Watchdog
    ) -> Reply:
        _now.watchdog = watchdog
        response = self._pool.urlopen(
            method, target, body=body, headers=headers, redirect=False, retries=False, preload_content=False,
            # The host of a pool that leads through a proxy is the proxy's; the target is made here alone.
            assert_same_host=False,
            timeout=Timeout(connect=min(CONNECT_SECONDS, watchdog.seconds), read=watchdog.seconds),
        )  # fmt: skip
        content, cut = _content(response)
        watchdog.leave()
        if watchdog.has_barked:
            # Where headers break off, the standard library takes them to be all.
            raise TimeoutError
        # What is left of a body that is too long is never read, so its connection cannot be used again.
        response.close() if cut else response.release_conn()
        named = {name.lower(): value for name, value in response.headers.items()}
        return self._without_token(Reply(response.status, named, content, cut))

    def _without_token(self, reply: Reply) -> Reply:
        """A server may answer with what it was sent."""
        if not self._token:
            return reply
        headers = {name: value.replace(self._token, HIDDEN) for name, value in reply.headers.items()}
        return replace(reply, headers=headers, body=reply.body.replace(self._secret, HIDDEN.encode()))

    def _encoded(self, call: Call) -> tuple[bytes | None, dict[str, str]]:
        headers = {
            "Accept": "application/json, application/problem+json",
            "Accept-Encoding": "identity",
            "Accept-Language": "en",
            "User-Agent": self._agent,
        }
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if call.request_id:
            headers["X-Request-Id"] = call.request_id
        if call.tool:
            headers[TOOL_HEADER] = call.tool
        if call.body is None:
            return None, headers
        if call.encoding == "form":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            return urlencode(list(forms.pairs(call.body))).encode(), headers
        headers["Content-Type"] = "application/json"
        return json.dumps(call.body).encode(), headers


def _content(response: BaseHTTPResponse) -> tuple[bytes, bool]:
    parts: list[bytes] = []
    size = 0
    for part in response.stream(PIECE, decode_content=True):
        parts.append(part)
        size += len(part)
        if size > MAX_BODY:
            return b"".join(parts)[:MAX_BODY], True
    return b"".join(parts), False


class _FinalResponse(HTTPResponse):
    """Passes over interim replies: the standard library takes all but 100 for the answer, and the answer for the next.

    Source: RFC 9110, section 15.2.
    """

    def _read_status(self) -> tuple[str, int, str]:
        for _reply in range(MOST_INTERIM):
            version, status, reason = super()._read_status()  # type: ignore[misc]
            if not 100 < status < 200:
                return version, status, reason
            while (line := self.fp.readline(LONGEST_LINE)).strip():
                if len(line) == LONGEST_LINE:
                    raise HTTPException
        raise HTTPException


class _Watched:
    """A connection that shows itself to the watchdog of its exchange, once it is made and before it is used."""

    sock: socket.socket | None

    def request(self, *arguments: Any, **options: Any) -> None:
        if self.sock is None:
            self.connect()  # type: ignore[attr-defined]
        _now.watchdog.watch(self)
        super().request(*arguments, **options)  # type: ignore[misc]


class _Connection(_Watched, HTTPConnection):
    response_class = _FinalResponse


class _EncryptedConnection(_Watched, HTTPSConnection):
    response_class = _FinalResponse


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _EncryptedPool(HTTPSConnectionPool):
    ConnectionCls = _EncryptedConnection


def _pool(base: BaseUrl, proxy: str | None) -> HTTPConnectionPool:
    """The pool of the one origin; none other is ever made."""
    manager = ProxyManager(proxy, maxsize=CONNECTIONS) if proxy else PoolManager(maxsize=CONNECTIONS)
    manager.pool_classes_by_scheme = {"http": _Pool, "https": _EncryptedPool}
    host = f"[{base.host}]" if ":" in base.host else base.host
    return manager.connection_from_host(host, base.port, base.scheme)


def _proxy(base: BaseUrl) -> str | None:
    """The proxy that the environment names for this origin."""
    # Seldom asked for, and slow to load.
    import urllib.request

    if urllib.request.proxy_bypass(f"{base.host}:{base.port}"):
        return None
    named = urllib.request.getproxies().get(base.scheme)
    return named if named is None or "://" in named else f"http://{named}"
