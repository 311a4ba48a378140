"""`manage.py mcp_stdio` as a client sees it: a process with three pipes that speaks both eras of the protocol."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.installation import Installation
from tests.protocol.conftest import Serve
from tests.protocol.server import call, initialize, lines, modern, ping, request

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

LIST = request(2, "tools/list")
NOISY = "tests.protocol.noisy_settings"


def talk(installation: Installation, stdin: bytes, *options: str, user: str = "admin", **environment: str) -> Any:
    """Answers by id, after a clean exit."""
    done = installation.run("mcp_stdio", "--user", user, *options, stdin=stdin, **environment)
    assert done.returncode == 0, done.stderr.decode()
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    by_id = {answer["id"]: answer for answer in answers}
    assert len(by_id) == len(answers), "An id was answered twice."
    return by_id


@pytest.mark.requirement("C-06")
@pytest.mark.requirement("N-01")
@pytest.mark.requirement("N-02")
def test_two_requests_and_the_end_of_input_give_two_answers_and_exit_code_0(installation: Installation) -> None:
    answers = talk(installation, lines(initialize(1), LIST))

    assert set(answers) == {1, 2}
    assert answers[1]["result"]["protocolVersion"] == "2025-11-25"
    assert 0 < len(answers[1]["result"]["instructions"]) <= 600
    assert {"notes_list", "projects_create"} <= {tool["name"] for tool in answers[2]["result"]["tools"]}


@pytest.mark.requirement("N-02")
@pytest.mark.requirement("B-01")
@pytest.mark.parametrize(
    "messages",
    [
        [
            initialize(1),
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            ping(2),
            request(3, "tools/list"),
            call(4, "tags_list"),
            request(5, "resources/list"),
            request(6, "resources/templates/list"),
            request(7, "resources/read", uri="mcpbridge://catalog"),
        ],
        [
            modern(1, "server/discover"),
            modern(3, "tools/list"),
            modern(4, "tools/call", name="tags_list", arguments={}),
            modern(5, "resources/list"),
            modern(6, "resources/templates/list"),
            modern(7, "resources/read", uri="mcpbridge://catalog"),
        ],
    ],
    ids=["2025-11-25", "2026-07-28"],
)
def test_case_64_everything_that_is_asked_before_the_input_ends_at_once_is_answered(
    installation: Installation, messages: list[dict[str, Any]]
) -> None:
    answers = talk(installation, lines(*messages))

    assert set(answers) == {message["id"] for message in messages if "id" in message}
    assert not [answer for answer in answers.values() if "error" in answer]
    assert answers[4]["result"]["structuredContent"]["items"]
    assert json.loads(answers[7]["result"]["contents"][0]["text"])["tools"]


@pytest.mark.requirement("B-01")
@pytest.mark.parametrize(
    "probes",
    [
        [modern("new", "server/discover"), initialize("old")],
        [initialize("old"), modern("new", "server/discover")],
    ],
    ids=["discover first", "initialize first"],
)
def test_a_client_that_probes_with_one_revision_and_falls_back_to_the_other_can_use_both_on_one_pipe(
    serve: Serve, probes: list[dict[str, Any]]
) -> None:
    server = serve()

    server.send(*probes)
    opened = {answer["id"]: answer["result"] for answer in (server.read(), server.read())}
    asked = [
        message
        for number in range(10)
        for message in (request(f"old {number}", "tools/list"), modern(f"new {number}", "tools/list"))
    ]
    server.send(*asked)
    answers = {answer["id"]: answer["result"] for answer in server.rest()}

    assert opened["old"]["protocolVersion"] == "2025-11-25"
    assert opened["new"]["supportedVersions"] == ["2026-07-28"]
    assert set(answers) == {message["id"] for message in asked}
    assert len({json.dumps(answer["tools"]) for answer in answers.values()}) == 1
    assert {answer.get("resultType") for id, answer in answers.items() if id.startswith("old")} == {None}
    assert {answer.get("resultType") for id, answer in answers.items() if id.startswith("new")} == {"complete"}


@pytest.mark.requirement("N-01")
def test_case_17_prints_logs_warnings_and_children_of_the_application_stay_out_of_the_protocol(
    installation: Installation,
) -> None:
    answers = talk(installation, lines(initialize(1), call(3, "system_health")), DJANGO_SETTINGS_MODULE=NOISY)

    assert set(answers) == {1, 3}


@pytest.mark.requirement("N-01")
def test_case_17_what_the_application_and_its_children_read_is_no_message_of_the_client(serve: Serve) -> None:
    server = serve(DJANGO_SETTINGS_MODULE=NOISY)

    # A child that could read the client's lines would wait for them, and swallow some, until the input ends.
    first = server.ask(call("first", "system_health"))
    pings = [server.ask(ping(number)) for number in range(20)]

    assert first["result"]["isError"] is False
    assert [answer["id"] for answer in pings] == list(range(20))
    assert server.rest() == []


def test_what_the_application_prints_goes_to_standard_error(installation: Installation) -> None:
    stdin = lines(initialize(1), call(3, "system_health"))

    done = installation.run("mcp_stdio", "--user", "admin", stdin=stdin, DJANGO_SETTINGS_MODULE=NOISY)

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
    stdin = b"\xef\xbb\xbf" + json.dumps(initialize(1)).encode() + b"\r\n\r\n\n" + text + b"\r\n"

    answers = talk(installation, stdin, PYTHONIOENCODING="ascii", LC_ALL="C")

    assert answers[4]["result"]["isError"] is False
    assert answers[4]["result"]["structuredContent"]["items"] == []


def test_case_65_each_bad_line_is_answered_and_the_next_line_too(serve: Serve) -> None:
    bad: list[tuple[bytes, Any, int]] = [
        (b"{bad", None, -32700),
        (b"[]", None, -32600),
        (b'{"method":"x"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":5,"method":"nope"}', 5, -32601),
        (b'{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{}}', 6, -32602),
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"nope"}}', 7, -32602),
        (b'{"jsonrpc":"2.0","id":8,"method":"ping","params":null}', 8, -32602),
        (b"[" * 200_000, None, -32700),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', None, -32700),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600),
        (b"\xff\xfe{}", None, -32700),
    ]
    server = serve()

    for line, id, code in bad:
        server.send(line)
        answer = server.read()
        assert (answer["id"], answer["error"]["code"]) == (id, code), line[:80]
        assert server.ask(ping("after"))["result"] == {}

    assert server.rest() == []


def test_a_notification_is_never_answered(installation: Installation) -> None:
    notification = {"jsonrpc": "2.0", "method": "notifications/initialized"}

    answers = talk(installation, lines(initialize(1), notification, {"jsonrpc": "2.0", "method": "tools/list"}))

    assert set(answers) == {1}
