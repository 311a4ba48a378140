"""Whatever a server answers -> a result that says what came, and the token sent nowhere else."""

from __future__ import annotations

import gzip
import json
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mcpbridge.exceptions import CallFailed
from mcpbridge.serve.base_url import base_url
from mcpbridge.serve.calls import Call
from mcpbridge.serve.over_http import MAX_BODY, HttpClient
from tests.base_url.little import TOKEN, bridge
from tests.base_url.raw_server import Raw, Script, drips, hangs_up, raw, reply, resets, sends

CERTIFICATE = Path(__file__).parent / "certificate.pem"

Ask = Callable[..., tuple[dict[str, Any], Raw]]

pytestmark = pytest.mark.requirement("N-09")


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """ask(script, tool, **arguments) -> the structured result, and the server that was asked."""

    def asking(script: Script, tool: str = "items_find", **arguments: Any) -> tuple[dict[str, Any], Raw]:
        with raw(script) as server:
            return bridge(server.url, tmp_path).call(tool, arguments).content, server

    return asking


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
@pytest.mark.parametrize(("tool", "arguments"), [("items_find", {}), ("items_create", {"name": "x"})])
def test_a_redirect_is_told_and_not_followed(ask: Ask, status: str, tool: str, arguments: dict[str, Any]):
    with raw(reply("200 OK", b"{}")) as elsewhere:
        result, server = ask(reply(status, Location=f"{elsewhere.url}/api/items/"), tool, **arguments)

        assert result["status"] == "error"
        assert result["http_status"] == int(status[:3])
        assert f"{elsewhere.url}/api/items/" in result["message"]
        assert len(server.requests) == 1
        assert elsewhere.requests == []


@pytest.mark.parametrize(
    ("script", "item", "note"),
    [
        (reply("200 OK", b"<html>hello</html>", "text/html"), {"type": "text/html", "bytes": 18}, "text/html"),
        (reply("200 OK", b'{"broken": '), {"type": "application/json", "bytes": 11}, "cannot be read"),
        (reply("200 OK", b"\xff\xfe"), {"type": "application/json", "bytes": 2}, "cannot be read"),
        (reply("204 No Content", kind=""), None, "204 with nothing in it"),
        (reply("200 OK", b""), None, "200 with nothing in it"),
        (reply("200 OK", b"%PDF-1.4", "application/pdf"), {"type": "application/pdf", "bytes": 8}, "not shown"),
        (reply("200 OK", b"data", ""), {"type": "unknown", "bytes": 4}, "not shown"),
        (reply("200 OK", b"[" * 100_000), {"type": "application/json", "bytes": 100_000}, "cannot be read"),
    ],
)
def test_what_is_no_json_is_described(ask: Ask, script: Script, item: Any, note: str):
    result, _server = ask(script)

    assert result["item"] == item
    assert note in result["notes"][0]
    assert result["request_id"]


def test_text_is_shown_in_the_charset_that_it_is_said_to_have(ask: Ask):
    result, _server = ask(reply("200 OK", "a;São".encode("latin-1"), "text/csv; charset=latin-1"))

    assert result["item"] == {"type": "text/csv", "text": "a;São"}


def test_an_image_becomes_a_block_to_be_seen(tmp_path: Path):
    with raw(reply("200 OK", b"\x89PNG", "image/png")) as server:
        outcome = bridge(server.url, tmp_path).call("items_find", {})

    assert [block["type"] for block in outcome.as_result()["content"]] == ["image", "text"]


def test_five_megabytes_are_read_and_no_byte_more(ask: Ask):
    whole, _server = ask(reply("200 OK", b'"' + b"x" * (MAX_BODY - 2) + b'"'))
    result, _server = ask(reply("200 OK", b'"' + b"x" * (MAX_BODY + 1_000_000) + b'"'))

    assert whole["item"].startswith("xxx")
    assert result["item"] == {"type": "application/json", "bytes": MAX_BODY}
    assert "larger than 5,242,880 bytes. Ask for less" in result["notes"][0]


def test_a_compressed_bomb_is_cut_like_any_large_body(ask: Ask):
    bomb = gzip.compress(b"[" + b" " * 200_000_000 + b"]")

    result, _server = ask(reply("200 OK", bomb, Content_Encoding="gzip"))

    assert result["item"] == {"type": "application/json", "bytes": MAX_BODY}


