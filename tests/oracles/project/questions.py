"""A tool that asks first, and what the client has answered so far -> the next questions, or none.

What must be remembered between two rounds travels in a sealed state: signed for one tool and one account, good for a
few minutes. Whatever else comes back from the wire is looked at before it counts as an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core import signing

from mcpbridge.exceptions import ProtocolError
from mcpbridge.serve.asking import NEEDS, Asked, Question, Round
from mcpbridge.serve.jsonrpc import INVALID_PARAMS
from mcpbridge.tools import Tool

GOOD_FOR = 300
"""Seconds."""


def _elicit(key: str, message: str, field: str, kind: str = "string") -> Question:
    schema = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    return Question(key, "elicitation/create", {"message": message, "requestedSchema": schema})


def _sample(key: str, text: str) -> Question:
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return Question(key, "sampling/createMessage", {"messages": [message], "maxTokens": 100})


NAME = _elicit("user_name", "What is your name?", "name")
CONFIRM = _elicit("confirm", "Please confirm", "ok", "boolean")
CAPITAL = _sample("capital_question", "What is the capital of France?")
ROOTS = Question("client_roots", "roots/list")

# Tool -> its rounds, each with the questions that are asked together.
ROUNDS: Mapping[str, tuple[tuple[Question, ...], ...]] = {
    "test_missing_capability": ((CAPITAL,),),
    "test_streaming_elicitation": ((NAME,),),
    "test_input_required_result_elicitation": ((NAME,),),
    "test_input_required_result_sampling": ((CAPITAL,),),
    "test_input_required_result_list_roots": ((ROOTS,),),
    "test_input_required_result_request_state": ((CONFIRM,),),
    "test_input_required_result_tampered_state": ((CONFIRM,),),
    "test_input_required_result_multiple_inputs": ((NAME, _sample("greeting", "Generate a greeting"), ROOTS),),
    "test_input_required_result_multi_round": (
        (_elicit("step1", "Step 1: What is your name?", "name"),),
        (_elicit("step2", "Step 2: What is your favorite color?", "color"),),
    ),
    "test_input_required_result_capabilities": ((NAME, CAPITAL),),
}
SEALED = {
    "test_input_required_result_request_state",
    "test_input_required_result_tampered_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
}
CHOOSY = {"test_input_required_result_capabilities"}
"""Asks those of its questions that the client can answer; the others ask all, or the call is refused."""


class Questions:
    """The Asker of this project."""

    def ask(self, tool: Tool, arguments: Mapping[str, Any], caller: Any, round: Round) -> Asked | None:
        rounds = ROUNDS.get(tool.name, ())
        if tool.name in CHOOSY:
            rounds = tuple(tuple(item for item in asked if _is_offered(item, round)) for asked in rounds)
        seal = signing.TimestampSigner(salt=f"{tool.name} {caller.user.pk}") if tool.name in SEALED else None
        number = _reached(rounds, seal, round) if rounds else 0
        if number == len(rounds):
            return None
        return Asked(rounds[number], seal.sign(str(number)) if seal else "")


def _reached(rounds: tuple[tuple[Question, ...], ...], seal: signing.TimestampSigner | None, round: Round) -> int:
    """The round that comes next. Raises ProtocolError."""
    if seal and not round.state:
        # Answers without the state that went with their questions answer nothing.
        return 0
    number = _opened(seal, round.state) if seal else 0
    is_answered = all(_answers(item, round.responses.get(item.key)) for item in rounds[number])
    return number + 1 if is_answered else number


def _is_offered(question: Question, round: Round) -> bool:
    return NEEDS[question.method] in (round.capabilities or {})


def _opened(seal: signing.TimestampSigner, state: str) -> int:
    """The round whose questions were asked. Raises ProtocolError."""
    try:
        return int(seal.unsign(state, max_age=GOOD_FOR))
    except signing.BadSignature:
        text = "requestState is not as this server gave it, or too old. Make the call again without it."
        raise ProtocolError(INVALID_PARAMS, text) from None


def _answers(question: Question, answer: Any) -> bool:
    """Whether what came back under the question's key is an answer of its kind."""
    if not isinstance(answer, dict):
        return False
    if question.method == "roots/list":
        return isinstance(answer.get("roots"), list)
    if question.method == "sampling/createMessage":
        return "content" in answer
    content = answer.get("content")
    wanted = question.params["requestedSchema"]["required"]
    return answer.get("action") == "accept" and isinstance(content, dict) and all(name in content for name in wanted)
