"""`manage.py mcp_stdio` as a client sees it: a process with three pipes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.installation import ROOT, Installation

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}


def call(id: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}


def lines(*messages: dict[str, Any] | bytes) -> bytes:
    return b"".join((item if isinstance(item, bytes) else json.dumps(item).encode()) + b"\n" for item in messages)


def talk(installation: Installation, stdin: bytes, *options: str, user: str = "admin", **environment: str) -> Any:
    """Answers by id, after a clean exit."""
    done = installation.run("mcp_stdio", "--user", user, *options, stdin=stdin, **environment)
    assert done.returncode == 0, done.stderr.decode()
    return {answer.get("id"): answer for answer in map(json.loads, done.stdout.splitlines())}


@pytest.mark.requirement("C-06")
@pytest.mark.requirement("N-01")
@pytest.mark.requirement("N-02")
def test_two_requests_and_the_end_of_input_give_two_answers_and_exit_code_0(installation: Installation) -> None:
    answers = talk(installation, lines(INITIALIZE, LIST))

    assert set(answers) == {1, 2}
    assert answers[1]["result"]["protocolVersion"] == "2025-11-25"
    assert 0 < len(answers[1]["result"]["instructions"]) <= 600
    assert {"notes_list", "projects_create"} <= {tool["name"] for tool in answers[2]["result"]["tools"]}


def test_a_call_that_still_runs_at_the_end_of_input_is_answered(installation: Installation) -> None:
    answers = talk(installation, lines(INITIALIZE, *(call(number, "projects_list") for number in range(10, 30))))

    assert set(answers) == {1, *range(10, 30)}
    assert all(not answers[number]["result"]["isError"] for number in range(10, 30))


@pytest.mark.requirement("N-01")
def test_case_17_prints_logs_warnings_and_children_of_the_application_stay_out_of_the_protocol(
    installation: Installation,
) -> None:
    answers = talk(
        installation,
        lines(INITIALIZE, call(3, "system_health")),
        DJANGO_SETTINGS_MODULE="tests.protocol.noisy_settings",
    )

    assert set(answers) == {1, 3}


def test_what_the_application_prints_goes_to_standard_error(installation: Installation) -> None:
    done = installation.run(
        "mcp_stdio",
        "--user",
        "admin",
        stdin=lines(INITIALIZE, call(3, "system_health")),
        DJANGO_SETTINGS_MODULE="tests.protocol.noisy_settings",
    )

    errors = done.stderr.decode()
    for noise in (
        "print at import",
        "child at import",
        "print in middleware",
        "log in middleware",
        "fd 1 in middleware",
    ):
        assert noise in errors


def test_case_63_bytes_are_utf_8_whatever_the_locale_with_carriage_returns_blank_lines_and_a_mark_at_the_start(
    installation: Installation,
) -> None:
    text = json.dumps(call(4, "projects_list", search="São 日本 😀"), ensure_ascii=False).encode()
    stdin = b"\xef\xbb\xbf" + json.dumps(INITIALIZE).encode() + b"\r\n\r\n\n" + text + b"\r\n"

    answers = talk(installation, stdin, PYTHONIOENCODING="ascii", LC_ALL="C")

    assert answers[4]["result"]["isError"] is False
    assert answers[4]["result"]["structuredContent"]["items"] == []


@pytest.mark.parametrize(
    ("line", "id", "code"),
    [
        (b"{bad", None, -32700),
        (b"[]", None, -32600),
        (b'{"method":"x"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":5,"method":"nope"}', 5, -32601),
        (b'{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{}}', 6, -32602),
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"nope"}}', 7, -32602),
        (b'{"jsonrpc":"2.0","id":8,"method":"ping","params":null}', 8, -32602),
        (b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"ping"}', None, -32700),
        (b"[" * 200_000, None, -32700),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', None, -32700),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600),
        (b"\xff\xfe{}", None, -32700),
    ],
)  # fmt: skip
def test_case_65_a_bad_line_is_answered_and_the_next_one_too(
    installation: Installation, line: bytes, id: Any, code: int
) -> None:
    answers = talk(installation, lines(line, {"jsonrpc": "2.0", "id": "after", "method": "ping"}))

    assert answers[id]["error"]["code"] == code
    assert answers["after"]["result"] == {}


def test_a_notification_is_never_answered(installation: Installation) -> None:
    notification = {"jsonrpc": "2.0", "method": "notifications/initialized"}

    answers = talk(installation, lines(INITIALIZE, notification, {"jsonrpc": "2.0", "method": "tools/list"}))

    assert set(answers) == {1}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_case_64_a_signal_ends_the_server_at_once_and_quietly(
    installation: Installation, number: signal.Signals
) -> None:
    with start(installation) as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(lines(INITIALIZE))
        server.stdin.flush()
        server.stdout.readline()

        server.send_signal(number)

        assert server.wait(timeout=10) == 0
        assert server.stderr is not None
        assert b"Traceback" not in server.stderr.read()


def test_case_64_a_client_that_is_gone_ends_the_server_quietly(installation: Installation) -> None:
    with start(installation) as server:
        assert server.stdin is not None and server.stdout is not None and server.stderr is not None
        server.stdout.close()
        server.stdin.write(lines(INITIALIZE, LIST))
        server.stdin.close()

        assert server.wait(timeout=30) == 0
        assert b"Traceback" not in server.stderr.read()


def test_a_client_that_no_longer_reads_has_no_further_call_carried_out(installation: Installation) -> None:
    before = installation.query("Tag.objects.count()")
    with start(installation) as server:
        assert server.stdin is not None and server.stdout is not None
        ask(server, call(1, "tags_list"))
        server.stdout.close()
        server.stdin.write(lines(INITIALIZE))
        server.stdin.flush()
        for number in range(20):
            try:
                server.stdin.write(lines(call(number, "tags_create", name=f"unread {number}")))
                server.stdin.flush()
            except BrokenPipeError:
                break

        assert server.wait(timeout=30) == 0

    assert installation.query("Tag.objects.count()") == before


def test_ping_is_answered_while_a_call_runs(installation: Installation) -> None:
    done = installation.run(
        "mcp_stdio",
        "--user",
        "admin",
        stdin=lines(call("slow", "projects_list"), {"jsonrpc": "2.0", "id": "ping", "method": "ping"}),
        DJANGO_SETTINGS_MODULE="tests.protocol.slow_settings",
    )

    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["ping", "slow"]


def start(installation: Installation) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "mcp_stdio", "--user", "admin"],
        cwd=ROOT,
        env=installation.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_database_that_disappears_and_comes_back_costs_the_calls_in_between_and_no_more(
    installation: Installation, tmp_path: Path
) -> None:
    database = tmp_path / "mine.sqlite3"
    own = Installation(installation.environment | {"DATABASE_URL": f"sqlite:///{database}"})
    assert own.run("migrate").returncode == 0
    own.run(
        "shell",
        "--no-imports",
        "-c",
        "from django.contrib.auth.models import User; User.objects.create(username='admin')",
    )

    with start(own) as server:
        answers = []
        for step in ("there", "gone", "back"):
            if step == "gone":
                database.rename(tmp_path / "hidden")
            elif step == "back":
                (tmp_path / "hidden").rename(database)
            answers.append(ask(server, call(step, "projects_list")))
        assert server.stdin is not None
        server.stdin.close()
        assert server.wait(timeout=30) == 0

    there, gone, back = (answer["result"] for answer in answers)
    assert (there["isError"], gone["isError"], back["isError"]) == (False, True, False)
    assert "manage.py migrate" in gone["structuredContent"]["message"]


def ask(server: subprocess.Popen[bytes], message: dict[str, Any]) -> Any:
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(lines(message))
    server.stdin.flush()
    return json.loads(server.stdout.readline())
