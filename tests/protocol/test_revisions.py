"""What each revision of the protocol demands, message by message, on one connection that belongs to none of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from mcpbridge import bridge as bridges
from mcpbridge.bridge import Bridge
from tests.notes.conftest import staff
from tests.protocol.said import error, result, said
from tests.protocol.server import MODERN_META, call, initialize, modern, request

__all__ = ["staff"]

pytestmark = pytest.mark.usefixtures("staff")

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SERVER = "io.modelcontextprotocol/serverInfo"
CATALOG = "mcpbridge://catalog"
BOTH: dict[str, dict[str, Any]] = {
    "tools/list": {},
    "tools/call": {"name": "tags_list", "arguments": {}},
    "resources/list": {},
    "resources/templates/list": {},
    "resources/read": {"uri": CATALOG},
}
"""The methods that both eras have, with good parameters."""
KNOWN_TO_NEITHER = ["prompts/list", "completion/complete", "logging/setLevel", "resources/subscribe", "tasks/list", "x"]


@pytest.fixture(scope="module")
def bridge() -> Bridge:
    return bridges.local()


@pytest.mark.requirement("B-01")
@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("2025-11-25", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-03-26"),
        ("2024-11-05", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("garbage", "2025-11-25"),
        ("", "2025-11-25"),
        (5, "2025-11-25"),
        (None, "2025-11-25"),
        (["2025-06-18"], "2025-11-25"),
    ],
)
def test_initialize_never_fails_on_the_version(bridge: Bridge, asked: Any, answered: str) -> None:
    assert result(bridge, initialize(1, asked))["protocolVersion"] == answered


@pytest.mark.parametrize("params", [{}, {"capabilities": None}, {"protocolVersion": "2025-06-18"}])
def test_initialize_is_answered_whatever_it_lacks(bridge: Bridge, params: dict[str, Any]) -> None:
    found = result(bridge, request(1, "initialize", **params))

    assert set(found) == {"protocolVersion", "capabilities", "serverInfo", "instructions"}
    assert found["serverInfo"]["name"] == "mcpbridge"
    assert found["capabilities"] == {
        "tools": {"listChanged": False},
        "resources": {"listChanged": False, "subscribe": False},
    }


@pytest.mark.requirement("N-02")
def test_ping_is_answered_with_an_empty_result(bridge: Bridge) -> None:
    assert result(bridge, request(1, "ping")) == {}


@pytest.mark.requirement("B-01")
@pytest.mark.parametrize("method", BOTH)
def test_an_older_client_is_told_nothing_that_its_revision_does_not_know(bridge: Bridge, method: str) -> None:
    found = result(bridge, request(1, method, **BOTH[method]))

    assert not {"resultType", "ttlMs", "cacheScope"} & set(found)
    assert set(found.get("_meta", {})) <= {"mcpbridge/request_id"}


@pytest.mark.requirement("B-01")
@pytest.mark.parametrize("method", ["server/discover", *BOTH])
def test_every_result_of_the_newer_revision_says_its_kind_and_who_gave_it(bridge: Bridge, method: str) -> None:
    found = result(bridge, modern(1, method, **BOTH.get(method, {})))

    assert found["resultType"] == "complete"
    assert found["_meta"][SERVER]["name"] == "mcpbridge"


@pytest.mark.parametrize(
    ("method", "scope"), [("server/discover", "public"), *((name, "private") for name in BOTH if name != "tools/call")]
)
def test_what_may_be_kept_says_how_long_and_by_whom(bridge: Bridge, method: str, scope: str) -> None:
    found = result(bridge, modern(1, method, **BOTH.get(method, {})))

    assert found["cacheScope"] == scope
    assert isinstance(found["ttlMs"], int) and found["ttlMs"] > 0


def test_the_result_of_a_call_may_not_be_kept(bridge: Bridge) -> None:
    assert not {"ttlMs", "cacheScope"} & set(result(bridge, modern(1, "tools/call", **BOTH["tools/call"])))


@pytest.mark.requirement("N-02")
def test_discover_tells_what_this_server_speaks_and_can_do(bridge: Bridge) -> None:
    found = result(bridge, modern(1, "server/discover"))

    assert found["supportedVersions"] == ["2026-07-28"]
    assert set(found["capabilities"]) == {"tools", "resources"}
    assert 0 < len(found["instructions"]) <= 600


@pytest.mark.parametrize("method", ["server/discover", *BOTH, "x"])
@pytest.mark.parametrize(
    ("meta", "named"),
    [
        ({VERSION: "2026-07-28"}, CAPABILITIES),
        ({CAPABILITIES: {}}, VERSION),
        ({VERSION: 20260728, CAPABILITIES: {}}, VERSION),
        ({VERSION: None, CAPABILITIES: {}}, VERSION),
        ({VERSION: "2026-07-28", CAPABILITIES: []}, CAPABILITIES),
        ({VERSION: "2026-07-28", CAPABILITIES: None}, CAPABILITIES),
    ],
)
def test_a_request_of_the_newer_revision_that_lacks_a_part_is_told_which(
    bridge: Bridge, method: str, meta: dict[str, Any], named: str
) -> None:
    found = error(bridge, request(1, method, _meta=meta, **BOTH.get(method, {})))

    assert found["code"] == -32602
    assert named in found["message"]


@pytest.mark.parametrize("meta", [None, {}, [], "2026-07-28", {CAPABILITIES: {}}])
def test_discover_exists_in_the_newer_revision_alone_and_so_needs_its_envelope(bridge: Bridge, meta: Any) -> None:
    found = error(bridge, request(1, "server/discover", _meta=meta))

    assert found["code"] == -32602
    assert VERSION in found["message"]


@pytest.mark.parametrize("version", ["2025-11-25", "2099-01-01", "garbage", ""])
@pytest.mark.parametrize("method", ["server/discover", "tools/list", "x"])
def test_a_version_that_is_not_served_is_answered_with_those_that_are(
    bridge: Bridge, version: str, method: str
) -> None:
    found = error(bridge, request(1, method, _meta={VERSION: version, CAPABILITIES: {}}))

    assert found["code"] == -32022
    assert found["data"] == {"supported": ["2026-07-28"], "requested": version}


@pytest.mark.parametrize("method", ["initialize", "ping", *KNOWN_TO_NEITHER])
def test_methods_that_the_newer_revision_has_dropped_are_unknown_in_it(bridge: Bridge, method: str) -> None:
    assert error(bridge, modern(1, method))["code"] == -32601


@pytest.mark.parametrize("method", KNOWN_TO_NEITHER)
def test_methods_that_this_server_has_not_are_unknown_to_older_clients_too(bridge: Bridge, method: str) -> None:
    assert error(bridge, request(1, method))["code"] == -32601


@pytest.mark.parametrize("uri", ["mcpbridge://catalog/no_such_tool", "mcpbridge://nowhere", "file:///etc/passwd", ""])
def test_a_resource_that_is_not_there_has_the_number_of_each_revision(bridge: Bridge, uri: str) -> None:
    older = error(bridge, request(1, "resources/read", uri=uri))
    newer = error(bridge, modern(1, "resources/read", uri=uri))

    assert (older["code"], newer["code"]) == (-32002, -32602)
    assert older["data"] == newer["data"] == {"uri": uri}


@pytest.mark.parametrize("make", [request, modern])
@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/call", {}),
        ("tools/call", {"name": 5}),
        ("tools/call", {"name": "no_such_tool"}),
        ("resources/read", {}),
        ("resources/read", {"uri": ["mcpbridge://catalog"]}),
        ("tools/list", {"cursor": "abc"}),
        ("resources/list", {"cursor": "abc"}),
        ("resources/templates/list", {"cursor": ""}),
    ],
)
def test_wrong_parameters_are_wrong_in_every_revision(
    bridge: Bridge, make: Any, method: str, params: dict[str, Any]
) -> None:
    assert error(bridge, make(1, method, **params))["code"] == -32602


@pytest.mark.parametrize("meta", [{}, {"_meta": MODERN_META}])
@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/no_such", *BOTH, "ping", "x"])
def test_what_comes_without_an_id_is_never_answered(bridge: Bridge, method: str, meta: dict[str, Any]) -> None:
    message = {"jsonrpc": "2.0", "method": method, "params": BOTH.get(method, {}) | meta}

    assert said(bridge, message) is None


def test_the_same_call_has_the_same_content_in_both_revisions(bridge: Bridge, staff: User) -> None:
    older = result(bridge, call(1, "users_me"))
    newer = result(bridge, modern(1, "tools/call", name="users_me", arguments={}))

    assert older["structuredContent"]["item"]["username"] == staff.username
    assert newer["structuredContent"]["item"] == older["structuredContent"]["item"]
    assert newer["isError"] is older["isError"] is False
