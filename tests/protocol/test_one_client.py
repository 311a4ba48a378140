"""Whatever a project does around a message -> one answer all the same, and a word in the log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError

from mcpbridge import bridge as bridges
from mcpbridge import one_client
from mcpbridge.bridge import Bridge
from mcpbridge.govern.identity import Caller
from tests.notes.conftest import staff
from tests.protocol.said import said
from tests.protocol.server import call, modern, ping, request

__all__ = ["staff"]

pytestmark = pytest.mark.usefixtures("staff")

CALL = call(1, "tags_list")


@pytest.fixture(scope="module")
def bridge() -> Bridge:
    return bridges.local()


class Failing:
    """A credential that names nobody, by raising."""

    def __init__(self, fault: BaseException) -> None:
        self._fault = fault

    def caller(self) -> Caller:
        raise self._fault


@pytest.mark.requirement("B-01")
@pytest.mark.parametrize("fault", [RuntimeError("two users of that name"), SystemExit(3)])
@pytest.mark.parametrize("message", [CALL, modern(1, "tools/list"), request(1, "resources/list")])
def test_a_fault_around_a_message_is_logged_and_answered_with_the_request_id_alone(
    bridge: Bridge, caplog: pytest.LogCaptureFixture, fault: BaseException, message: dict[str, Any]
) -> None:
    answer = said(bridge, message, Failing(fault))

    assert answer is not None
    assert answer["error"]["code"] == -32603
    assert answer["error"]["message"] == "Internal error."
    assert set(answer["error"]["data"]) == {"request_id"}
    [entry] = [item for item in caplog.records if item.exc_info]
    assert answer["error"]["data"]["request_id"] in entry.getMessage()


def test_a_database_that_fails_while_the_caller_is_read_is_told_as_such(bridge: Bridge) -> None:
    answer = said(bridge, CALL, Failing(OperationalError(2003, "Can't connect to MySQL server on '10.0.0.1'")))

    assert answer is not None
    assert answer["result"]["structuredContent"]["errors"][0]["code"] == "database_unreachable"
    assert "10.0.0.1" not in str(answer)


def test_what_needs_no_caller_is_answered_whatever_becomes_of_the_credential(bridge: Bridge) -> None:
    answer = said(bridge, ping(1), Failing(RuntimeError()))

    assert answer is not None
    assert answer["result"] == {}


def test_a_fault_before_the_call_is_answered_and_one_after_it_does_not_hide_what_was_done(
    bridge: Bridge, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def failing_before(**options: Any) -> Iterator[None]:
        raise RuntimeError("a receiver of request_started")
        yield

    @contextmanager
    def failing_after(**options: Any) -> Iterator[None]:
        yield
        raise RuntimeError("a receiver of request_finished")

    monkeypatch.setattr(one_client, "message_bounds", failing_before)
    before = said(bridge, CALL)
    monkeypatch.setattr(one_client, "message_bounds", failing_after)
    after = said(bridge, CALL)

    assert before is not None and after is not None
    assert before["error"]["code"] == -32603
    assert after["result"]["isError"] is False
    assert "a receiver of request_finished" in caplog.text
