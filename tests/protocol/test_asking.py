"""A call that needs a person's word: the question to the client, its answers, and nothing written in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from mcpbridge import catalog as catalogs
from mcpbridge.bridge import Bridge
from mcpbridge.conf import bridge_settings
from mcpbridge.exceptions import CallFailed
from mcpbridge.govern.policy import LevelGate
from mcpbridge.serve.asking import Asked, Question, Round
from mcpbridge.tools import Tool
from notes.models import Tag
from tests.notes.conftest import staff
from tests.protocol.said import error, result
from tests.protocol.server import call, modern

__all__ = ["staff"]

pytestmark = pytest.mark.usefixtures("staff")

CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
FORM = {"mode": "form", "message": "Really?", "requestedSchema": {"type": "object", "properties": {}}}
CONFIRM = Question("confirm", "elicitation/create", FORM)
YES = {"confirm": {"action": "accept", "content": {}}}


@dataclass
class Doubter:
    """Asks its question before every write, once. rounds: what it was given each time."""

    question: Asked = Asked((CONFIRM,), "sealed")
    rounds: list[Round] = field(default_factory=list)
    given: list[Mapping[str, Any]] = field(default_factory=list)

    def ask(self, tool: Tool, arguments: Mapping[str, Any], caller: Any, round: Round) -> Asked | None:
        if tool.safety.level == "read":
            return None
        self.rounds.append(round)
        self.given.append(arguments)
        answer = round.responses.get("confirm")
        if answer is None:
            return self.question
        if answer.get("action") != "accept" or round.state != "sealed":
            raise CallFailed("The person said no, so nothing was written.", code="declined", status=403)
        return None


@pytest.fixture
def doubter() -> Doubter:
    return Doubter()


@pytest.fixture
def bridge(doubter: Doubter) -> Bridge:
    return Bridge(catalogs.read(bridge_settings.catalog), LevelGate(), asker=doubter)


def make_tag(capabilities: Mapping[str, Any] | None = None, *, name: Any = "asked", **more: Any) -> dict[str, Any]:
    """A call of a client with these capabilities. more: beside the call's name and arguments."""
    message = modern(1, "tools/call", name="tags_create", arguments={"name": name}, **more)
    declared = {"elicitation": {}} if capabilities is None else dict(capabilities)
    message["params"]["_meta"] = message["params"]["_meta"] | {CAPABILITIES: declared}
    return message


@pytest.mark.requirement("B-01")
def test_the_client_is_asked_before_anything_is_written(bridge: Bridge) -> None:
    found = result(bridge, make_tag())

    assert found["resultType"] == "input_required"
    assert found["inputRequests"] == {"confirm": {"method": "elicitation/create", "params": FORM}}
    assert found["requestState"] == "sealed"
    assert not {"content", "structuredContent", "isError", "ttlMs", "cacheScope"} & set(found)
    assert not Tag.objects.filter(name="asked").exists()


@pytest.mark.requirement("B-01")
def test_the_same_call_with_the_answers_and_the_state_is_carried_out(bridge: Bridge, doubter: Doubter) -> None:
    state = result(bridge, make_tag())["requestState"]

    found = result(bridge, make_tag(inputResponses=YES, requestState=state))

    assert (found["resultType"], found["isError"]) == ("complete", False)
    assert Tag.objects.filter(name="asked").count() == 1
    assert doubter.rounds == [Round({"elicitation": {}}), Round({"elicitation": {}}, YES, "sealed")]
    assert doubter.given == [{"name": "asked"}, {"name": "asked"}]


@pytest.mark.parametrize("responses", [{"confirm": {"action": "decline"}}, {"confirm": {"action": "cancel"}}, {}])
def test_without_a_yes_nothing_is_written(bridge: Bridge, responses: dict[str, Any]) -> None:
    found = result(bridge, make_tag(inputResponses=responses, requestState="sealed"))

    assert found["resultType"] == "input_required" or found["isError"] is True
    assert not Tag.objects.filter(name="asked").exists()


