"""How `manage.py mcp_stdio` ends when it is told to and when its client is gone."""

from __future__ import annotations

import contextlib
import signal
import threading

import pytest

from tests.installation import Installation
from tests.protocol.conftest import Serve
from tests.protocol.server import PATIENCE, Server, call, initialize, ping, request

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")


def ended_well(server: Server) -> bool:
    return server.process.wait(PATIENCE) == 0 and "Traceback" not in server.errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_case_64_a_signal_ends_the_server_at_once_and_quietly(serve: Serve, number: signal.Signals) -> None:
    server = serve()
    server.ask(initialize(1))

    server.process.send_signal(number)

    assert ended_well(server)


def test_case_64_a_signal_ends_a_server_whose_client_has_stopped_reading(serve: Serve) -> None:
    server = serve()
    server.send(ping("ready"))
    assert server.process.stdout is not None and server.process.stdout.readline()
    asking = threading.Thread(target=ask_until_it_ends, args=(server,))
    asking.start()
    asking.join(1)
    assert asking.is_alive(), "The pipes are not full."

    server.process.terminate()

    assert ended_well(server)
    asking.join(PATIENCE)


def ask_until_it_ends(server: Server) -> None:
    with contextlib.suppress(BrokenPipeError):
        server.send(*map(ping, range(10_000)))


def test_case_64_a_client_that_is_gone_ends_the_server_quietly(serve: Serve) -> None:
    server = serve()
    assert server.process.stdout is not None
    server.process.stdout.close()

    server.send(initialize(1), request(2, "tools/list"))
    server.end_input()

    assert ended_well(server)


def test_a_client_that_no_longer_reads_has_no_further_call_carried_out(
    serve: Serve, installation: Installation
) -> None:
    before = installation.query("Tag.objects.count()")
    server = serve()
    assert server.process.stdin is not None and server.process.stdout is not None
    server.send(call(1, "tags_list"))
    server.process.stdout.readline()

    server.process.stdout.close()
    server.send(initialize(2))
    for number in range(20):
        try:
            server.send(call(number, "tags_create", name=f"unread {number}"))
        except BrokenPipeError:
            break

    assert ended_well(server)
    assert installation.query("Tag.objects.count()") == before
