"""The product under the servers that teams use: the same answers, the same bounds, nothing left open."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.http.posting import L, headers_of, message, modern
from tests.http.processes import SERVERS, Answered, ask, open_connections, post, token_of
from tests.installation import Installation
from tests.oracles.servers import Served, serving

# One worker runs them, so that they share one installation.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("installation"), pytest.mark.requirement("B-02")]

MIB = 1024 * 1024
REQUEST_ID = "7e4b4c1e-52c4-4f0e-9a53-7ff1d1a70a11"
OPENING = {"protocolVersion": L, "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}
CALL = {"name": "projects_list", "arguments": {"ordering": "name", "page_size": 3}}
MISTAKEN = {"name": "projects_create", "arguments": {"state": "Procesing", "plan_start_date": "2026-02-30"}}

Serve = Callable[..., AbstractContextManager[Served]]


@pytest.fixture(scope="module")
def token(installation: Installation) -> str:
    return token_of(installation, "editor")


@pytest.fixture
def serve(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Serve:
    """serve("uvicorn") -> the product under that server, for the time of a with block."""

    def start(server: str, **environment: str) -> AbstractContextManager[Served]:
        given = installation.environment | {"MCP_HTTP_LEVELS": "read,write"} | environment
        return serving(SERVERS[server], given, tmp_path_factory.mktemp("server"))

    return start


@pytest.fixture(params=list(SERVERS))
def served(request: pytest.FixtureRequest, serve: Serve) -> Iterator[Served]:
    with serve(request.param) as running:
        yield running


def exchanges(url: str, token: str) -> list[Answered]:
    """Good and bad requests of both revisions."""

    def old(method: str, params: Any = None, **headers: str) -> Answered:
        return post(url, token, message(method, params), **headers, X_Request_Id=REQUEST_ID)

    def new(method: str, params: Any = None, **headers: str) -> Answered:
        sent = modern(method, params)
        return post(url, token, sent, **headers_of(sent), **headers, X_Request_Id=REQUEST_ID)

    return [
        old("initialize", OPENING),
        post(url, token, message("notifications/initialized", id=None)),
        old("ping"),
        old("tools/list", MCP_Protocol_Version=L),
        old("tools/call", CALL),
        old("tools/call", MISTAKEN),
        old("resources/read", {"uri": "mcpbridge://nothing"}),
        new("server/discover"),
        new("tools/list"),
        new("tools/call", CALL),
        new("tools/call", {"name": "nope"}),
        new("ping"),
        post(url, token, modern("tools/list"), Mcp_Method="tools/list"),
        post(url, token, b"{bad"),
        post(url, token, message("ping", id=None) | {"id": "é😀"}),
        post(url, "mcpb_unknown", message("ping")),
        post(url, token, message("ping"), Origin="https://evil.example"),
        ask(url, "GET", None, {"Accept": "text/event-stream"}),
        ask(url, "OPTIONS", None, {}),
        post(url, token, message("ping"), Content_Type="text/plain"),
    ]


@pytest.mark.requirement("B-01")
def test_every_server_gives_the_same_answers(serve: Serve, token: str) -> None:
    seen: dict[str, list[Any]] = {}
    for name in SERVERS:
        with serve(name) as running:
            answers = exchanges(running.url, token)
        assert not running.failures
        told = ("content-type", "www-authenticate", "allow", "vary")
        seen[name] = [(one.status, one.body, [one.headers.get(header) for header in told]) for one in answers]

    first, *others = seen.values()
    statuses = [status for status, _body, _headers in first]
    assert statuses == [
        200,
        202,
        200,
        200,
        200,
        200,
        200,
        200,
        200,
        200,
        400,
        404,
        400,
        400,
        200,
        401,
        403,
        405,
        204,
        415,
    ]
    assert len(json.loads(first[4][1])["result"]["structuredContent"]["items"]) == 3
    for other in others:
        assert other == first


def test_a_body_of_20_mb_is_413_and_the_next_request_is_answered(served: Served, token: str) -> None:
    for _time in range(3):
        refused = post(served.url, token, b" " * (20 * MIB))

        assert (refused.status, refused.json()["error"]["code"]) == (413, -32600)
    assert post(served.url, token, message("ping")).json()["result"] == {}
    assert not served.failures


def test_a_body_in_chunks_is_read_like_any_other(served: Served, token: str) -> None:
    def in_chunks(body: bytes) -> bytes:
        size = 64 * 1024
        parts = [body[at : at + size] for at in range(0, len(body), size)]
        return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"

    headers = {
        "Content-Type": "application/json",
        "Authorization": f"Bearer {token}",
        "Transfer-Encoding": "chunked",
        "Connection": "close",
    }
    whole = json.dumps(message("ping")).encode().ljust(200_000)

    good = ask(served.url, "POST", in_chunks(whole), headers)
    large = ask(served.url, "POST", in_chunks(b" " * (5 * MIB)), headers)

    assert (good.status, good.json()["result"]) == (200, {})
    assert large.status == 413
    assert not served.failures


def test_a_client_that_hangs_up_in_the_middle_of_its_body_does_no_harm(
    served: Served, installation: Installation, token: str
) -> None:
    body = json.dumps(message("tools/call", {"name": "tags_create", "arguments": {"name": "hung up"}})).encode()
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: {urlsplit(served.url).netloc}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body) + 100}\r\n\r\n"
    ).encode()

    for sent in (head, head + body[:20], head + body):
        for _time in range(5):
            with socket.create_connection((urlsplit(served.url).hostname, urlsplit(served.url).port)) as link:
                link.sendall(sent)

    for _time in range(5):
        assert post(served.url, token, message("ping")).json()["result"] == {}
    assert installation.query("Tag.objects.filter(name='hung up').count()") == 0
    assert not served.failures


@pytest.mark.parametrize("server", ["gunicorn, threads", "uvicorn"])
def test_no_connection_to_the_database_outlives_its_request(
    serve: Serve, installation: Installation, token: str, server: str
) -> None:
    with serve(server, DJANGO_SETTINGS_MODULE="tests.http.unkept_settings") as running:
        for number in range(8):
            tool = "notes_create" if number % 2 else "projects_list"
            arguments = {"title": f"{server} {number}"} if number % 2 else {}
            answer = post(running.url, token, message("tools/call", {"name": tool, "arguments": arguments}))
            assert answer.json()["result"]["isError"] is False
        left = lasting_connections(installation)

    assert left == 0
    assert not running.failures


def lasting_connections(installation: Installation) -> int:
    """Those that are still there when a server has had its time to see that they have ended."""
    until = time.monotonic() + 5
    while (found := open_connections(installation)) and time.monotonic() < until:
        pass
    return found
