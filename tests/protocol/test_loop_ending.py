"""How the stdio loop ends: at the end of the input, on a signal, and without its client."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from mcpbridge.serve import stdio
from mcpbridge.serve.jsonrpc import Message
from mcpbridge.serve.running import Run
from mcpbridge.serve.stdio import WORKERS, Loop
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
    request,
    served,
)

pytestmark = pytest.mark.usefixtures("own_signals")


def test_the_end_of_the_input_waits_for_running_and_for_waiting_calls() -> None:
    go_on = threading.Event()

    def script(talk: Talk) -> None:
        talk.send(*map(request, range(3 * WORKERS)))
        talk.end()
        go_on.set()

    code, answers = served(LittleService(lambda message, run: await_all(go_on)), script)

    assert (code, sorted(ids(answers))) == (0, list(range(3 * WORKERS)))


def test_the_end_of_the_input_waits_for_the_answer_to_a_late_call() -> None:
    late = LateOnCue()
    runs = iter([late])

    def work(message: Message, run: Run) -> None:
        if run is late:
            await_all(late.is_over)

    def script(talk: Talk) -> None:
        talk.send(request("late"))
        await_all(late.is_over)
        # Other calls follow it, so that it has left its worker, and the reader has looked at what still waits.
        for number in range(WORKERS):
            talk.send(request(number))
            talk.read()
        talk.end()
        # Long enough for a loop that believes that all is done, since the worker is.
        late.finished.wait(2 * SOON)
        late.cue.set()

    code, answers = served(LittleService(work, lambda: next(runs, Run(seconds=PATIENCE))), script)

    assert (code, ids(answers)) == (0, ["late"])


def test_calls_that_hang_for_ever_and_cancelled_ones_behind_them_hold_up_the_end_no_longer_than_a_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stdio, "MARGIN", 0.2)
    never = threading.Event()
    hanging, waiting = range(WORKERS), range(100, 200)

    def script(talk: Talk) -> None:
        talk.send(*map(request, hanging), *map(request, waiting), *map(cancel, waiting))
        talk.end()

    started = time.monotonic()
    try:
        code, answers = served(LittleService(lambda message, run: await_all(never), lambda: Run(seconds=1)), script)
        took = time.monotonic() - started
    finally:
        never.set()

    assert (code, sorted(ids(answers))) == (0, list(hanging))
    assert took < 5


def terminate() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_case_64_a_signal_ends_the_loop_while_it_waits_for_a_message() -> None:
    def script(talk: Talk) -> None:
        talk.send(request(1, "ping"))
        talk.read()
        terminate()

    assert served(LittleService(nothing), script) == (0, [])


def test_case_64_a_signal_ends_the_loop_while_it_waits_for_calls_at_the_end_of_the_input() -> None:
    never = threading.Event()

    def work(message: Message, run: Run) -> None:
        terminate()
        await_all(never)

    def script(talk: Talk) -> None:
        talk.send(request(1))
        talk.end()

    try:
        assert served(LittleService(work), script) == (0, [])
    finally:
        never.set()


def test_case_64_a_signal_is_not_taken_for_a_fault_of_the_answer_in_whose_midst_it_comes() -> None:
    def ping() -> str:
        try:
            terminate()
        except Exception:
            return "swallowed"
        return "ignored"

    assert served(LittleService(nothing, ping=ping), lambda talk: talk.send(request(1, "ping"))) == (0, [])


class Disturbed(ThreadPoolExecutor):
    """Workers whose end is a bad moment for a signal."""

    def shutdown(self, *given: Any, **options: Any) -> None:
        terminate()
        super().shutdown(*given, **options)


def test_case_64_a_second_signal_does_not_disturb_the_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "ThreadPoolExecutor", Disturbed)

    def script(talk: Talk) -> None:
        talk.send(request(1, "ping"))
        talk.read()
        terminate()

    assert served(LittleService(nothing), script) == (0, [])


def test_case_64_a_client_that_dies_while_a_worker_answers_ends_the_loop_and_what_waits_is_not_begun() -> None:
    is_gone = threading.Event()
    service = LittleService(lambda message, run: await_all(is_gone))
    waiting = range(WORKERS, 50)

    def script(talk: Talk) -> None:
        talk.send(*map(request, range(WORKERS)), *map(request, waiting))
        talk.send(request("seen", "ping"))
        talk.read()
        talk.from_server.close()
        talk.end()
        is_gone.set()

    code, _answers = served(service, script)

    assert code == 0
    # One for each worker may have been taken up before the first answer failed.
    assert len(service.worked) <= 2 * WORKERS


def tcp_pair() -> tuple[socket.socket, socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        return listener.accept()[0], client


# Some clients give a server sockets for its standard streams. A death with unread answers resets them.
socket_pairs = pytest.mark.parametrize("pair", [socket.socketpair, tcp_pair])
Pair = Callable[[], tuple[socket.socket, socket.socket]]


def run_at(server: socket.socket, service: LittleService) -> int:
    with server, server.makefile("rb") as source, server.makefile("wb", buffering=0) as target:
        return Loop(source, target, service).run()  # type: ignore[arg-type]


@socket_pairs
def test_case_64_a_client_at_a_socket_that_dies_while_the_server_reads_ends_the_loop_quietly(pair: Pair) -> None:
    server, client = pair()

    def die_with_an_answer_unread() -> None:
        client.recv(1, socket.MSG_PEEK)
        client.close()

    client.sendall(request(1, "ping"))
    dying = threading.Thread(target=die_with_an_answer_unread)
    dying.start()

    assert run_at(server, LittleService(nothing)) == 0

    dying.join()


@socket_pairs
def test_case_64_a_client_at_a_socket_that_dies_while_the_server_writes_ends_the_loop_quietly(pair: Pair) -> None:
    server, client = pair()
    pings = iter(range(9))

    def die_with_an_answer_unread() -> None:
        if next(pings) == 1:
            client.recv(1, socket.MSG_PEEK)
            client.close()

    client.sendall(b"".join(request(number, "ping") for number in range(9)))

    assert run_at(server, LittleService(nothing, ping=die_with_an_answer_unread)) == 0
