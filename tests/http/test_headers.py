"""The headers that repeat the body of a request of 2026-07-28: a proxy may route by them, so they may not lie."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest

from notes.models import Project, Tag
from tests.http.posting import META, PREFIX, Caller, L, M, error_of, headers_of, message, modern, result_of

pytestmark = pytest.mark.django_db

MISMATCH = -32020
CALL = {"name": "projects_list", "arguments": {}}
CATALOG = {"uri": "mcpbridge://catalog"}


def wrapped(text: str) -> str:
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


@pytest.mark.parametrize("header", ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"])
@pytest.mark.parametrize(("method", "params"), [("tools/call", CALL), ("resources/read", CATALOG)])
def test_a_missing_header_is_told_by_its_name(caller: Caller, header: str, method: str, params: Any) -> None:
    sent = modern(method, params)

    response = caller.send(sent, headers_of(sent) | {header: None})

    assert header in error_of(response, 400, MISMATCH)["message"]


@pytest.mark.parametrize("method", ["server/discover", "tools/list", "resources/list", "resources/templates/list"])
def test_what_names_nothing_needs_no_name(caller: Caller, method: str) -> None:
    result_of(caller.modern(method), method, M)
    result_of(caller.modern(method, mcp_name="whatever"), method, M)


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("MCP-Protocol-Version", L),
        ("MCP-Protocol-Version", "2026-07-29"),
        ("MCP-Protocol-Version", ""),
        ("MCP-Protocol-Version", f"{M},{M}"),
        ("MCP-Protocol-Version", f"{M}, {M}"),
        ("Mcp-Method", "tools/list"),
        ("Mcp-Method", "Tools/Call"),
        ("Mcp-Method", ""),
        ("Mcp-Method", "tools/call,tools/call"),
        ("Mcp-Method", "tools/call, tools/call"),
        ("Mcp-Method", wrapped("tools/call")),
        ("Mcp-Name", "projects_get"),
        ("Mcp-Name", "Projects_List"),
        ("Mcp-Name", ""),
        ("Mcp-Name", "projects_list,projects_list"),
        ("Mcp-Name", '"projects_list"'),
        ("Mcp-Name", "projects%5Flist"),
    ],
)
def test_a_header_that_says_something_else_is_refused(caller: Caller, header: str, value: str) -> None:
    sent = modern("tools/call", CALL)

    response = caller.send(sent, headers_of(sent) | {header: value})

    # A version header of another revision changes nothing: the body alone says by which rules it is read.
    assert header in error_of(response, 400, MISMATCH)["message"]


@pytest.mark.parametrize("blanks", [" {}", "{} ", "\t{}\t", "  {} \t "])
def test_blanks_around_a_value_do_not_belong_to_it(caller: Caller, project: Project, blanks: str) -> None:
    sent = modern("tools/call", CALL)

    plain = caller.send(sent, {name: blanks.format(value) for name, value in headers_of(sent).items()})
    encoded = caller.send(sent, headers_of(sent) | {"Mcp-Name": blanks.format(wrapped("projects_list"))})

    for response in (plain, encoded):
        assert result_of(response, "tools/call", M)["structuredContent"]["total"] == 1


@pytest.mark.parametrize("spelled", ["mcp-method", "MCP-METHOD", "mCp-mEtHoD"])
def test_the_name_of_a_header_is_written_in_any_case(caller: Caller, spelled: str) -> None:
    sent = modern("tools/list")

    response = caller.send(sent, {"mcp-protocol-version": M, spelled: "tools/list"})

    result_of(response, "tools/list", M)


def test_a_name_may_come_in_base64(caller: Caller, project: Project) -> None:
    result = result_of(caller.modern("tools/call", CALL, mcp_name=wrapped("projects_list")), "tools/call", M)

    assert result["structuredContent"]["total"] == 1


@pytest.mark.parametrize("uri", ["mcpbridge://docs/reunião.md", "mcpbridge://docs/日本\n😀.md", " ", "=?base64?eA==?="])
def test_a_name_that_no_header_can_carry_comes_in_base64(caller: Caller, uri: str) -> None:
    right = caller.modern("resources/read", {"uri": uri}, mcp_name=wrapped(uri))
    wrong = caller.modern("resources/read", {"uri": uri}, mcp_name=wrapped(uri + "x"))

    # There is no such resource, which is found out only where the header was understood.
    assert error_of(right, 400, -32602)["data"] == {"uri": uri}
    error_of(wrong, 400, MISMATCH)


NAME_IN_BASE64 = base64.b64encode(b"projects_list").decode()


@pytest.mark.parametrize(
    "value",
    [
        "=?base64??=",
        "=?base64?!!!!?=",
        "=?base64?cHJvamVjdHNfbGlz dA==?=",
        f"=?base64?{NAME_IN_BASE64.rstrip('=')}?=",
        f"=?base64?{NAME_IN_BASE64}=?=",
        # The same bytes, spelled with other bits in the last, unused places.
        f"=?base64?{NAME_IN_BASE64.rstrip('=')[:-1]}B==?=",
        f"=?base64?{base64.b64encode(b'projects_list' + bytes([0xFF])).decode()}?=",
        f"=?BASE64?{NAME_IN_BASE64}?=",
        f"=?base64?{NAME_IN_BASE64}",
        f"{NAME_IN_BASE64}?=",
        f"=?base64?{base64.b64encode(wrapped('projects_list').encode()).decode()}?=",
        f"x=?base64?{NAME_IN_BASE64}?=",
    ],
)
def test_base64_that_is_broken_or_spelled_in_a_second_way_is_refused(caller: Caller, value: str) -> None:
    error_of(caller.modern("tools/call", CALL, mcp_name=value), 400, MISMATCH)


def test_base64_that_an_encoder_would_not_write_is_another_spelling_of_the_same_bytes() -> None:
    other = NAME_IN_BASE64.rstrip("=")[:-1] + "B=="

    assert base64.b64decode(other) == b"projects_list" and other != NAME_IN_BASE64


@pytest.mark.parametrize("name", [None, 1, ["projects_list"], {}])
def test_a_name_that_is_no_text_is_the_fault_of_the_body(caller: Caller, name: Any) -> None:
    sent = modern("tools/call", {"name": name})

    error_of(caller.send(sent, headers_of(sent) | {"Mcp-Name": "projects_list"}), 400, -32602)


@pytest.mark.requirement("B-01")
def test_what_is_done_is_decided_by_the_body_alone(caller: Caller, served: Callable[..., None]) -> None:
    served(HTTP_LEVELS=["read", "write"])
    writes = modern("tools/call", {"name": "tags_create", "arguments": {"name": "x"}})
    reads = modern("tools/call", {"name": "tags_list", "arguments": {}})

    error_of(caller.send(writes, headers_of(reads)), 400, MISMATCH)
    error_of(caller.send(reads, headers_of(writes)), 400, MISMATCH)

    assert not Tag.objects.exists()


def test_an_older_client_is_not_asked_for_headers_and_may_not_be_misled_by_them(caller: Caller) -> None:
    response = caller.legacy("tools/list", mcp_method="tools/call", mcp_name="tags_create", mcp_session_id="x")

    assert "tools" in result_of(response, "tools/list", L)
    assert "Mcp-Session-Id" not in response.headers


def test_a_version_that_is_not_served_is_told_though_its_other_headers_are_right(caller: Caller) -> None:
    params = {"_meta": META | {f"{PREFIX}protocolVersion": "2027-01-01"}}
    headers = {"MCP-Protocol-Version": "2027-01-01", "Mcp-Method": "tools/list"}

    error = error_of(caller.send(message("tools/list", params), headers), 400, -32022)

    assert error["data"] == {"supported": [M], "requested": "2027-01-01"}
