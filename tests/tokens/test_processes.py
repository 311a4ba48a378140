"""MCP_API_TOKEN -> whom `mcp_stdio` and `mcp_call` act as, in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.installation import ROOT, Installation

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

ME = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "users_me", "arguments": {}}}
PRODUCTION = {"DEBUG": "off", "ALLOWED_HOSTS": "example.org", "SECURE_SSL_REDIRECT": "on"}


@pytest.fixture
def text(installation: Installation) -> Iterator[str]:
    """A token of the editor, made by a process of its own."""
    made = installation.run("mcp_token", "create", "--user", "editor", "--name", "tests")
    assert made.returncode == 0, made.stderr.decode()
    yield made.stdout.decode().strip()
    installation.run("mcp_token", "revoke", made.stdout.decode().strip())


def start(installation: Installation, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "mcp_stdio"],
        cwd=ROOT,
        env=installation.environment | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def ask(server: subprocess.Popen[bytes]) -> Any:
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(json.dumps(ME).encode() + b"\n")
    server.stdin.flush()
    return json.loads(server.stdout.readline())["result"]


@pytest.mark.requirement("N-16")
def test_a_token_names_the_caller_where_debug_is_off(installation: Installation, text: str) -> None:
    called = installation.run("mcp_call", "users_me", MCP_API_TOKEN=text, **PRODUCTION)
    served = installation.run("mcp_stdio", stdin=json.dumps(ME).encode() + b"\n", MCP_API_TOKEN=text, **PRODUCTION)

    assert json.loads(called.stdout)["item"]["username"] == "editor", called.stderr.decode()
    assert json.loads(served.stdout)["result"]["structuredContent"]["item"]["username"] == "editor"
    assert served.returncode == 0


@pytest.mark.requirement("B-03")
def test_a_token_revoked_between_two_messages_stops_every_server_at_the_next_one(
    installation: Installation, text: str
) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(start(installation, MCP_API_TOKEN=text, **PRODUCTION)) for _number in range(2)]
        before = [ask(server) for server in servers]
        assert installation.run("mcp_token", "revoke", text[:15]).returncode == 0

        after = [ask(server) for server in servers]

        for server in servers:
            assert server.stdin is not None
            server.stdin.close()
            assert server.wait(timeout=30) == 0

    assert [result["isError"] for result in before] == [False, False]
    assert [result["isError"] for result in after] == [True, True]
    assert "was revoked" in json.dumps(after[0])
    assert "editor" not in json.dumps(after)


@pytest.mark.parametrize(
    ("environment", "options", "sentence"),
    [
        ({}, (), "Put a token into the environment variable MCP_API_TOKEN"),
        ({}, (), "give --user NAME"),
        ({"MCP_API_TOKEN": ""}, (), "Say whom the calls are made for"),
        ({"MCP_API_TOKEN": "mcpb_canary"}, (), "There is no such token"),
        ({"MCP_API_TOKEN": "mcpb_canary"} | PRODUCTION, (), "There is no such token"),
        ({"MCP_API_TOKEN": "mcpb_canary"}, ("--user", "admin"), "Drop --user to act as the token's owner"),
        (PRODUCTION, ("--user", "admin"), "a name alone proves nothing"),
    ],
)
@pytest.mark.requirement("N-16")
def test_no_server_starts_unless_one_good_credential_is_given(
    installation: Installation, environment: dict[str, str], options: tuple[str, ...], sentence: str
) -> None:
    for command, code in ((("mcp_stdio",), 1), (("mcp_call", "users_me"), 2)):
        done = installation.run(*command, *options, stdin=json.dumps(ME).encode() + b"\n", **environment)

        assert (done.returncode, done.stdout) == (code, b"")
        assert sentence in done.stderr.decode()
        assert b"Traceback" not in done.stderr
        assert b"canary" not in done.stderr


def test_a_revoked_token_stops_the_start_with_its_reason(installation: Installation, text: str) -> None:
    installation.run("mcp_token", "revoke", text)

    done = installation.run("mcp_stdio", MCP_API_TOKEN=text)

    assert done.returncode == 1
    assert f"The token {text[:15]} was revoked" in done.stderr.decode()
    assert text not in done.stderr.decode()


@pytest.mark.parametrize("command", [("mcp_stdio",), ("mcp_call", "users_me")])
def test_programs_that_the_project_starts_do_not_inherit_the_token_and_no_log_shows_it(
    installation: Installation, text: str, command: tuple[str, ...]
) -> None:
    done = installation.run(
        *command,
        stdin=json.dumps(ME).encode() + b"\n",
        MCP_API_TOKEN=text,
        DJANGO_SETTINGS_MODULE="tests.tokens.telling_settings",
    )

    everything = (done.stdout + done.stderr).decode()
    assert "INHERITED" in everything and "SECRET_KEY" in everything
    assert "mcpbridge_accesstoken" in everything
    assert text.split("_", 2)[2] not in everything


@pytest.mark.parametrize("arguments", [("create", "--user", "admin"), ("list",), ("revoke", "mcpb_x")])
def test_an_unmigrated_database_is_told_with_the_command_to_run(
    installation: Installation, arguments: tuple[str, ...]
) -> None:
    done = installation.run("mcp_token", *arguments, DATABASE_URL="sqlite://:memory:")

    assert done.returncode == 1
    assert "The database is not migrated. Run: manage.py migrate" in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""
