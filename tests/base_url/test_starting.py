"""The server at a base URL as people start it, by either command -> what it says, and what it never says."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.base_url.little import catalog_file
from tests.base_url.processes import MODULE, NOWHERE, environment, run
from tests.base_url.raw_server import raw, reply
from tests.base_url.test_health import WELL
from tests.protocol.server import Server, initialize, request

Serve = Callable[..., Server]

CANARY = "mcpb_canary-token-9876543210"
LIST = [initialize(1), request(2, "tools/list")]
COMMANDS = {
    "module": MODULE,
    "command": [sys.executable, "manage.py", "mcp_stdio"],
}


def surroundings(command: str, token: str = CANARY, **more: str) -> dict[str, str]:
    if command == "module":
        return environment(token, **more)
    return {**os.environ, "MCP_API_TOKEN": token, "DATABASE_URL": NOWHERE, "DEBUG": "on", **more}


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """serve(*options) -> the module's server with the canary for its token, ended with the test."""
    started: list[Server] = []

    def start(*options: str) -> Server:
        started.append(Server([*MODULE, *options], environment(CANARY, PYTHONDEVMODE="1"), tmp_path / "errors"))
        return started[-1]

    yield start
    for server in started:
        server.end()


@pytest.fixture
def little(tmp_path: Path) -> Path:
    return catalog_file(tmp_path, "/api/health/")


def as_it_ends(code: str) -> list[str]:
    """The command of a server that prints the value of an expression on standard error as it ends."""
    return [
        sys.executable,
        "-c",
        f"import os, runpy, sys; os._exit = lambda status: print({code}, file=sys.stderr); "
        "runpy.run_module('mcpbridge', run_name='__main__', alter_sys=True)",
    ]


def test_the_module_lists_its_tools_without_django_and_without_anybody_listening():
    command = as_it_ends("sorted({'django', 'rest_framework', 'urllib3'} & set(sys.modules))")

    done = run("--base-url", "http://localhost:9", given=environment(), messages=LIST, command=command)

    assert len(json.loads(done.stdout.splitlines()[1])["result"]["tools"]) > 30
    assert done.stderr.decode().splitlines()[-1] == "[]"


@pytest.mark.requirement("N-14")
@pytest.mark.parametrize("command", COMMANDS)
def test_at_a_base_url_no_database_is_opened_and_the_person_is_told_what_is_served(command: str):
    with raw(reply("200 OK", json.dumps(WELL | {"catalog": None}).encode())) as server:
        done = run("--base-url", server.url, given=surroundings(command), messages=LIST, command=COMMANDS[command])

    assert done.returncode == 0, done.stderr.decode()
    assert len(json.loads(done.stdout.splitlines()[1])["result"]["tools"]) > 30
    assert f"tools of tools.json, called at {server.url}; read, write." in done.stderr.decode()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_environment_may_name_the_address(command: str):
    given = surroundings(command, MCP_API_BASE_URL="http://localhost:9")

    done = run(given=given, messages=LIST, command=COMMANDS[command])

    assert "called at http://localhost:9; read, write." in done.stderr.decode()


def test_a_call_to_nobody_is_answered_and_the_log_ties_its_numbers_together(serve: Serve):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        server = serve("--base-url", f"http://localhost:{nobody.getsockname()[1]}")
        server.ask(initialize(1))

        result = server.ask(request(2, "tools/call", name="projects_list", arguments={}))["result"]
        server.rest()

    assert result["structuredContent"]["errors"][0]["code"] == "api_unreachable"
    request_id = result["_meta"]["mcpbridge/request_id"]
    assert f"mcpbridge.protocol projects_list: 503, request {request_id}, JSON-RPC id 2" in server.errors


@pytest.mark.parametrize("level", [[], ["--allow", "destructive"], ["--read-only", "--allow", "destructive"]])
def test_levels_are_enforced_by_the_server_itself(level: list[str]):
    done = run("--base-url", "http://localhost:9", *level, given=environment(CANARY), messages=LIST)

    levels = {tool["_meta"]["mcpbridge/level"] for tool in json.loads(done.stdout.splitlines()[1])["result"]["tools"]}
    assert levels == {"read"} | (set() if "--read-only" in level else {"write", *level[1:]})


@pytest.mark.requirement("N-16")
@pytest.mark.parametrize(
    ("options", "more", "said"),
    [
        ([], {}, "Say where the API is: --base-url http://localhost:8000, or the variable MCP_API_BASE_URL."),
        (["--base-url", "https://user:canary-pass@notes.example.com"], {}, "holds a user name or a password"),
        ([], {"MCP_API_BASE_URL": "https://user:canary-pass@notes.example.com"}, "holds a user name or a password"),
        (["--base-url", "http://localhost:9"], {"MCP_API_TOKEN": "canary-pass\nX: y"}, "MCP_API_TOKEN holds what no"),
        (["--base-url", "http://localhost:9"], {"MCP_API_TOKEN": "canary-pass é"}, "MCP_API_TOKEN holds what no token"),
        (["--base-url", "http://localhost:9", "--catalog", "none.json"], {}, "The catalog none.json cannot be read"),
    ],
)  # fmt: skip
def test_what_cannot_be_served_is_told_in_one_sentence_and_exit_code_1(
    options: list[str], more: dict[str, str], said: str
):
    done = run(*options, given=environment(**more), messages=LIST)

    assert (done.returncode, done.stdout) == (1, b"")
    assert said in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1
    assert b"canary-pass" not in done.stderr


def test_a_login_and_a_base_url_do_not_go_together():
    done = run(
        "--user",
        "admin",
        "--base-url",
        "http://localhost:9",
        given=surroundings("command"),
        command=COMMANDS["command"],
    )

    assert done.returncode == 1
    assert "--user names an account of this process" in done.stderr.decode()


@pytest.mark.requirement("N-09")
def test_the_token_is_in_no_answer_and_in_no_line_of_the_log(little: Path, serve: Serve):
    quoting = json.dumps({"detail": "No.", "token": "other"}).encode()
    scripts = [
        reply("200 OK", json.dumps(WELL).encode()),
        reply("401 Unauthorized", quoting, WWW_Authenticate="Bearer"),
        reply("500 Oops", b"<html>traceback</html>", "text/html"),
        reply("302 Found", Location="http://elsewhere.example/"),
        reply("200 OK", b'{"broken"'),
    ]
    with raw(scripts[0]) as api:
        server = serve("--catalog", str(little), "--base-url", api.url, "--read-only")
        answers = [server.ask(initialize(0))]
        for number, script in enumerate(scripts, 1):
            answers.append(server.ask(request(number, "tools/call", name="items_get", arguments={"id": 1})))
            api.script = script
        answers += server.rest()

        assert any(CANARY.encode() in came for came in api.requests)
    assert CANARY not in json.dumps(answers)
    assert CANARY not in server.errors


def test_what_the_server_starts_does_not_inherit_the_token():
    command = as_it_ends("os.environ.get('MCP_API_TOKEN')")

    done = run("--base-url", "http://localhost:9", given=environment(CANARY), messages=LIST, command=command)

    assert done.stderr.decode().splitlines()[-1] == "None"
