"""The name of an act -> a program that does it: what commands of a project may turn out to do.

    python acting.py ACT

GATE: the port at which the test waits for whoever has come that far (tests/protocol/gate.py).
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys


def waits() -> None:
    """Until the test lets it go. The test sees when this process has ended, however it has."""
    with socket.create_connection(("127.0.0.1", int(os.environ["GATE"]))) as link:
        if "READY" in os.environ:
            os.write(int(os.environ["READY"]), b".")
        link.recv(1)


def stubborn() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    waits()


def waits_with_a_child() -> None:
    """Both wait."""
    child = subprocess.Popen([sys.executable, __file__, "waits"])
    waits()
    child.wait()


def leaves_a_child(start_new_session: bool = False) -> None:
    """It has the same standard output, and waits already."""
    listening, ready = os.pipe()
    environment = os.environ | {"READY": str(ready)}
    subprocess.Popen(
        [sys.executable, __file__, "waits"], env=environment, pass_fds=[ready], start_new_session=start_new_session
    )
    os.read(listening, 1)
    print("left")


def leaves_a_stranger() -> None:
    """As leaves_a_child, in a session of its own."""
    leaves_a_child(start_new_session=True)


def fails() -> None:
    print("first to standard output", flush=True)
    print("then to standard error", file=sys.stderr, flush=True)
    print("\x1b[31mred\x1b[0m and \x1b]0;title\x07done")
    sys.exit(3)


def closes_its_output() -> None:
    """And goes on."""
    os.write(1, b"so far\n")
    os.close(1)
    os.close(2)
    waits()
    os._exit(5)


def reads() -> None:
    print(f"standard input holds {sys.stdin.read()!r}")


def ends_by_a_signal() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
