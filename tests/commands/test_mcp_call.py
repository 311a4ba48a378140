"""`manage.py mcp_call`, `mcp_config` and the refusals of the commands, as a person at a shell sees them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.installation import Installation

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")


def group_name(installation: Installation) -> str:
    return str(installation.query("Project.objects.filter(group__isnull=False).first().group.name"))


@pytest.mark.requirement("E-06")
@pytest.mark.requirement("N-18")
def test_names_human_dates_and_labels_create_a_project_and_applied_shows_ids_and_labels(
    installation: Installation,
) -> None:
    group = group_name(installation)

    done = installation.run(
        "mcp_call", "projects_create", "name=Atlas", "state=processing", "manager=me", "priority=alta",
        "plan_start_date=2026-06-01", f"group={group}", "--user", "admin",
    )  # fmt: skip

    assert done.returncode == 0, done.stderr.decode()
    answer = json.loads(done.stdout)
    assert answer["status"] == "success"
    applied = answer["applied"]
    assert applied["name"] == {"given": "Atlas", "stored": "Atlas"}
    assert applied["state"]["label"] == "Processing" and isinstance(applied["state"]["stored"], int)
    assert applied["manager"]["given"] == "me" and isinstance(applied["manager"]["stored"], int)
    assert applied["priority"] == {"given": "alta", "stored": 4, "label": "High"}
    assert applied["plan_start_date"]["stored"] in ("2026-06-01T00:00:00Z", "2026-06-01T00:00:00+00:00")
    assert applied["group"]["label"] == group
    assert answer["request_id"]


def test_a_tool_error_is_printed_as_json_and_exits_with_1(installation: Installation) -> None:
    done = installation.run("mcp_call", "projects_get", "id=999999", "--user", "admin")

    assert done.returncode == 1
    assert json.loads(done.stdout)["http_status"] == 404


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("projects_lst", "--user", "admin"), "Did you mean projects_list"),
        (("projects_list", "--user", "nobody"), "There is no user 'nobody'"),
        (("projects_list", "open", "--user", "admin"), "'open' is not of the form key=value"),
        (("projects_list", "--json", "[]", "--user", "admin"), "--json must be an object"),
        (("projects_list", "--json", "{", "--user", "admin"), "--json is no JSON"),
        (("projects_list", "--json", "[" * 5000, "--user", "admin"), "--json is nested too deeply"),
        (("projects_list", "--user", "\udcff"), "There is no user '?'"),
        (("projects_purge", "id=1", "--user", "admin"), "projects_purge is of level destructive"),
        (("projects_list",), "--user NAME"),
    ],
)
def test_wrong_usage_is_a_sentence_and_exits_with_2(
    installation: Installation, arguments: tuple[str, ...], sentence: str
) -> None:
    done = installation.run("mcp_call", *arguments)

    assert done.returncode == 2
    assert sentence in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""


def test_without_debug_a_name_alone_opens_nothing(installation: Installation) -> None:
    outside_debug = {"DEBUG": "off", "ALLOWED_HOSTS": "example.org", "SECURE_SSL_REDIRECT": "on"}

    for command in (("mcp_stdio",), ("mcp_call", "projects_list")):
        done = installation.run(*command, "--user", "admin", **outside_debug)

        assert done.returncode != 0
        assert "a name alone proves nothing" in done.stderr.decode()
        assert done.stdout == b""


def test_an_unmigrated_database_is_told_with_the_command_to_run(installation: Installation) -> None:
    for command in (("mcp_stdio",), ("mcp_call", "projects_list")):
        done = installation.run(*command, "--user", "admin", DATABASE_URL="sqlite://:memory:")

        assert done.returncode != 0
        assert "manage.py migrate" in done.stderr.decode()
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("client", ["claude-code", "claude-desktop", "cursor", "vscode"])
def test_the_printed_client_configuration_starts_a_server_that_answers(installation: Installation, client: str) -> None:
    printed = installation.run("mcp_config", client)

    (servers,) = json.loads(printed.stdout).values()
    (server,) = servers.values()
    ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    done = subprocess.run(
        [server["command"], *server["args"]], input=ping, capture_output=True, env=installation.environment, check=False
    )
    assert json.loads(done.stdout) == {"jsonrpc": "2.0", "id": 1, "result": {}}


PLACEHOLDERS = {
    "claude-code": "${MCP_API_TOKEN}",
    "claude-desktop": "PUT A TOKEN HERE, made by: manage.py mcp_token create --user NAME",
    "cursor": "${env:MCP_API_TOKEN}",
    "vscode": "${input:notes-token}",
}


@pytest.mark.parametrize("client", PLACEHOLDERS)
def test_the_configuration_for_a_base_url_starts_a_server_anywhere_once_the_client_has_put_the_token_in(
    installation: Installation, client: str, tmp_path: Path
) -> None:
    printed = installation.run("mcp_config", client, "--base-url", "http://localhost:9/", "--name", "notes")

    members = json.loads(printed.stdout)
    asked = members.pop("inputs", [])
    ((_key, servers),) = members.items()
    server = servers["notes"]
    assert server["env"]["MCP_API_TOKEN"] == PLACEHOLDERS[client]
    assert [(one["type"], one["id"], one["password"]) for one in asked] == (
        [("promptString", "notes-token", True)] if client == "vscode" else []
    )
    assert "manage.py mcp_token create --user NAME" in printed.stderr.decode()
    done = subprocess.run(
        [server["command"], *server["args"]],
        cwd=tmp_path,
        env=server["env"] | {"MCP_API_TOKEN": "mcpb_a-token"},
        input=b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
        capture_output=True,
        check=False,
    )
    assert json.loads(done.stdout) == {"jsonrpc": "2.0", "id": 1, "result": {}}, done.stderr.decode()
    assert "tools of tools.json, called at http://localhost:9; read, write." in done.stderr.decode()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--base-url", "https://user:canary-pass@notes.example.com"), "holds a user name or a password"),
        (("--base-url", ""), "must begin with http:// or https://"),
        (("--base-url", "http://localhost", "--user", "admin"), "Drop --user or --base-url."),
    ],
)
def test_an_address_that_cannot_be_configured_is_told_and_nothing_is_printed(
    installation: Installation, options: tuple[str, ...], sentence: str
) -> None:
    done = installation.run("mcp_config", "cursor", *options)

    assert (done.returncode, done.stdout) == (1, b"")
    assert sentence in done.stderr.decode()
    assert b"canary" not in done.stderr


def test_a_catalog_that_the_configured_server_will_lack_is_told(installation: Installation, tmp_path: Path) -> None:
    own = {"DJANGO_SETTINGS_MODULE": "tests.doctor.catalog_settings", "CATALOG_OF_THE_TEST": str(tmp_path / "no.json")}

    done = installation.run("mcp_config", "cursor", "--base-url", "http://localhost:9", **own)

    assert done.returncode == 0
    assert "Run: manage.py mcp_catalog" in done.stderr.decode()
