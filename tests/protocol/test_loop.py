"""The stdio loop over real pipes with a little service: one line for each request, whatever crosses what."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

import pytest

from mcpbridge.serve import stdio
from mcpbridge.serve.jsonrpc import Message
from mcpbridge.serve.running import Run
from mcpbridge.serve.stdio import MAX_LINE, WORKERS
from tests.protocol.little_service import (
    PATIENCE,
    SOON,
    LateOnCue,
    LittleService,
    Talk,
    await_all,
    cancel,
    ids,
    nothing,
    notice,
    request,
    served,
)

pytestmark = pytest.mark.usefixtures("own_signals")


@pytest.mark.requirement("B-01")
def test_a_call_that_ends_while_its_lateness_is_told_is_answered_once() -> None:
    late = LateOnCue()
    runs = iter([late])

    def work(message: Message, run: Run) -> None:
        if run is late:
            await_all(late.is_over)

    def script(talk: Talk) -> None:
        talk.send(request("late"))
        await_all(late.is_over)
        # The worker is free again, so the reader has had every chance to forget the late call.
        for number in range(WORKERS):
            talk.send(request(number))
            talk.read()
        late.cue.set()
        talk.send(request("after"))

    code, answers = served(LittleService(work, lambda: next(runs, Run(seconds=PATIENCE))), script)

    assert code == 0
    assert sorted(ids(answers)) == ["after", "late"]
    assert {"jsonrpc": "2.0", "id": "late", "result": {"failed": "deadline"}} in answers


@pytest.mark.requirement("B-01")
def test_calls_that_end_at_their_very_deadline_are_answered_once_each() -> None:
    def work(message: Message, run: Run) -> None:
        threading.Event().wait(run.seconds_left)

    def script(talk: Talk) -> None:
        for number in range(200):
            talk.send(request(number))
            assert talk.read()["id"] == number

    code, answers = served(LittleService(work, lambda: Run(seconds=0.002)), script)

    assert (code, answers) == (0, [])


@pytest.mark.parametrize(
    ("writes", "told"), [(True, "outcome_unknown"), (False, "deadline")], ids=["a write", "a read"]
)
def test_a_late_call_is_told_whether_a_write_had_begun_and_its_own_answer_is_dropped(writes: bool, told: str) -> None:
    go_on = threading.Event()

    def work(message: Message, run: Run) -> None:
        if message.id == "late":
            run.go_on(writes=writes)
            await_all(go_on)

    def script(talk: Talk) -> None:
        talk.send(request("late"))
        assert talk.read() == {"jsonrpc": "2.0", "id": "late", "result": {"failed": told}}
        go_on.set()
        talk.send(request("after"))

    code, answers = served(LittleService(work, lambda: Run(seconds=0.5)), script)

    assert (code, ids(answers)) == (0, ["after"])


def test_a_call_that_waits_until_its_deadline_is_answered_and_never_begun() -> None:
    go_on = threading.Event()
    runs = iter([Run(seconds=PATIENCE) for _worker in range(WORKERS)])
    service = LittleService(lambda message, run: await_all(go_on), lambda: next(runs, Run(seconds=SOON)))

    def script(talk: Talk) -> None:
        talk.send(*(request(number) for number in range(WORKERS)), request("waits"))
        assert talk.read() == {"jsonrpc": "2.0", "id": "waits", "result": {"failed": "deadline"}}
        talk.send(request("ping", "ping"))
        assert talk.read()["id"] == "ping"
        go_on.set()

    code, answers = served(service, script)

    assert (code, sorted(ids(answers))) == (0, list(range(WORKERS)))
    assert sorted(service.worked) == list(range(WORKERS))


def test_a_cancelled_call_is_not_answered_when_its_deadline_passes_either() -> None:
    go_on = threading.Event()
    service = LittleService(lambda message, run: await_all(go_on), lambda: Run(seconds=0.3))

    def script(talk: Talk) -> None:
        talk.send(request("taken back"), cancel("taken back"), request("late"))
        assert talk.read() == {"jsonrpc": "2.0", "id": "late", "result": {"failed": "deadline"}}
        go_on.set()

    assert served(service, script) == (0, [])


@pytest.mark.parametrize(
    ("id", "other"), [(1, "1"), ("1", 1), (1, True), (1, 1.0), (0, False), ("a", ["a"]), ("a", {"a": 1}), ("a", None)]
)
def test_a_cancellation_that_names_another_id_is_ignored(id: Any, other: Any) -> None:
    go_on = threading.Event()

    def script(talk: Talk) -> None:
        talk.send(request(id), cancel(other), notice("notifications/cancelled"), request("seen", "ping"))
        assert talk.read()["id"] == "seen"
        go_on.set()

    code, answers = served(LittleService(lambda message, run: await_all(go_on)), script)

    assert (code, ids(answers)) == (0, [id])


def test_calls_that_hang_fill_no_more_than_the_queue_however_many_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "MOST_WAITING", 20)
    never = threading.Event()
    told: Counter[str] = Counter()

    def script(talk: Talk) -> None:
        for number in range(100):
            talk.send(request(number))
            told[talk.read()["result"]["failed"]] += 1

    try:
        served(LittleService(lambda message, run: await_all(never), lambda: Run(seconds=SOON)), script)
    finally:
        never.set()

    assert told == {"deadline": 20, "busy": 80}


def test_calls_whose_bytes_fill_the_queue_are_answered_busy_until_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stdio, "MOST_WAITING_BYTES", 1_000)
    go_on = threading.Event()
    service = LittleService(lambda message, run: await_all(go_on))

    def script(talk: Talk) -> None:
        talk.send(request("large", filling="x" * 1_000), request("refused"))
        assert talk.read() == {"jsonrpc": "2.0", "id": "refused", "result": {"failed": "busy"}}
        go_on.set()
        assert talk.read()["id"] == "large"
        # The answer is sent a moment before the worker is free.
        while "failed" in (found := _asked(talk, "again")):
            assert found["failed"] == "busy"

    assert served(service, script) == (0, [])
    assert "refused" not in service.worked


def _asked(talk: Talk, id: str) -> Any:
    talk.send(request(id))
    return talk.read()["result"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_message_may_be_as_long_as_the_cap_and_not_a_byte_longer(end: bytes) -> None:
    def filled(id: str, size: int) -> bytes:
        line = request(id, "ping", filling="").removesuffix(b"\n")
        return line.replace(b'""', b'"' + b"x" * (size - len(line)) + b'"') + end

    def script(talk: Talk) -> None:
        talk.send(filled("as long", MAX_LINE), filled("longer", MAX_LINE + 1), filled("far longer", 3 * MAX_LINE))
        talk.send(filled("last", MAX_LINE).rstrip())

    code, answers = served(LittleService(nothing), script)

    assert (code, ids(answers)) == (0, ["as long", None, None, "last"])
    assert [answer["error"]["code"] for answer in answers if answer["id"] is None] == [-32700, -32700]
