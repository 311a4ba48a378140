"""What is no message of a client: other methods, hosts, origins, types and sizes, and time that runs out."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from notes.models import Note, Project, Tag
from tests.http.posting import Caller, L, M, error_of, message, result_of

pytestmark = pytest.mark.django_db

OWN, FRIEND = "http://testserver", "https://chat.example.com"
LIST = message("tools/list")
MIB = 1024 * 1024


def padded(size: int) -> bytes:
    """tools/list in so many bytes."""
    return json.dumps(LIST).encode().ljust(size)


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
def test_other_methods_are_405_and_say_what_is_taken(caller: Caller, method: str) -> None:
    headers = {"Authorization": f"Bearer {caller.token}", "Accept": "text/event-stream", "Mcp-Session-Id": "x"}
    response = caller.client.generic(method, "/mcp", json.dumps(LIST), "application/json", headers=headers)

    assert response.status_code == 405
    assert response.headers["Allow"] == "POST, OPTIONS"


@pytest.mark.parametrize("header", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])
def test_no_header_makes_one_method_another(caller: Caller, header: str) -> None:
    headers = {"Authorization": f"Bearer {caller.token}", header: "POST"}

    assert caller.client.get("/mcp", headers=headers).status_code == 405
    result_of(caller.send(LIST, {header: "DELETE"}), "tools/list", L)


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_the_address_may_end_in_a_slash(caller: Caller, path: str) -> None:
    result_of(caller.send(LIST, path=path), "tools/list", L)


@pytest.mark.parametrize("path", ["/MCP", "/mcp//", "/mcp/x", "/mcp/..", "/mcp%00", "/mcp%0a", "/mcpx", "/mcp;x"])
def test_no_other_address_is_the_endpoint(caller: Caller, path: str) -> None:
    assert caller.send(LIST, path=path).status_code == 404


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json-rpc",
        "application/jsonx",
        "application/xml",
        "text/plain; application/json",
    ],
)
def test_another_content_type_is_415(caller: Caller, kind: str) -> None:
    error_of(caller.send(LIST, CONTENT_TYPE=kind), 415, -32600, None)


@pytest.mark.parametrize(
    "kind",
    [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
        'application/json;charset="UTF-8"',
        "application/json; charset=nonsense",
    ],
)
def test_json_is_utf_8_whatever_its_type_says_of_characters(caller: Caller, project: Project, kind: str) -> None:
    sent = message("tools/call", {"name": "projects_list", "arguments": {"search": "São"}})

    response = caller.send(json.dumps(sent, ensure_ascii=False).encode(), CONTENT_TYPE=kind)

    assert result_of(response, "tools/call", L)["structuredContent"]["total"] == 0


def test_utf_16_is_no_json_here(caller: Caller) -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-32"):
        body = json.dumps(LIST).encode(encoding)

        error_of(caller.send(body, CONTENT_TYPE=f"application/json; charset={encoding}"), 400, -32700, None)


def test_a_compressed_body_is_415_whatever_it_would_grow_to(caller: Caller) -> None:
    for encoding in ("gzip", "deflate", "br", "gzip, gzip", "x"):
        response = caller.send(gzip.compress(padded(MIB)), {"Content-Encoding": encoding})

        error_of(response, 415, -32600, None)
    result_of(caller.send(LIST, {"Content-Encoding": "identity"}), "tools/list", L)


@pytest.mark.parametrize("headers", [{}, {"Transfer-Encoding": "chunked"}])
def test_a_body_without_its_length_is_read_where_the_server_ends_it(caller: Caller, headers: dict[str, str]) -> None:
    environ = {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}
    small, large = io.BytesIO(padded(4 * MIB)), io.BytesIO(padded(20 * MIB))

    read = caller.send(b"", headers, **environ, **{"wsgi.input": small})
    refused = caller.send(b"", headers, **environ, **{"wsgi.input": large})

    result_of(read, "tools/list", L)
    error_of(refused, 413, -32600, None)
    assert large.tell() == 4 * MIB + 1


def test_a_body_without_its_length_is_411_where_nothing_says_that_it_ends(caller: Caller) -> None:
    body = io.BytesIO(padded(100))

    response = caller.send(b"", {"Transfer-Encoding": "chunked"}, CONTENT_LENGTH="", **{"wsgi.input": body})

    error_of(response, 411, -32600, None)
    assert body.tell() == 0


@pytest.mark.requirement("B-02")
def test_a_message_has_four_mebibytes_at_most(caller: Caller) -> None:
    result_of(caller.send(padded(4 * MIB)), "tools/list", L)

    error = error_of(caller.send(padded(4 * MIB + 1)), 413, -32600, None)

    assert str(4 * MIB) in error["message"]


def test_a_body_that_is_too_large_is_refused_unread(caller: Caller) -> None:
    body = io.BytesIO(b"x")

    error_of(caller.send(b"", CONTENT_LENGTH=str(4 * MIB + 1), **{"wsgi.input": body}), 413, -32600, None)

    assert body.tell() == 0


def test_a_setting_moves_the_bound(caller: Caller, served: Callable[..., None]) -> None:
    served(MAX_BODY=100)

    result_of(caller.send(padded(100)), "tools/list", L)
    error_of(caller.send(padded(101)), 413, -32600, None)


@pytest.mark.parametrize("length", ["²", "-1", "+10", "1e3", "x", "0x10", " ", "9" * 5000])
def test_a_length_that_is_no_number_does_no_harm(caller: Caller, length: str) -> None:
    response = caller.send(b"", CONTENT_LENGTH=length, **{"wsgi.input": io.BytesIO(padded(100))})

    assert response.status_code in (400, 413)
    assert response.json()["id"] is None


def test_a_body_that_ends_before_its_length_is_not_carried_out(caller: Caller, served: Callable[..., None]) -> None:
    served(HTTP_LEVELS=["read", "write"])
    body = json.dumps(message("tools/call", {"name": "tags_create", "arguments": {"name": "x"}})).encode()

    response = caller.send(b"", CONTENT_LENGTH=str(len(body) + 10), **{"wsgi.input": io.BytesIO(body)})

    error_of(response, 400, -32700, None)
    assert not Tag.objects.exists()


@pytest.mark.parametrize(
    "host", ["evil.example", "testserver.evil.example", "", "a b", "testserver:80:80", "@testserver", "testserver/"]
)
def test_a_host_that_is_not_allowed_is_400(caller: Caller, settings: Any, host: str) -> None:
    settings.DEBUG = False

    response = caller.send(LIST, HTTP_HOST=host)

    assert response.status_code == 400
    assert b"testserver" not in response.content


def test_a_host_is_checked_where_no_middleware_of_the_project_does(caller: Caller, settings: Any) -> None:
    settings.MIDDLEWARE = []

    error_of(caller.send(LIST, HTTP_HOST="evil.example"), 400, -32600, None)
    result_of(caller.send(LIST, HTTP_HOST="testserver:8000"), "tools/list", L)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "", "http://testserver.evil.example", "file://", "*"]
)
def test_a_page_of_another_origin_is_403_even_with_a_token(caller: Caller, origin: str) -> None:
    response = caller.send(LIST, {"Origin": origin})

    error_of(response, 403, -32600, None)
    assert not [name for name in response.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize(
    "origin",
    [f"{OWN}:8000", "https://testserver", "HTTP://TESTSERVER", f"{OWN}/", f"{OWN},https://evil.example", f"{OWN} "],
)
def test_an_origin_counts_by_scheme_host_and_port(caller: Caller, origin: str) -> None:
    error_of(caller.send(LIST, {"Origin": origin}), 403, -32600, None)


def test_a_page_of_the_endpoint_s_own_origin_may_use_it(caller: Caller) -> None:
    result_of(caller.send(LIST, {"Origin": OWN}), "tools/list", L)
    result_of(caller.send(LIST, {"Origin": "https://testserver"}, secure=True), "tools/list", L)
    result_of(caller.send(LIST, {"Origin": f"{OWN}:8000"}, HTTP_HOST="testserver:8000"), "tools/list", L)


@pytest.mark.parametrize("header", ["X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "X-Original-Host", "Referer"])
def test_no_header_of_a_proxy_makes_an_origin_the_endpoint_s_own(caller: Caller, header: str) -> None:
    headers = {"Origin": "https://evil.example", header: "evil.example"}

    error_of(caller.send(LIST, headers), 403, -32600, None)


def test_a_page_of_a_named_origin_may_read_the_answer_whatever_it_is(
    caller: Caller, served: Callable[..., None]
) -> None:
    served(ORIGINS=[FRIEND])

    answers = [
        caller.send(LIST, {"Origin": FRIEND}),
        caller.modern("nope", origin=FRIEND),
        caller.send(b"{bad", {"Origin": FRIEND}),
        caller.send(message("notifications/initialized", id=None), {"Origin": FRIEND}),
        Caller().send(LIST, {"Origin": FRIEND}),
    ]

    assert [answer.status_code for answer in answers] == [200, 404, 400, 202, 401]
    for answer in answers:
        assert answer.headers["Access-Control-Allow-Origin"] == FRIEND
        assert {"WWW-Authenticate", "X-Request-Id"} <= set(
            answer.headers["Access-Control-Expose-Headers"].replace(" ", "").split(",")
        )
        assert "Origin" in answer.headers["Vary"]
        # Cookies mean nothing here, so no page is told that it may send them.
        assert "Access-Control-Allow-Credentials" not in answer.headers


def test_others_stay_outside_where_an_origin_is_named(caller: Caller, served: Callable[..., None]) -> None:
    served(ORIGINS=[FRIEND])

    for origin in ("https://evil.example", "null", "https://chat.example.com.evil.example", "http://chat.example.com"):
        response = caller.send(LIST, {"Origin": origin})

        error_of(response, 403, -32600, None)
        assert "Access-Control-Allow-Origin" not in response.headers


def test_a_browser_that_asks_before_it_sends_needs_no_token(caller: Caller, served: Callable[..., None]) -> None:
    served(ORIGINS=[FRIEND])
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,mcp-name"}

    friend = caller.client.options("/mcp", headers=asked | {"Origin": FRIEND})
    other = caller.client.options("/mcp", headers=asked | {"Origin": "https://evil.example"})

    assert (friend.status_code, friend.content) == (204, b"")
    assert friend.headers["Access-Control-Allow-Origin"] == FRIEND
    assert friend.headers["Access-Control-Allow-Methods"] == "POST"
    allowed = set(friend.headers["Access-Control-Allow-Headers"].replace(" ", "").split(","))
    assert {"authorization", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"} <= allowed
    assert other.status_code == 403
    assert not [name for name in other.headers if name.startswith("Access-Control")]


def test_options_without_an_origin_says_what_is_taken(caller: Caller) -> None:
    response = caller.client.options("/mcp")

    assert (response.status_code, response.headers["Allow"]) == (204, "POST, OPTIONS")


@pytest.mark.parametrize("version", [L, M])
def test_when_the_time_is_over_nothing_is_written(
    caller: Caller, served: Callable[..., None], owner: User, version: str
) -> None:
    served(HTTP_LEVELS=["read", "write"], SECONDS={"write": 0.000_001})

    result = caller.call(version, "notes_create", title="Ata")

    assert result["isError"] is True
    assert result["structuredContent"]["http_status"] == 504
    assert "nothing was written" in json.dumps(result["structuredContent"])
    assert not Note.objects.exists()
    assert caller.call(version, "notes_list")["structuredContent"]["total"] == 0


def test_an_answer_carries_the_request_id_of_its_log_lines(caller: Caller, project: Project) -> None:
    response = caller.legacy("tools/call", {"name": "projects_list", "arguments": {}})

    assert response.headers["X-Request-Id"] == response.json()["result"]["structuredContent"]["request_id"]


def test_the_endpoint_is_outside_csrf_and_sets_no_cookie(caller: Caller, staff: User) -> None:
    fresh = caller.send(LIST)
    caller.client.force_login(staff)
    signed_in = caller.send(LIST)

    for response in (fresh, signed_in):
        result_of(response, "tools/list", L)
        assert not response.cookies
