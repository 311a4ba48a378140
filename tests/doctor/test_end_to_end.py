"""Servers that go wrong in every way -> what the doctor's last check says of them, within its time."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcpbridge import client_configuration
from mcpbridge.doctor import end_to_end, people
from mcpbridge.doctor.findings import Finding
from mcpbridge.doctor.subject import Subject
from mcpbridge.tools import Catalog, Operation
from tests.base_url.little import ID, READ, WRITE
from tests.base_url.little import _tool as tool

TOKEN = "mcpb_canarycana_the-secret-of-a-token"
# Answers by method; what it has no answer to ends it.
SERVER = """
import json, os, sys
answers = json.loads(sys.argv[1])
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    print(*answers.get("before", []), sep="\\n", end="")
    if message["method"] not in answers:
        break
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answers[message["method"]]}), flush=True)
print(answers.get("says", ""), file=sys.stderr)
sys.exit(answers.get("code", 0))
"""
RESULT = {"content": [], "structuredContent": {}, "isError": False, "_meta": {"mcpbridge/request_id": "an-id"}}
GOOD: dict[str, Any] = {
    "initialize": {"result": {}},
    "tools/list": {"result": {"tools": [{"name": "items_list"}, {"name": "items_create"}]}},
    "tools/call": {"result": RESULT},
}
LIST = tool("items_list", Operation("GET", "/items/", "list"), READ)
CREATE = tool("items_create", Operation("POST", "/items/", "create"), WRITE)


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Any:
    """called(answers, ...) -> the finding on a server that gives these answers."""

    def call(answers: dict[str, Any], program: str = SERVER) -> Finding:
        monkeypatch.setattr(people, "acting", lambda subject: people.Acting("", "somebody"))
        monkeypatch.setattr(client_configuration, "in_process", lambda login: ["-c", program, json.dumps(answers)])
        (finding,) = end_to_end.call(about(LIST, CREATE))
        return finding

    return call


def about(*tools: Any, health: str = "", address: str = "") -> Subject:
    subject = Subject("", TOKEN, address)
    subject.catalog = Catalog({one.name: one for one in tools}, health=health)
    return subject


def refused(**content: Any) -> dict[str, Any]:
    return GOOD | {"tools/call": {"result": RESULT | {"isError": True, "structuredContent": content}}}


def test_a_good_server_is_called_and_its_answer_told(called: Any) -> None:
    finding = called(GOOD)

    assert finding.state == "ok"
    assert finding.found.startswith("items_list, ")
    assert "request an-id; 2 tools are listed" in finding.found


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ({"code": 3, "says": "Say whom the calls are made for."}, "with exit code 3. It said last: Say whom"),
        ({"says": "password: canary"}, "The server ended before the answer to initialize, with exit code 0."),
        ({"says": f"{TOKEN} is wrong"}, "The server ended before the answer to initialize, with exit code 0."),
        (GOOD | {"tools/list": {"error": {"code": -1, "message": "No."}}}, "answers tools/list with an error: No."),
        (GOOD | {"tools/list": {}}, "answers tools/list with an error: it has neither result nor error."),
        (GOOD | {"code": 7}, "The server ended with exit code 7."),
    ],
)  # fmt: skip
def test_a_server_that_stops_is_told_with_its_last_words_where_they_are_no_secret(
    called: Any, answers: dict[str, Any], found: str
) -> None:
    finding = called(answers)

    assert finding.state == "fail"
    assert found in finding.found
    assert finding.mend
    assert "canary" not in finding.found


@pytest.mark.parametrize("stray", ["hello\n", '{"jsonrpc": "1.0"}\n', "[" * 100_000 + "\n", "\n"])
def test_anything_beside_the_protocol_is_a_fault(called: Any, stray: str) -> None:
    finding = called(GOOD | {"before": [stray]})

    assert finding.state == "fail"
    assert finding.found == "Standard output carried 3 lines that are no protocol."
    assert "claim standard output" in finding.mend


@pytest.mark.parametrize(
    ("content", "found", "mend"),
    [
        (
            {"message": "No table.", "errors": [{"hint": "Run: manage.py migrate"}]},
            "request an-id: No table.",
            "Run: manage.py migrate",
        ),
        ({"message": "Refused.", "http_status": 401}, "Refused.", "manage.py mcp_token create"),
        ({}, "an error without a message.", "The log of the API has the cause"),
    ],
)
def test_a_tool_that_answers_with_an_error_is_told_with_its_hint(
    called: Any, content: dict[str, Any], found: str, mend: str
) -> None:
    finding = called(refused(**content))

    assert finding.state == "fail"
    assert found in finding.found
    assert mend in finding.mend


@pytest.mark.parametrize("program", ["import sys; sys.stdin.read()", "import signal; signal.pause()"])
def test_a_server_that_does_not_answer_is_given_up_and_ended(
    called: Any, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(end_to_end, "SECONDS", 0.5)

    finding = called({}, program)

    assert finding.found == "The answer to initialize did not come within 0.5 seconds."
    assert finding.mend


def test_a_server_that_lists_nothing_to_read_is_a_warning(called: Any) -> None:
    finding = called(GOOD | {"tools/list": {"result": {"tools": [{"name": "items_create"}]}}})

    assert finding.state == "warn"
    assert "none of which reads without arguments" in finding.found


@pytest.mark.parametrize(
    ("named", "health", "address", "chosen"),
    [
        (("people_me", "a_list", "a_health"), "/a_health/", "", "people_me"),
        (("a_list", "z_health"), "/z_health/", "", "z_health"),
        (("a_list", "z_health"), "/z_health/", "http://x", "a_list"),
        (("a_action", "b_list", "c_retrieve"), "", "", "b_list"),
        (("a_action", "c_retrieve"), "", "", "c_retrieve"),
        ((), "", "", ""),
    ],
)
def test_the_tool_that_is_called_is_one_that_says_who_one_is_or_that_the_api_is_well(
    named: tuple[str, ...], health: str, address: str, chosen: str
) -> None:
    kinds = {"list": "list", "retrieve": "retrieve"}
    tools = [
        tool(name, Operation("GET", f"/{name}/", kinds.get(name.partition("_")[2], "action")), READ) for name in named
    ]
    unfit = [
        tool("0_me", Operation("GET", "/0/{pk}/", "retrieve"), READ, ID),
        tool("1_me", Operation("POST", "/1/", "action"), READ),
        tool("2_me", Operation("GET", "/2/", "action"), WRITE),
    ]
    subject = about(
        *tools, *unfit, tool("unlisted_me", Operation("GET", "/u/", "action"), READ), health=health, address=address
    )

    found = end_to_end.chosen(subject, {*named, "0_me", "1_me", "2_me"})

    assert found == chosen
