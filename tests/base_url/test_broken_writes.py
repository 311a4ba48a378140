"""What goes wrong around a write at a base URL -> a result that says whether it is stored, and never that it is not."""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcpbridge import catalog as catalogs
from mcpbridge.at_base_url import AtBaseUrl, Plan
from mcpbridge.exceptions import CallFailed
from mcpbridge.serve.base_url import base_url
from mcpbridge.serve.calls import Call
from mcpbridge.serve.over_http import HttpClient
from mcpbridge.tools import Catalog
from tests.base_url.little import TOKEN, TOOLS, bridge
from tests.base_url.processes import MODULE, environment
from tests.base_url.raw_server import Script, drips, hangs_up, raw, reply, resets
from tests.installation import ROOT
from tests.protocol.server import initialize, lines, request

CERTIFICATE = Path(__file__).parent / "certificate.pem"
CREATED = reply("201 Created", b'{"pk": 7, "name": "x"}')

pytestmark = pytest.mark.requirement("N-09")


def in_turn(*scripts: Script) -> Script:
    """The first request gets the first answer, and so on; the last one stays."""
    left = list(scripts)

    def script(link: socket.socket) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(link)

    return script


@pytest.fixture
def reading_back(tmp_path: Path) -> Callable[[str], AtBaseUrl]:
    """A bridge whose items_create is read back by items_get."""
    tools = {tool.name: tool for tool in TOOLS}
    tools["items_create"] = replace(tools["items_create"], read_back="items_get", row_id="pk")
    path = tmp_path / "tools.json"
    path.write_text(catalogs.write(Catalog(tools)), encoding="utf-8")
    return lambda url: AtBaseUrl(Plan(path, base_url(url), TOKEN))


@pytest.mark.requirement("E-06")
@pytest.mark.parametrize(
    "after",
    [
        resets(),
        hangs_up(b"SSH-2.0\r\n"),
        reply("503 Down", b"{}"),
        reply("302 Found", Location="/x"),
        reply("200 OK", b"<"),
    ],
)
def test_a_write_that_is_stored_is_told_so_whatever_becomes_of_the_look_at_it(
    reading_back: Callable[[str], AtBaseUrl], after: Script
):
    with raw(in_turn(CREATED, after)) as server:
        result = reading_back(server.url).call("items_create", {"name": "x"}).content

        writes = [came for came in server.requests if came.startswith(b"POST")]
    assert (result["status"], result["id"]) == ("success", 7)
    assert "could not be read back" in result["notes"][0]
    assert result["applied"]["name"] == {"given": "x", "sent": "x"}
    assert len(writes) == 1


@pytest.mark.parametrize(
    "body",
    [
        b'{"pk": 7, "deep": ' + b"[" * 600 + b"]" * 600 + b"}",
        b'{"pk": 7, "deep": ' + b'{"a":' * 900 + b"1" + b"}" * 901,
    ],
)
def test_an_answer_that_cannot_be_taken_apart_leaves_the_write_done(tmp_path: Path, body: bytes):
    with raw(reply("201 Created", body)) as server:
        result = bridge(server.url, tmp_path).call("items_create", {"name": "x"}).as_result()

    assert result["isError"] is False
    assert result["structuredContent"]["status"] == "success"


@pytest.mark.parametrize("status", ["102 Processing", "103 Early Hints", "199 Other"])
def test_an_interim_reply_is_passed_over_and_no_call_gets_the_answer_of_another(tmp_path: Path, status: str):
    def hesitates(body: bytes) -> Script:
        def script(link: socket.socket) -> None:
            link.sendall(f"HTTP/1.1 {status}\r\nLink: </x>\r\n\r\n".encode())
            reply("200 OK", body)(link)

        return script

    with raw(in_turn(hesitates(b'{"for": "first"}'), hesitates(b'{"for": "second"}'))) as server:
        served = bridge(server.url, tmp_path)
        first, second = (served.call("items_find", {}).content for _turn in range(2))

    assert (first["item"], second["item"]) == ({"for": "first"}, {"for": "second"})


def test_interim_replies_without_end_are_a_broken_answer(tmp_path: Path):
    def script(link: socket.socket) -> None:
        link.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100)

    with raw(script) as server:
        result = bridge(server.url, tmp_path).call("items_create", {"name": "x"}).content

    assert result["errors"][0]["code"] == "outcome_unknown"


