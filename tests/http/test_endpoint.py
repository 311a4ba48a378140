"""Both revisions through POST /mcp, method by method, every answer checked against the official types."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from notes.models import Note, Project, Tag
from tests.http.posting import META, PREFIX, Caller, L, M, error_of, message, modern, result_of

pytestmark = pytest.mark.django_db

OPENING = {"protocolVersion": L, "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}
REMOVED = [
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "roots/list",
    "sampling/createMessage",
]


def asked(caller: Caller, version: str, method: str, params: Any = None) -> dict[str, Any]:
    ask = caller.legacy if version == L else caller.modern
    return result_of(ask(method, params), method, version)


@pytest.mark.requirement("N-02")
@pytest.mark.requirement("B-01")
def test_a_client_of_2025_opens_lists_calls_and_reads(caller: Caller, project: Project) -> None:
    opened = asked(caller, L, "initialize", OPENING)
    noticed = caller.legacy("notifications/initialized", id=None)
    tools = asked(caller, L, "tools/list")["tools"]
    called = caller.call(L, "projects_list", search="Atlas")
    resources = asked(caller, L, "resources/list")["resources"]
    templates = asked(caller, L, "resources/templates/list")["resourceTemplates"]
    read = asked(caller, L, "resources/read", {"uri": "mcpbridge://catalog"})

    assert opened["protocolVersion"] == L
    assert opened["serverInfo"]["name"] == "mcpbridge"
    assert (noticed.status_code, noticed.content) == (202, b"")
    assert "projects_list" in {tool["name"] for tool in tools}
    assert [item["id"] for item in called["structuredContent"]["items"]] == [project.pk]
    assert {"mcpbridge://catalog", "mcpbridge://docs/protocol.md"} <= {item["uri"] for item in resources}
    assert templates and "projects_list" in read["contents"][0]["text"]
    assert asked(caller, L, "ping") == {}


@pytest.mark.requirement("N-02")
@pytest.mark.requirement("B-01")
def test_a_client_of_2026_discovers_lists_calls_and_reads(caller: Caller, project: Project) -> None:
    discovered = asked(caller, M, "server/discover")
    tools = asked(caller, M, "tools/list")
    called = caller.call(M, "projects_list", search="Atlas")
    resources = asked(caller, M, "resources/list")
    templates = asked(caller, M, "resources/templates/list")
    read = asked(caller, M, "resources/read", {"uri": "mcpbridge://catalog"})

    assert discovered["supportedVersions"] == [M]
    assert discovered["capabilities"].keys() == {"tools", "resources"}
    assert 0 < len(discovered["instructions"]) <= 600
    assert [item["id"] for item in called["structuredContent"]["items"]] == [project.pk]
    assert "projects_list" in read["contents"][0]["text"]
    for result in (discovered, tools, called, resources, templates, read):
        assert result["resultType"] == "complete"
        assert result["_meta"][f"{PREFIX}serverInfo"]["name"] == "mcpbridge"
    for private in (tools, resources, templates, read):
        assert private["cacheScope"] == "private" and private["ttlMs"] > 0
    assert discovered["cacheScope"] == "public" and discovered["ttlMs"] > 0
    assert not {"ttlMs", "cacheScope"} & called.keys()


def test_answers_of_2025_hold_nothing_that_came_later(caller: Caller, project: Project) -> None:
    for method, params in (("initialize", OPENING), ("tools/list", None), ("resources/list", None), ("ping", None)):
        assert not {"resultType", "ttlMs", "cacheScope", "_meta"} & asked(caller, L, method, params).keys()
    called = caller.call(L, "projects_list")
    assert not {"resultType", "ttlMs", "cacheScope"} & called.keys()
    assert called["_meta"] == {"mcpbridge/request_id": called["structuredContent"]["request_id"]}


@pytest.mark.requirement("B-01")
def test_the_revision_is_decided_for_each_message_alone(caller: Caller, project: Project) -> None:
    first = caller.call(M, "projects_list")
    asked(caller, L, "initialize", OPENING)
    second = caller.call(M, "projects_list")
    third = caller.call(L, "projects_list")

    assert [result.get("resultType") for result in (first, second, third)] == ["complete", "complete", None]
    assert [result["structuredContent"]["total"] for result in (first, second, third)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("wanted", "answered"),
    [(L, L), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"), ("2024-11-05", L), (M, L), ("x", L), (7, L)],
)
def test_initialize_never_fails_on_the_version(caller: Caller, wanted: Any, answered: str) -> None:
    response = caller.legacy("initialize", OPENING | {"protocolVersion": wanted})

    assert result_of(response, "initialize", L)["protocolVersion"] == answered


@pytest.mark.parametrize("id", [0, -1, "", "a", 2**53, "é😀"])
@pytest.mark.parametrize("version", [L, M])
def test_an_answer_keeps_the_id(caller: Caller, version: str, id: Any) -> None:
    ask = caller.legacy if version == L else caller.modern

    result_of(ask("tools/list", id=id), "tools/list", version, id)


@pytest.mark.parametrize("method", REMOVED)
def test_methods_that_2026_has_removed_are_404_there(caller: Caller, method: str) -> None:
    error = error_of(caller.modern(method), 404, -32601)

    assert method in error["message"]


@pytest.mark.parametrize("method", ["nope", "tools/nope", "prompts/list", "completion/complete", "Tools/List", ""])
def test_an_unknown_method_is_404_to_a_client_of_2026_and_200_before(caller: Caller, method: str) -> None:
    error_of(caller.modern(method), 404, -32601)
    error_of(caller.legacy(method), 200, -32601, version=L)


def test_server_discover_from_a_client_that_says_nothing_of_itself_is_told_what_is_missing(caller: Caller) -> None:
    error = error_of(caller.legacy("server/discover"), 400, -32602)

    assert "protocolVersion" in error["message"] and "clientCapabilities" in error["message"]


@pytest.mark.parametrize("lacking", list(META))
def test_a_request_of_2026_that_lacks_a_part_of_its_meta_is_400(caller: Caller, lacking: str) -> None:
    params = {"_meta": {key: value for key, value in META.items() if key != lacking}}

    response = caller.send(message("tools/list", params), {"MCP-Protocol-Version": M, "Mcp-Method": "tools/list"})

    assert lacking in error_of(response, 400, -32602)["message"]


@pytest.mark.parametrize("given", [None, [], "x", 1, {}])
def test_a_request_that_the_header_says_is_of_2026_needs_the_meta_of_one(caller: Caller, given: Any) -> None:
    response = caller.send(
        message("tools/list", {"_meta": given}), {"MCP-Protocol-Version": M, "Mcp-Method": "tools/list"}
    )

    error_of(response, 400, -32602)


@pytest.mark.parametrize(("key", "value"), [("protocolVersion", 1), ("clientCapabilities", [])])
def test_meta_of_the_wrong_kind_is_400(caller: Caller, key: str, value: Any) -> None:
    params = {"_meta": META | {PREFIX + key: value}}

    error_of(caller.send(message("tools/list", params), {"MCP-Protocol-Version": M}), 400, -32602)


@pytest.mark.parametrize("version", ["2099-01-01", "2025-11-25", "", "x" * 5000])
def test_an_unknown_version_in_a_request_of_2026_is_answered_with_those_there_are(caller: Caller, version: str) -> None:
    params = {"_meta": META | {f"{PREFIX}protocolVersion": version}}

    response = caller.send(message("tools/list", params), {"MCP-Protocol-Version": version, "Mcp-Method": "tools/list"})

    error = error_of(response, 400, -32022)
    assert error["data"] == {"supported": [M], "requested": version[:200]}


@pytest.mark.parametrize("version", ["2099-01-01", "2024-11-05", "", "2025-11-25, 2025-11-25", "x" * 5000])
def test_a_version_header_that_is_not_served_is_refused_to_older_clients_too(caller: Caller, version: str) -> None:
    error = error_of(caller.legacy("tools/list", mcp_protocol_version=version), 400, -32022)

    assert {L, M} <= set(error["data"]["supported"])
    assert error["data"]["requested"] == version[:200]


@pytest.mark.parametrize("version", [None, L, "2025-06-18", "2025-03-26"])
def test_an_older_client_may_send_its_version_or_none(caller: Caller, version: str | None) -> None:
    result_of(caller.legacy("tools/list", mcp_protocol_version=version), "tools/list", L)


@pytest.mark.parametrize("version", [L, M])
def test_an_unknown_tool_is_an_error_of_the_parameters(caller: Caller, version: str) -> None:
    ask, status = (caller.legacy, 200) if version == L else (caller.modern, 400)

    error = error_of(ask("tools/call", {"name": "project_list"}), status, -32602, version=version)

    assert "projects_list" in error["message"]


def test_an_unknown_resource_is_told_as_each_revision_wants_it(caller: Caller) -> None:
    uri = "mcpbridge://docs/../settings.py"

    before = error_of(caller.legacy("resources/read", {"uri": uri}), 200, -32002, version=L)
    since = error_of(caller.modern("resources/read", {"uri": uri}), 400, -32602)

    assert before["data"] == since["data"] == {"uri": uri}


@pytest.mark.parametrize("version", [L, M])
def test_a_cursor_is_refused(caller: Caller, version: str) -> None:
    ask, status = (caller.legacy, 200) if version == L else (caller.modern, 400)

    for method in ("tools/list", "resources/list", "resources/templates/list"):
        error_of(ask(method, {"cursor": "x"}), status, -32602, version=version)


@pytest.mark.parametrize("version", [L, M])
def test_mistakes_in_arguments_are_a_result_that_an_agent_can_act_on(caller: Caller, version: str) -> None:
    result = caller.call(version, "projects_list", nope=1, state="Procesing")

    assert result["isError"] is True
    assert {error["field"] for error in result["structuredContent"]["errors"]} == {"nope", "state"}
    line, text = (block["text"] for block in result["content"])
    assert line == "Error 400: Nothing was sent: 2 problems to mend, then call again."
    assert json.loads(text) == result["structuredContent"]


@pytest.mark.parametrize("headers", [{}, {"MCP-Protocol-Version": M}, {"MCP-Protocol-Version": L}])
@pytest.mark.parametrize(
    ("body", "code", "id"),
    [
        (b"", -32700, None),
        (b"{bad", -32700, None),
        (b"\xff\xfe{}", -32700, None),
        (b"[]", -32600, None),
        (json.dumps([message("ping")]).encode(), -32600, None),
        (b"1", -32600, None),
        (b"null", -32600, None),
        (b'{"jsonrpc": "2.0", "method": "ping", "id": null}', -32600, None),
        (b'{"jsonrpc": "2.0", "method": "ping", "id": 1.5}', -32600, None),
        (b'{"jsonrpc": "1.0", "method": "ping", "id": 3}', -32600, 3),
        (b'{"jsonrpc": "2.0", "id": 3}', -32600, 3),
        (b'{"jsonrpc": "2.0", "id": 3, "method": 1}', -32600, 3),
    ],
)  # fmt: skip
def test_what_is_no_request_is_400_in_every_revision(
    caller: Caller, headers: dict[str, str], body: bytes, code: int, id: Any
) -> None:
    error_of(caller.send(body, headers), 400, code, id)


def test_params_of_the_wrong_kind_are_400_since_2026_and_200_before(caller: Caller) -> None:
    sent = message("tools/list", [1])

    error_of(caller.send(sent), 200, -32602, version=L)
    error_of(caller.send(sent, {"MCP-Protocol-Version": M, "Mcp-Method": "tools/list"}), 400, -32602)


@pytest.mark.parametrize("headers", [{}, {"MCP-Protocol-Version": L}, {"MCP-Protocol-Version": M}])
@pytest.mark.parametrize(
    "sent",
    [
        message("notifications/initialized", id=None),
        message("notifications/cancelled", {"requestId": 1}, id=None),
        message("notifications/nope", id=None),
        # They look like requests, but nobody waits for an answer, so nothing is done.
        message("tools/call", {"name": "tags_create", "arguments": {"name": "x"}}, id=None),
        modern("tools/call", {"name": "tags_create", "arguments": {"name": "x"}}, id=None),
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x"}},
    ],
)
def test_notifications_and_responses_get_202_and_no_body(
    caller: Caller, served: Callable[..., None], headers: dict[str, str], sent: dict[str, Any]
) -> None:
    served(HTTP_LEVELS=["read", "write"])

    response = caller.send(sent, headers)

    assert (response.status_code, response.content) == (202, b"")
    assert not Tag.objects.exists()


@pytest.mark.requirement("N-06")
@pytest.mark.parametrize("version", [L, M])
def test_the_endpoint_offers_tools_that_read_alone(caller: Caller, version: str) -> None:
    ask, status = (caller.legacy, 200) if version == L else (caller.modern, 400)

    listed = {tool["name"] for tool in asked(caller, version, "tools/list")["tools"]}
    hidden = error_of(
        ask("tools/call", {"name": "tags_create", "arguments": {"name": "x"}}), status, -32602, version=version
    )
    unknown = error_of(ask("tools/call", {"name": "tags_crate"}), status, -32602, version=version)

    assert "tags_list" in listed and not {"tags_create", "notes_purge"} & listed
    assert hidden["message"].startswith("Unknown tool 'tags_create'. Did you mean")
    assert unknown["message"].startswith("Unknown tool 'tags_crate'. Did you mean")
    assert "tags_create" not in unknown["message"]
    assert not Tag.objects.exists()


@pytest.mark.requirement("N-06")
@pytest.mark.parametrize("version", [L, M])
def test_a_setting_lets_it_offer_tools_that_write(
    caller: Caller, served: Callable[..., None], owner: User, version: str
) -> None:
    served(HTTP_LEVELS=["read", "write"])

    written = caller.call(version, "notes_create", title="Ata", category=None)
    purge = (caller.legacy if version == L else caller.modern)("tools/call", {"name": "notes_purge"})

    assert written["isError"] is False
    assert Note.objects.get().author == owner
    assert written["structuredContent"]["applied"]["title"] == {"given": "Ata", "stored": "Ata"}
    assert purge.json()["error"]["code"] == -32602