def test_an_answer_with_a_state_that_the_asker_does_not_know_is_its_to_refuse(bridge: Bridge) -> None:
    found = result(bridge, make_tag(inputResponses=YES, requestState="forged"))

    assert found["structuredContent"]["errors"][0]["code"] == "declined"
    assert not Tag.objects.filter(name="asked").exists()


@pytest.mark.parametrize(
    ("kind", "capability"),
    [
        ("elicitation/create", "elicitation"),
        ("sampling/createMessage", "sampling"),
        ("roots/list", "roots"),
    ],
)
def test_a_client_that_did_not_declare_what_it_would_be_asked_for_is_told_what_it_lacks(
    bridge: Bridge, doubter: Doubter, kind: str, capability: str
) -> None:
    doubter.question = Asked((Question("confirm", kind),))

    found = error(bridge, make_tag(capabilities={"other": {}}))

    assert found["code"] == -32021
    assert found["data"] == {"requiredCapabilities": {capability: {}}}
    assert not Tag.objects.filter(name="asked").exists()


def test_all_that_is_lacking_is_told_at_once(bridge: Bridge, doubter: Doubter) -> None:
    doubter.question = Asked((CONFIRM, Question("where", "roots/list"), Question("say", "sampling/createMessage")))

    found = error(bridge, make_tag(capabilities={"roots": {}}))

    assert found["data"] == {"requiredCapabilities": {"elicitation": {}, "sampling": {}}}


def test_a_server_may_want_its_state_back_and_ask_nothing(bridge: Bridge, doubter: Doubter) -> None:
    doubter.question = Asked((), "sealed")

    found = result(bridge, make_tag(capabilities={}))

    assert (found["resultType"], found["requestState"]) == ("input_required", "sealed")
    assert "inputRequests" not in found


@pytest.mark.requirement("B-01")
@pytest.mark.parametrize("more", [{}, {"inputResponses": YES, "requestState": "sealed"}])
def test_an_older_client_cannot_be_asked_and_what_it_brings_counts_for_nothing(
    bridge: Bridge, more: dict[str, Any]
) -> None:
    message = call(1, "tags_create", name="asked")
    message["params"] |= more

    found = result(bridge, message)

    assert found["isError"] is True
    assert found["structuredContent"]["errors"][0]["code"] == "needs_confirmation"
    assert not Tag.objects.filter(name="asked").exists()


@pytest.mark.parametrize(
    "more",
    [
        {"inputResponses": []},
        {"inputResponses": "yes"},
        {"inputResponses": True},
        {"inputResponses": 5},
        {"inputResponses": YES, "requestState": {}},
        {"inputResponses": YES, "requestState": 5},
        {"requestState": ["sealed"]},
    ],
)
def test_answers_of_the_wrong_form_are_refused_before_anybody_looks_at_them(
    bridge: Bridge, doubter: Doubter, more: dict[str, Any]
) -> None:
    assert error(bridge, make_tag(**more))["code"] == -32602
    assert doubter.rounds == []
    assert not Tag.objects.filter(name="asked").exists()


@pytest.mark.parametrize("more", [{}, {"inputResponses": YES, "requestState": "sealed"}])
def test_nobody_is_asked_about_a_call_whose_arguments_are_wrong(
    bridge: Bridge, doubter: Doubter, more: dict[str, Any]
) -> None:
    found = result(bridge, make_tag(name=["asked"], **more))

    assert (found["resultType"], found["isError"]) == ("complete", True)
    assert [error["field"] for error in found["structuredContent"]["errors"]] == ["name"]
    assert doubter.rounds == []


def test_nobody_is_asked_about_a_call_that_reads(bridge: Bridge, doubter: Doubter) -> None:
    found = result(bridge, modern(1, "tools/call", name="tags_list", arguments={}))

    assert (found["resultType"], found["isError"]) == ("complete", False)
    assert doubter.rounds == []
