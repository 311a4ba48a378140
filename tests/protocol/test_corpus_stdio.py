"""The corpus through one `manage.py mcp_stdio` -> as many answers as requests, each the right one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from tests.installation import ROOT, Installation
from tests.protocol.corpus import CORPUS, NO_ANSWER, RESULT, TOOL_ERROR

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

LINES = [entry for entry in CORPUS if entry.only != "http"]
REQUESTS = [entry for entry in LINES if entry.answer != NO_ANSWER]
LAST = b'{"jsonrpc":"2.0","id":"last","method":"tools/call","params":{"name":"tags_list","arguments":{}}}'
MOST_MEMORY = 256
"""MiB of the server at its largest. It starts with some 90; a line may have 4, and one of 20 is refused."""
PATIENCE = 120
"""Seconds after which answers that are missing are taken to be lost."""


@dataclass(frozen=True)
class Conversation:
    """lines: all that came back, of which last is the answer to a good call after the corpus. memory: in MiB."""

    lines: list[dict[str, Any]]
    last: dict[str, Any]
    exit_code: int
    memory: int
    errors: str

    @property
    def answers(self) -> dict[str, dict[str, Any]]:
        """Those with an id, by it in JSON, where 1 is not "1"."""
        return {json.dumps(answer["id"]): answer for answer in self.lines if answer["id"] is not None}

    @property
    def nameless(self) -> list[dict[str, Any]]:
        """Those with id null. The reader gives them itself, so they are in the order of what they answer."""
        return [answer for answer in self.lines if answer["id"] is None]


@pytest.fixture(scope="module")
def conversation(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    log = tmp_path_factory.mktemp("conversation") / "errors"
    with log.open("wb") as errors:
        server = subprocess.Popen(
            [sys.executable, "manage.py", "mcp_stdio", "--user", "admin"],
            cwd=ROOT,
            env=installation.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
    came: list[bytes] = []
    with server:
        assert server.stdin is not None and server.stdout is not None
        listening = threading.Thread(target=listen, args=(server.stdout, came, len(REQUESTS) + 1))
        listening.start()
        server.stdin.writelines(entry.raw + b"\n" for entry in LINES)
        server.stdin.write(LAST + b"\n")
        server.stdin.flush()
        listening.join(PATIENCE)
        memory = most_memory(server.pid)
        rest, _errors = server.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in [*came, *rest.splitlines()]]
    last = [lines.pop(index) for index, answer in enumerate(lines) if answer["id"] == "last"]
    return Conversation(lines, last[0], server.returncode, memory, log.read_text(encoding="utf-8"))


def listen(source: BinaryIO, came: list[bytes], count: int) -> None:
    while len(came) < count and (line := source.readline()):
        came.append(line)


def most_memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found
    return int(found[1]) // 1024


def kind(answer: dict[str, Any] | None) -> int | str | None:
    """The word or the code by which the corpus knows an answer."""
    if answer is None:
        return None
    if "error" in answer:
        code: int = answer["error"]["code"]
        return code
    return TOOL_ERROR if answer["result"].get("isError") else RESULT


def test_the_corpus_is_large_and_no_two_of_its_answers_can_be_taken_for_one_another() -> None:
    ids = [json.dumps(entry.id) for entry in CORPUS if entry.id is not None]

    assert len(CORPUS) >= 60
    assert len(ids) == len(set(ids))
    assert not [entry.name for entry in LINES if b"\n" in entry.raw]


@pytest.mark.requirement("B-01")
def test_as_many_answers_come_back_as_requests_went_in(conversation: Conversation) -> None:
    assert len(conversation.lines) == len(REQUESTS)


@pytest.mark.requirement("B-01")
def test_every_request_gets_the_answer_that_is_right_under_its_own_id(conversation: Conversation) -> None:
    wrong = {
        entry.name: (entry.answer, kind(conversation.answers.get(json.dumps(entry.id))))
        for entry in REQUESTS
        if entry.id is not None and kind(conversation.answers.get(json.dumps(entry.id))) != entry.answer
    }

    assert wrong == {}


def test_what_has_no_id_that_could_be_read_is_answered_with_id_null_in_its_order(conversation: Conversation) -> None:
    expected = [(entry.name, entry.answer) for entry in REQUESTS if entry.id is None]

    names = [name for name, _answer in expected]
    assert list(zip(names, map(kind, conversation.nameless), strict=True)) == expected


def test_every_error_is_a_finished_sentence_of_bounded_length(conversation: Conversation) -> None:
    texts = [answer["error"]["message"] for answer in conversation.lines if "error" in answer]

    assert not [text for text in texts if not text.endswith((".", "?")) or len(text) > 500]


def test_every_error_of_a_tool_names_what_is_wrong_briefly(conversation: Conversation) -> None:
    refused = [answer["result"] for answer in conversation.lines if kind(answer) == TOOL_ERROR]

    assert not [result for result in refused if not result["structuredContent"]["errors"]]
    assert max(len(json.dumps(result)) for result in refused) < 100_000


def test_nothing_in_the_corpus_is_unexpected_to_the_server(conversation: Conversation) -> None:
    assert "Traceback" not in conversation.errors


def test_a_call_that_came_as_a_notification_is_never_carried_out(
    conversation: Conversation, installation: Installation
) -> None:
    assert conversation.exit_code == 0
    assert installation.query("Tag.objects.filter(name__startswith='corpus').count()") == 0


def test_a_good_call_after_all_of_it_works_and_the_server_ends_well(conversation: Conversation) -> None:
    assert conversation.last["result"]["isError"] is False
    assert conversation.last["result"]["structuredContent"]["items"]
    assert conversation.exit_code == 0


def test_memory_stays_bounded(conversation: Conversation) -> None:
    assert conversation.memory <= MOST_MEMORY