@pytest.mark.parametrize(
    "script",
    [
        hangs_up(),
        resets(),
        resets(b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\nContent-Type: application/json\r\n\r\n{"),
        hangs_up(b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\nContent-Type: application/json\r\n\r\n{}"),
        hangs_up(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        hangs_up(b"SSH-2.0-OpenSSH_9.2\r\n"),
        hangs_up(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000 + b"\r\n\r\n"),
        hangs_up(b"HTTP/1.1 200 OK\r\n" + b"X: x\r\n" * 1_000 + b"\r\n"),
        hangs_up(b"HTTP/1.1 abc OK\r\n\r\n"),
        reply("200 OK", b"no gzip", Content_Encoding="gzip"),
    ],
)
def test_an_answer_that_breaks_off_is_told_and_whether_a_write_was_stored_is_left_open(ask: Ask, script: Script):
    read, _server = ask(script)
    written, server = ask(script, "items_create", name="x")

    assert (read["http_status"], read["errors"][0]["code"], read["retryable"]) == (502, "connection_broken", True)
    assert (written["errors"][0]["code"], written["retryable"]) == ("outcome_unknown", False)
    assert len(server.requests) == 1, "a write is never sent twice"


def test_a_problem_is_kept_with_its_members_their_order_and_their_values(ask: Ask):
    problem = (
        '{"type": "urn:x", "zeta": {}, "alpha": [], "big": 123456789012345678901234567890, "one": 1.0, "tiny": 1e-7,'
        ' "title": "T\\u00e9st", "nothing": null, "detail": "No.", "errors": [{"pointer": "#/name", "detail": "No."}]}'
    )

    result, _server = ask(
        reply("409 Conflict", problem.encode(), "application/problem+json; charset=utf-8", X_Request_Id="api-1"),
        "items_create", name="x",
    )  # fmt: skip

    assert json.dumps(result["problem"]) == json.dumps(json.loads(problem))
    assert list(result["problem"]) == list(json.loads(problem))
    assert (result["http_status"], result["content_type"]) == (409, "application/problem+json")
    assert result["request_id"] == "api-1"


def test_numbers_that_no_json_may_hold_become_null(tmp_path: Path):
    body = b'{"a": NaN, "b": 1e999, "c": -Infinity, "d": 1e300, "e": 2.50}'

    with raw(reply("200 OK", body)) as server:
        result = bridge(server.url, tmp_path).call("items_find", {}).as_result()

    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert result["structuredContent"]["item"] == {"a": None, "b": None, "c": None, "d": 1e300, "e": 2.5}


@pytest.mark.parametrize(
    "script",
    [
        drips(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\nContent-Type: application/json\r\n\r\n", b" "),
        drips(b"HTTP/1.1 200 OK\r\n", b"X-Slow: yes\r\n"),
        drips(b"", b"H"),
        lambda link: time.sleep(5),
    ],
)
def test_a_server_that_sends_now_and_then_is_cut_off_when_the_time_is_over(script: Script):
    with raw(script) as server:
        client = HttpClient(base_url(server.url), TOKEN, "tests")
        begun = time.monotonic()

        with pytest.raises(CallFailed) as read:
            client.send(Call("GET", "/api/items/", seconds=0.4))
        with pytest.raises(CallFailed) as written:
            client.send(Call("POST", "/api/items/", body={}, seconds=0.4))

        assert time.monotonic() - begun < 4
        assert (read.value.code, read.value.retryable) == ("deadline", True)
        assert written.value.code == "outcome_unknown"
        server.script = reply("200 OK", b"{}")
        assert client.send(Call("GET", "/api/items/", seconds=5)).status == 200
        client.close()


def test_connections_are_kept_and_one_that_the_server_has_closed_is_made_anew(tmp_path: Path):
    ports = []

    def script(link: Any) -> None:
        ports.append(link.getpeername())
        reply("200 OK", b"{}")(link)

    with raw(script) as server:
        served = bridge(server.url, tmp_path)
        served.call("items_find", {})
        served.call("items_find", {})

        assert len(ports) == 2 and ports[0] == ports[1]

        server.script = hangs_up(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}")
        served.call("items_find", {})
        server.script = reply("200 OK", b"{}")

        assert served.call("items_create", {"name": "x"}).content["status"] == "success"


@contextmanager
def unknown_authority() -> Iterator[Raw]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    with raw(reply("200 OK", b"{}"), context) as server:
        yield server


def test_a_certificate_that_nobody_vouches_for_gets_no_request(tmp_path: Path):
    with unknown_authority() as server:
        result = bridge(server.url, tmp_path).call("items_create", {"name": "x"}).content

        assert result["errors"][0]["code"] == "untrusted"
        assert "SSL_CERT_FILE" in result["message"]
        assert server.requests == []


def test_an_authority_that_the_environment_names_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    with unknown_authority() as server:
        result = bridge(server.url, tmp_path).call("items_find", {}).content

        assert result["item"] == {}
        assert server.head()["authorization"] == f"Bearer {TOKEN}"


def test_a_port_that_speaks_no_tls_is_told(tmp_path: Path):
    with raw(sends(), greeting=b"220 mail.example ready\r\n") as server:
        result = bridge(server.url.replace("http:", "https:"), tmp_path).call("items_find", {}).content

    assert result["errors"][0]["code"] == "untrusted"


def test_the_variables_that_name_proxies_count_only_where_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with raw(reply("200 OK", b'{"by": "proxy"}')) as proxy, raw(reply("200 OK", b'{"by": "api"}')) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.setenv("NO_PROXY", "")
        monkeypatch.setenv("no_proxy", "")

        straight = bridge(server.url, tmp_path).call("items_find", {}).content
        through = bridge(server.url, tmp_path, heeds_proxies=True).call("items_find", {}).content

        assert (straight["item"], through["item"]) == ({"by": "api"}, {"by": "proxy"})
        assert proxy.head()[""] == f"GET {server.url}/api/items/ HTTP/1.1"
        assert len(proxy.requests) == len(server.requests) == 1
