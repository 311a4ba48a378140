"""What an API tells of its health -> whether it is called at all, in which zone, and what the person is told."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from mcpbridge import catalog as catalogs
from mcpbridge.exceptions import CallFailed
from mcpbridge.serve.base_url import base_url
from mcpbridge.serve.calls import Call, Reply
from mcpbridge.serve.health import AGAIN_AFTER, Health
from mcpbridge.tools import Catalog
from tests.base_url.little import TOOLS, bridge
from tests.base_url.raw_server import Script, raw, reply

HEALTH = "/api/health/"
CATALOG = Catalog({tool.name: tool for tool in TOOLS}, health=HEALTH)
WELL = {"status": "ok", "migrations": "applied", "time_zone": "America/New_York", "catalog": catalogs.digest(CATALOG)}

pytestmark = pytest.mark.requirement("N-09")


def telling(status: str = "200 OK", **told: Any) -> Script:
    return reply(status, json.dumps(WELL | told).encode())


def test_a_call_is_made_where_the_catalogs_agree(tmp_path: Path):
    with raw(telling()) as server:
        result = bridge(server.url, tmp_path, health=HEALTH).call("items_get", {"id": 1}).content

        paths = [request.split(b" ")[1] for request in server.requests]
    assert paths == [b"/api/health/", b"/api/items/1/"]
    assert result["item"]["time_zone"] == "America/New_York"


def test_no_call_is_made_where_the_api_has_another_catalog(tmp_path: Path):
    with raw(telling(catalog="sha256:" + "0" * 64)) as server:
        result = bridge(server.url, tmp_path, health=HEALTH).call("items_create", {"name": "x"}).content

        assert len(server.requests) == 1
    assert result["errors"][0]["code"] == "catalog_differs"
    assert "so nothing was sent. Bring both to the same version (manage.py mcp_catalog" in result["message"]


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        (reply("404 Not Found", b"{}"), "answers 404. The base URL ends where the paths of the catalog begin"),
        (reply("400 Bad Request", b"<h1>", "text/html"), "answers 400. Its ALLOWED_HOSTS may lack the host"),
        (
            reply("301 Moved", Location="https://notes.example.com/"),
            "redirects to https://notes.example.com/. Put that",
        ),
        (reply("200 OK", b"<html>", "text/html"), "answers 200 with text/html. Check host and port"),
        (reply("200 OK", b"[1]"), "answers 200 with application/json. Check host and port"),
        (reply("200 OK", b"[" * 100_000), "answers 200 with application/json. Check host and port"),
        (reply("500 Oops", b"<html>", "text/html"), "answers 500. Its log has the cause; run manage.py check"),
        (reply("503 Down", b'{"detail": "A gateway says so."}'), "answers 503. Its log has the cause"),
        (reply("401 No", b"{}"), "answers 401 with application/json. Check host and port"),
    ],
)
def test_what_is_not_the_api_is_told_with_its_mend(tmp_path: Path, script: Script, fault: str):
    with raw(script) as server:
        result = bridge(server.url, tmp_path, health=HEALTH).call("items_get", {"id": 1}).content

    assert result["errors"][0]["code"] == "not_the_api"
    assert fault in result["message"]


def test_nobody_at_the_port_is_told_and_the_next_call_asks_again(tmp_path: Path):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://localhost:{nobody.getsockname()[1]}"
        served = bridge(url, tmp_path, health=HEALTH)

        first, second = (served.call("items_get", {"id": 1}).content for _turn in range(2))

    for result in (first, second):
        assert (result["errors"][0]["code"], result["retryable"]) == ("api_unreachable", True)
        assert result["message"].startswith(
            f"Nothing listens at {url}. Start the API (manage.py runserver), or put the"
        )


def test_a_name_that_is_known_in_a_containers_network_only_is_told(tmp_path: Path):
    result = bridge("http://app.invalid:8000", tmp_path, health=HEALTH).call("items_get", {"id": 1}).content

    assert result["errors"][0]["code"] == "api_unreachable"
    assert "No address is known for the host of http://app.invalid:8000." in result["message"]
    assert "container" in result["message"]


class Counting:
    """An API whose health is what the test says, and the calls that came."""

    def __init__(self, **told: Any) -> None:
        self.told = WELL | told
        self.calls: list[Call] = []

    def send(self, call: Call, caller: Any) -> Reply:
        self.calls.append(call)
        return Reply(200, {"content-type": "application/json"}, json.dumps(self.told).encode())


def health(api: Counting, catalog: Catalog = CATALOG) -> Health:
    return Health(api, catalog, base_url("http://localhost:8000"), "request-1")


@pytest.mark.parametrize(
    ("told", "warnings"),
    [
        ({}, []),
        ({"catalog": None}, ["http://localhost:8000 publishes no catalog, so whether this catalog fits the API is"]),
        ({"migrations": "pending"}, ["The database of the API is not migrated: run manage.py migrate where"]),
        ({"database": "unreachable"}, ["The database of the API cannot be reached: start it and check the API's"]),
    ],
)  # fmt: skip
def test_what_is_not_well_is_told_to_the_person_and_stops_no_call(told: dict[str, Any], warnings: list[str]):
    found = health(Counting(**told)).told()

    assert len(found.warnings) == len(warnings)
    assert all(said.startswith(start) for said, start in zip(found.warnings, warnings, strict=True))
    assert found.rules.time_zone == "America/New_York"


@pytest.mark.parametrize("zone", [None, 7, "Mars/Phobos", "../etc/passwd", ""])
def test_where_no_zone_is_told_that_is_known_here_dates_are_sent_as_they_are(zone: Any):
    assert health(Counting(time_zone=zone)).rules().aware is False


def test_an_api_without_a_health_operation_is_called_with_a_warning():
    api = Counting()

    found = health(api, Catalog(CATALOG.tools)).told()

    assert "names no operation that tells of health" in found.warnings[0]
    assert api.calls == []


def test_the_api_is_asked_again_after_a_minute_and_a_new_catalog_stops_the_calls(monkeypatch: pytest.MonkeyPatch):
    now = 1_000.0
    monkeypatch.setattr("mcpbridge.serve.health.time.monotonic", lambda: now)
    api = Counting()
    asked = health(api)
    asked.rules()
    asked.rules()
    assert len(api.calls) == 1

    now += AGAIN_AFTER + 1
    api.told["catalog"] = "sha256:other"

    for _turn in range(2):
        with pytest.raises(CallFailed, match="is not the one that http://localhost:8000 has"):
            asked.rules()
    assert len(api.calls) == 3
