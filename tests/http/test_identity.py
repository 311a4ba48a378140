"""Whom the HTTP endpoint acts for: the owner of the bearer token, whatever else a request says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from mcpbridge.models import AccessToken
from notes.models import Project, Tag
from tests.http.posting import Caller, L, M, headers_of, message, modern, result_of
from tests.tokens.faults import FAULTS

pytestmark = pytest.mark.django_db

CREATE = {"name": "tags_create", "arguments": {"name": "x"}}
OF_OTHERS = ["stranger", "staff", "admin", "1"]
HEADERS = [
    "X-User",
    "X-Remote-User",
    "Remote-User",
    "X-Forwarded-User",
    "X-Auth-Request-User",
    "X-Authenticated-User",
    "X-Username",
    "X-Mcp-User",
    "Mcp-User",
    "X-Impersonate-User",
    "X-Api-Token",
    "From",
    "Proxy-Authorization",
    "Mcp-Session-Id",
]


@pytest.fixture(autouse=True)
def _writes(served: Callable[..., None]) -> None:
    """So that there is something to be done by those who may not."""
    served(HTTP_LEVELS=["read", "write"])


def assert_refused(response: Any, words: str = "") -> None:
    """401 with a challenge, in the form of an error, and nothing done."""
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"].startswith('Bearer realm="api"')
    assert words in response.json()["error"]["message"]
    assert response.json()["id"] is None
    assert not Tag.objects.exists()


def me(caller: Caller, more: Mapping[str, Any] | None = None) -> str:
    params = {"name": "users_me", "arguments": {}, **(more or {})}
    return str(result_of(caller.legacy("tools/call", params), "tools/call", L)["structuredContent"]["item"]["username"])


@pytest.mark.requirement("B-03")
@pytest.mark.parametrize("version", [L, M])
def test_without_a_token_nothing_is_answered_but_the_challenge(owner: User, version: str) -> None:
    nobody = Caller()

    for method, params in (("tools/call", CREATE), ("tools/list", {}), ("initialize", {}), ("server/discover", {})):
        response = (nobody.legacy if version == L else nobody.modern)(method, params)

        assert_refused(response, "There is no token")
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="api"'


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic {}", "Token {}", "{}", "Bearer: {}", "Bearer {} {}"])
def test_a_header_of_another_form_is_refused(caller: Caller, header: str) -> None:
    response = caller.send(message("tools/call", CREATE), {"Authorization": header.replace("{}", caller.token)})

    assert_refused(response)
    assert caller.token not in str(response.content) + str(response.headers)


def test_a_token_that_is_not_whole_is_refused(caller: Caller) -> None:
    for text in ("mcpb_", caller.token[:-1], caller.token + "x", caller.token.upper(), "eyJhbGciOiJub25lIn0.e30."):
        assert_refused(Caller(text).legacy("tools/call", CREATE), "no such token")


@pytest.mark.parametrize(("spoil", "code", "words"), FAULTS)
@pytest.mark.parametrize("version", [L, M])
def test_a_token_that_is_no_longer_good_is_refused_with_the_reason(
    caller: Caller, spoil: Callable[[AccessToken], None], code: str, words: str, version: str
) -> None:
    spoil(AccessToken.objects.get())

    response = (caller.legacy if version == L else caller.modern)("tools/call", CREATE)

    assert_refused(response, words)
    assert 'error="invalid_token"' in response.headers["WWW-Authenticate"]


def test_a_token_in_the_query_string_is_refused(caller: Caller) -> None:
    for name in ("access_token", "token", "api_key", "Authorization"):
        assert_refused(Caller().send(message("tools/call", CREATE), path=f"/mcp?{name}={caller.token}"))


def test_a_token_in_the_body_is_refused(caller: Caller) -> None:
    sent = message("tools/call", CREATE | {"_meta": {"token": caller.token}}) | {"authorization": caller.token}

    assert_refused(Caller().send(sent))


def test_a_session_counts_for_nothing(owner: User) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(owner)

    response = Caller(client=browser).legacy("tools/call", CREATE)

    assert_refused(response)


def test_the_session_of_another_changes_nothing(caller: Caller, staff: User) -> None:
    caller.client.force_login(staff)

    assert me(caller) == "owner"


@pytest.mark.requirement("N-14")
@pytest.mark.parametrize("header", HEADERS)
def test_no_header_names_a_user(caller: Caller, stranger: User, staff: User, header: str) -> None:
    for login in OF_OTHERS:
        response = caller.send(message("tools/call", {"name": "users_me", "arguments": {}}), {header: login})

        item = result_of(response, "tools/call", L)["structuredContent"]["item"]
        assert item["username"] == "owner"


@pytest.mark.parametrize("key", ["REMOTE_USER", "AUTH_USER", "LOGON_USER"])
def test_no_variable_that_a_server_sets_names_a_user(caller: Caller, staff: User, key: str) -> None:
    response = caller.send(message("tools/call", {"name": "users_me"}), **{key: "staff"})

    assert result_of(response, "tools/call", L)["structuredContent"]["item"]["username"] == "owner"


@pytest.mark.parametrize("name", ["user", "user_id", "username", "as_user", "caller", "login", "token"])
def test_no_argument_names_a_user(caller: Caller, stranger: User, name: str) -> None:
    result = caller.call(L, "users_me", **{name: "stranger"})

    assert result["isError"] is True
    assert [(error["field"], error["code"]) for error in result["structuredContent"]["errors"]] == [(name, "unknown")]


def test_nothing_beside_the_arguments_names_a_user(caller: Caller, stranger: User) -> None:
    claims = {"user": "stranger", "user_id": stranger.pk, "caller": "stranger", "mcpbridge/user": "stranger"}

    assert me(caller, {"_meta": claims}) == "owner"
    assert me(caller, claims) == "owner"
    sent = modern("tools/call", {"name": "users_me", "arguments": {}})
    sent["params"]["_meta"] = sent["params"]["_meta"] | claims
    answer = result_of(caller.send(sent | claims, headers_of(sent)), "tools/call", M)
    assert answer["structuredContent"]["item"]["username"] == "owner"


def test_each_sees_their_own(caller: Caller, project: Project, stranger: User, staff: User) -> None:
    _one, elsewhere = AccessToken.objects.issue(stranger, "tests", AccessToken.objects.get().expires)
    _two, everywhere = AccessToken.objects.issue(staff, "tests", AccessToken.objects.get(owner=stranger).expires)

    seen = [Caller(text).call(L, "projects_list")["structuredContent"]["total"] for text in (elsewhere, everywhere)]

    assert caller.call(L, "projects_list")["structuredContent"]["total"] == 1
    assert seen == [0, 1]


def test_who_asks_is_told_before_what_is_asked_is_read() -> None:
    for body in (b"{bad", b"[]", b"\xff", b" " * 3_000_000):
        assert_refused(Caller().send(body))


def test_a_refusal_costs_one_query_at_most() -> None:
    with CaptureQueriesContext(connection) as without:
        assert_refused(Caller().legacy("tools/call", CREATE))
    with CaptureQueriesContext(connection) as unknown:
        assert_refused(Caller("mcpb_unknown").legacy("tools/call", CREATE))

    # The assertions ask once each whether anything was written.
    assert (len(without), len(unknown)) == (0 + 1, 1 + 1)