def test_encryption_that_breaks_after_the_request_leaves_the_outcome_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)

    def breaks(link: Any) -> None:
        plain = socket.socket(fileno=os.dup(link.fileno()))
        plain.sendall(b"\x17\x03\x03\x00\x10" + b"\x00" * 16)
        plain.close()
        raise ConnectionResetError

    with raw(breaks, context) as server:
        result = bridge(server.url, tmp_path).call("items_create", {"name": "x"}).content

        assert len(server.requests) == 1
    assert result["errors"][0]["code"] == "outcome_unknown"


def test_a_proxy_that_breaks_after_the_request_leaves_the_outcome_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with raw(resets()) as proxy:
        # Written as many write it.
        monkeypatch.setenv("http_proxy", proxy.url.removeprefix("http://"))
        monkeypatch.setenv("no_proxy", "")

        result = bridge("http://api.example", tmp_path, heeds_proxies=True).call("items_create", {"name": "x"}).content

        assert len(proxy.requests) == 1
    assert result["errors"][0]["code"] == "outcome_unknown"


def test_no_request_leaves_after_its_time_is_over(monkeypatch: pytest.MonkeyPatch):
    with raw(drips(b"", b"H")) as server:
        client = HttpClient(base_url(server.url), TOKEN, "tests")
        found = socket.getaddrinfo

        def slow(*arguments: Any, **options: Any) -> Any:
            time.sleep(0.3)
            return found(*arguments, **options)

        monkeypatch.setattr(socket, "getaddrinfo", slow)
        with pytest.raises(CallFailed) as failed:
            client.send(Call("POST", "/api/items/", body={}, seconds=0.1))

        assert (failed.value.code, failed.value.retryable) == ("deadline", True)
        assert server.requests == []
        client.close()


@pytest.mark.parametrize(
    "answer",
    [
        reply("200 OK", f'{{"sent": "Bearer {TOKEN}"}}'.encode()),
        reply("400 Bad", f'{{"detail": "Bearer {TOKEN}"}}'.encode(), X_Request_Id=TOKEN),
        reply("302 Found", Location=f"https://elsewhere.example/?t={TOKEN}"),
        reply("200 OK", f"Bearer {TOKEN}".encode(), "text/plain"),
    ],
)
def test_a_server_that_answers_with_what_it_was_sent_does_not_bring_the_token_into_a_result(
    tmp_path: Path, answer: Script
):
    with raw(answer) as server:
        result = bridge(server.url, tmp_path).call("items_find", {}).as_result()

    assert TOKEN not in json.dumps(result)
    assert "(hidden)" in json.dumps(result)


@pytest.mark.parametrize(
    ("headers", "status", "body"),
    [
        ({"Retry-After": "²"}, "429 Slow", b"{}"),
        ({"Retry-After": "9" * 5_000}, "429 Slow", b"{}"),
        ({}, "200 OK", b"text"),
    ],
)
@pytest.mark.parametrize("kind", ["application/json", "text/plain; charset=undefined", "text/plain; charset=idna"])
def test_strange_headers_break_no_call(tmp_path: Path, headers: dict[str, str], status: str, body: bytes, kind: str):
    given = {name.replace("-", "_"): value for name, value in headers.items() if value.isascii()}

    with raw(reply(status, body, kind, **given)) as server:
        result = bridge(server.url, tmp_path).call("items_find", {}).content

    assert result["request_id"]


def test_a_client_that_never_reads_the_log_is_answered_and_the_server_ends():
    calls = [request(number, "tools/call", name="projects_list", arguments={}) for number in range(1, 1_000)]
    messages = [initialize(0), *calls]
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [*MODULE, "--base-url", "http://localhost:9"], cwd=ROOT, env=environment("", LOG_LEVEL="INFO"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=writing,
    )  # fmt: skip
    os.close(writing)
    try:
        answers, _nothing = process.communicate(lines(*messages), timeout=60)
    finally:
        process.kill()
        os.close(reading)

    assert len(answers.splitlines()) == len(messages)
    assert b'"code":"deadline"' not in answers
    assert process.returncode == 0


@pytest.mark.parametrize("option", ["--baseurl", "--token", "--allow"])
def test_a_mistaken_option_is_told_without_what_was_given(option: str):
    done = subprocess.run(
        [*MODULE, option, "https://u:canary-pass@host"], cwd=ROOT, env=environment(), capture_output=True, text=True
    )

    assert done.returncode == 2
    assert "--help lists" in done.stderr
    assert "canary-pass" not in done.stderr + done.stdout
