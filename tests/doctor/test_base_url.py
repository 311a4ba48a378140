"""`manage.py mcp_doctor --base-url URL`: the way to an API over HTTP, with no database opened."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.base_url.processes import NOWHERE
from tests.base_url.raw_server import raw, reply
from tests.doctor.conftest import Diagnose
from tests.http.processes import SERVERS, token_of
from tests.installation import Installation
from tests.oracles.servers import serving

# One worker runs them, so that they share one installation.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("installation")]

ORDER = [
    "versions", "system checks", "catalog file", "catalog and code", "catalog rules", "health operation", "documents",
    "base URL", "API", "same catalog", "token", "encryption", "call end to end",
]  # fmt: skip
AWAY = {"DATABASE_URL": NOWHERE}
"""A database of this machine that nothing could open."""
CANARY = "mcpb_canarycana_the-secret-of-a-token"


@pytest.fixture(scope="module")
def api(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("api")
    with serving(SERVERS["gunicorn, threads"], installation.environment, folder) as served:
        yield served.url.removesuffix("/mcp")


@pytest.mark.requirement("N-14")
def test_with_an_api_and_a_token_all_is_well_and_no_database_is_opened(
    diagnose: Diagnose, installation: Installation, api: str
) -> None:
    token = token_of(installation, "editor")

    by_option = diagnose("--base-url", api, MCP_API_TOKEN=token, **AWAY)
    by_variable = diagnose(MCP_API_BASE_URL=api, MCP_API_TOKEN=token, **AWAY)

    for found in (by_option, by_variable):
        assert found.code == 0, found.told
        assert found.names("ok") == ORDER
        assert found["call end to end"]["found"].startswith("users_me, ")
        assert token not in json.dumps(found.told) + found.said


def test_a_token_that_the_api_refuses_is_told_and_another_one_mends_it(
    diagnose: Diagnose, installation: Installation, api: str
) -> None:
    token = token_of(installation, "editor")
    installation.run("mcp_token", "revoke", token)

    revoked = diagnose("--base-url", api, MCP_API_TOKEN=token, **AWAY)
    mended = diagnose("--base-url", api, MCP_API_TOKEN=token_of(installation, "editor"), **AWAY)

    fault, mend = revoked.only_fault
    assert f"The token {token[:15]} was revoked." in fault
    assert mend.startswith("Run, where the API runs: manage.py mcp_token create --user NAME")
    assert mended.code == 0


def test_nobody_at_the_address_is_told_as_the_server_tells_it(diagnose: Diagnose) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://localhost:{nobody.getsockname()[1]}"
        found = diagnose("--base-url", url, MCP_API_TOKEN=CANARY, **AWAY)

    fault, mend = found.only_fault
    assert fault == f"Nothing listens at {url}."
    assert mend.startswith("Start the API (manage.py runserver), or put the port")
    assert found.names("skipped") == ["same catalog", "call end to end"]
    assert "canary" not in json.dumps(found.told)


def test_an_api_with_another_catalog_is_told_and_is_called_by_nobody(diagnose: Diagnose) -> None:
    health = {"status": "ok", "migrations": "pending", "time_zone": "UTC", "catalog": "sha256:" + "0" * 64}
    with raw(reply("200 OK", json.dumps(health).encode())) as server:
        found = diagnose("--base-url", server.url, MCP_API_TOKEN=CANARY, **AWAY)
        paths = {request.split(b" ")[1] for request in server.requests}

    fault, mend = found.only_fault
    assert (found["API"]["state"], found["same catalog"]["state"]) == ("ok", "fail")
    assert fault == f"The catalog of this server is not the one that {server.url} has, so nothing was sent."
    assert mend.startswith("Bring both to the same version")
    assert paths == {b"/api/v1/system/health/"}


def test_an_api_that_is_not_quite_well_is_a_warning(diagnose: Diagnose) -> None:
    health = {"status": "ok", "migrations": "pending", "time_zone": "UTC", "catalog": None}
    with raw(reply("200 OK", json.dumps(health).encode())) as server:
        found = diagnose("--base-url", server.url, **AWAY)

    assert found["API"]["found"] == "The database of the API is not migrated."
    assert found["API"]["mend"] == "Run manage.py migrate where the API runs."
    assert found["same catalog"]["state"] == "warn"
    assert found["token"]["found"] == "MCP_API_TOKEN is not set, so calls are made as nobody."


@pytest.mark.parametrize(
    ("url", "name", "fault"),
    [
        ("https://canary-user:canary-password@notes.example.com", "base URL", "holds a user name or a password"),
        ("notes.example.com", "base URL", "must begin with http:// or https://"),
        ("http://canary-user:canary-password@[", "base URL", "is no address"),
    ],
)
def test_an_address_that_is_none_is_told_and_never_repeated(look: Diagnose, url: str, name: str, fault: str) -> None:
    found = look("--base-url", url)

    assert found[name]["state"] == "fail"
    assert fault in found[name]["found"]
    assert "canary" not in json.dumps(found.told)


def test_a_login_does_not_go_with_an_address(look: Diagnose) -> None:
    assert "--user names an account of this process" in look("--base-url", "ftp://x")["token"]["found"]


@pytest.mark.parametrize(
    ("token", "fault"),
    [("canary with blanks", "holds blanks"), ("canary-é", "what no token is"), ("${MCP_API_TOKEN}", "what no token")],
)
def test_what_is_no_token_is_told_and_not_shown(diagnose: Diagnose, token: str, fault: str, tmp_path: Path) -> None:
    found = diagnose("--base-url", "http://notes.invalid", MCP_API_TOKEN=token, **AWAY)

    assert fault in found["token"]["found"]
    assert token not in json.dumps(found.told, ensure_ascii=False)
    assert found["encryption"]["state"] == "warn"
