"""Settings of a developer's machine where others come in -> an endpoint that answers nobody, and what checks say."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from mcpbridge.checks import check_boundary
from tests.http.posting import Caller, message

pytestmark = [pytest.mark.django_db, pytest.mark.requirement("N-16")]


def told() -> dict[str, str]:
    return {str(found.id): f"{found.msg} {found.hint}" for found in check_boundary()}


@pytest.mark.parametrize("host", ["*", "notes.example.com", ".example.com", "192.168.0.7", "localhost.example.com"])
def test_with_debug_on_and_others_let_in_nothing_is_answered_and_the_log_names_the_fault(
    caller: Caller, settings: Any, caplog: pytest.LogCaptureFixture, host: str
):
    settings.DEBUG, settings.ALLOWED_HOSTS = True, ["localhost", host]

    with caplog.at_level(logging.ERROR, logger="mcpbridge.http"):
        response = caller.send(message("ping"), HTTP_HOST="localhost")

    assert response.status_code == 503
    assert response.json()["error"]["message"] == "This server is not set up; its log names the fault."
    assert f"DEBUG is on, though ALLOWED_HOSTS lets others in by '{host}'." in caplog.text
    assert set(told()) == {"mcpbridge.W301"}


@pytest.mark.parametrize("hosts", [[], ["localhost", "127.0.0.1", "[::1]", "notes.localhost", "testserver"]])
def test_with_debug_on_this_machine_is_answered(caller: Caller, settings: Any, hosts: list[str]):
    settings.DEBUG, settings.ALLOWED_HOSTS = True, hosts

    response = caller.send(message("ping"), HTTP_HOST="localhost")

    assert response.status_code == 200
    assert told() == {}


def test_commands_that_would_run_in_production_close_the_endpoint(
    caller: Caller, settings: Any, caplog: pytest.LogCaptureFixture
):
    settings.DEBUG, settings.MCPBRIDGE = False, {**settings.MCPBRIDGE, "RUN_COMMANDS": True}

    with caplog.at_level(logging.ERROR, logger="mcpbridge.http"):
        response = caller.send(message("ping"))

    assert response.status_code == 503
    assert "MCPBRIDGE['RUN_COMMANDS'] is on, though DEBUG is off" in caplog.text
    assert "mcpbridge.W302" in told()


def test_whoever_has_no_token_learns_nothing_of_the_fault(settings: Any, client: Any):
    settings.DEBUG, settings.ALLOWED_HOSTS = True, ["*"]

    response = client.post("/mcp", message("ping"), content_type="application/json")

    assert response.status_code == 401


@pytest.mark.parametrize("name", ["MCP_API_TOKEN", "MCP_API_BASE_URL"])
def test_what_belongs_to_an_agents_server_is_told_where_the_api_runs(
    settings: Any, monkeypatch: pytest.MonkeyPatch, name: str
):
    settings.DEBUG, settings.SECURE_SSL_REDIRECT = False, True
    monkeypatch.setenv(name, "canary-value")

    found = told()

    assert set(found) == {"mcpbridge.W303"}
    assert f"The variable {name} is set where the API itself runs." in found["mcpbridge.W303"]
    assert "canary-value" not in found["mcpbridge.W303"]


def test_a_server_that_takes_tokens_unencrypted_is_told(settings: Any):
    settings.DEBUG, settings.SECURE_SSL_REDIRECT = False, False

    assert set(told()) == {"mcpbridge.W304"}

    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert told() == {}
