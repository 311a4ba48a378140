"""A tool call -> the one HTTP request that it is, byte by byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpbridge.at_base_url import AtBaseUrl, Plan
from mcpbridge.exceptions import Misconfigured
from mcpbridge.serve.base_url import base_url
from tests.base_url.little import TOKEN, bridge
from tests.base_url.raw_server import raw, reply
from tests.installation import ROOT

PRODUCT = ROOT / "docs" / "mcp" / "tools.json"
STRANGE = [
    None, "null", "..", ".", "%2e%2e", "%2E%2E/", "a/b", "../../users/me", "1/../2", "//", "1?x=1", "1#a", "1;x=1",
    "1\\2", "1\x00", "1\n", " 1", "1.0", "1e3", "0x1", "１", "", [], [1], {}, {"id": 1}, True, False, 1.5,
    "99999999999999999999/",
]  # fmt: skip

pytestmark = pytest.mark.requirement("N-09")


@pytest.mark.requirement("N-04", "N-05")
def test_a_call_is_one_request_with_what_the_api_needs_to_know_and_no_more(tmp_path: Path):
    with raw(reply("201 Created", b"{}")) as server:
        result = bridge(server.url, tmp_path).call("items_create", {"name": "São"}).content

        (request,) = server.requests
        head = server.head()
    assert json.loads(request.partition(b"\r\n\r\n")[2]) == {"name": "São"}
    assert head == {
        "": "POST /api/items/ HTTP/1.1",
        "host": server.url.partition("//")[2],
        "accept": "application/json, application/problem+json",
        "accept-encoding": "identity",
        "accept-language": "en",
        "user-agent": "mcpbridge/0.1.0",
        "authorization": f"Bearer {TOKEN}",
        "x-request-id": result["request_id"],
        "x-mcp-tool": "items_create",
        "content-type": "application/json",
        "content-length": "15",
    } | {"content-length": head["content-length"]}


def test_a_query_is_encoded_by_the_kind_of_its_filter(tmp_path: Path):
    given = {"search": "a&b=c d/é", "tags": ["x y", "z"], "ids": [1, "2", 3], "done": "true"}

    with raw(reply("200 OK", b"[]")) as server:
        bridge(server.url, tmp_path).call("items_find", given)

        line = server.head()[""]
    assert line == ("GET /api/items/?search=a%26b%3Dc+d%2F%C3%A9&tags=x+y&tags=z&ids=1%2C2%2C3&done=true HTTP/1.1")


def test_a_value_of_the_path_is_one_encoded_segment(tmp_path: Path):
    with raw(reply("200 OK", b"{}")) as server:
        served = bridge(server.url, tmp_path)
        for slug in ("a b", "%2e%2e", "é?x=1#y"):
            served.call("items_by_slug", {"slug": slug})

        lines = [server.head(index)[""] for index in range(3)]
    assert lines == [
        "GET /api/by/a%20b/ HTTP/1.1",
        "GET /api/by/%252e%252e/ HTTP/1.1",
        "GET /api/by/%C3%A9%3Fx%3D1%23y/ HTTP/1.1",
    ]


def test_a_site_may_lie_below_a_path(tmp_path: Path):
    with raw(reply("200 OK", b"{}")) as server:
        bridge(f"{server.url}/notes/", tmp_path).call("items_get", {"id": 7})

        assert server.head()[""] == "GET /notes/api/items/7/ HTTP/1.1"


def test_without_a_token_no_authorization_is_sent(tmp_path: Path):
    with raw(reply("401 Unauthorized", b'{"detail": "No."}')) as server:
        result = bridge(server.url, tmp_path, token="").call("items_get", {"id": 7}).content

        assert "authorization" not in server.head()
    assert result["http_status"] == 401


@pytest.mark.requirement("N-08")
@pytest.mark.parametrize("value", STRANGE, ids=repr)
def test_no_value_that_is_no_id_reaches_the_api_by_any_tool(value: Any):
    with raw(reply("200 OK", b"{}")) as server:
        served = AtBaseUrl(Plan(PRODUCT, base_url(server.url), TOKEN, granted=("admin", "destructive")))
        tools = [
            tool
            for tool in served.pipeline.catalog.tools.values()
            if any(argument.place == "path" for argument in tool.arguments)
        ]
        assert len(tools) > 15
        for tool in tools:
            path = [argument.name for argument in tool.arguments if argument.place == "path"]

            result = served.call(tool.name, dict.fromkeys(path, value)).content

            assert (result["status"], result["http_status"]) == ("error", 400), tool.name
            assert {error["field"] for error in result["errors"]} == set(path)
        # One question of the health of the API, which is asked before the first call.
        assert [request.split(b" ")[1] for request in server.requests] in ([], [b"/api/v1/system/health/"])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("localhost:8000", "must begin with http:// or https://"),
        ("ftp://host", "must begin with http:// or https://"),
        ("file:///etc/passwd", "must begin with http:// or https://"),
        ("http://", "is no address with a host and a port"),
        ("http://host:0", "is no address with a host and a port"),
        ("http://host:99999", "is no address with a host and a port"),
        ("http://host:x", "is no address with a host and a port"),
        ("http://ho st", "is no address with a host and a port"),
        ("http://[::1", "is no address with a host and a port"),
        ("http://canary:canary@host", "holds a user name or a password"),
        ("http://canary@host", "holds a user name or a password"),
        ("http://host?canary=1", "holds a query or a fragment"),
        ("http://host/#canary", "holds a query or a fragment"),
        ("http://host/a/../b", "has a path that no site lies below"),
        ("http://host//evil.example", "has a path that no site lies below"),
        ("http://host/%2e%2e", "has a path that no site lies below"),
        ("http://host/\r\nX: canary", "holds letters that cannot be seen"),
        ("http://ho\tst.canary", "holds letters that cannot be seen"),
        ("http://evil.canary[::1]", "is no address with a host and a port"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_and_not_repeated(text: str, fault: str):
    with pytest.raises(Misconfigured) as refused:
        base_url(text)

    assert fault in str(refused.value)
    assert "canary" not in str(refused.value)
    assert "http://localhost:8000" in str(refused.value)


def test_a_name_that_begins_like_this_machines_address_is_another_machine():
    assert base_url("http://127.0.0.1:8000").is_this_machine
    assert not base_url("http://127.evil.example").is_this_machine


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://localhost:8000/", "http://localhost:8000"),
        (" HTTPS://Notes.Example.COM ", "https://notes.example.com"),
        ("https://notes.example.com:443", "https://notes.example.com"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("http://app_1:8000/notes/", "http://app_1:8000/notes"),
        ("http://127.0.0.1", "http://127.0.0.1"),
    ],
)
def test_an_address_is_shown_as_it_is_used(text: str, shown: str):
    assert str(base_url(text)) == shown
