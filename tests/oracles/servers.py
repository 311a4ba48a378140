"""A project, or two of its processes behind a balancer -> an address that answers, for as long as a test needs it."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.installation import ROOT

STARTS_WITHIN = 60
STOPS_WITHIN = 20
"""Seconds."""


@dataclass(frozen=True)
class Served:
    """url: of the MCP endpoint. log: the file into which the server writes what it says."""

    url: str
    log: Path

    @property
    def failures(self) -> list[str]:
        """What went wrong without having been foreseen."""
        return [line for line in self.log.read_text(encoding="utf-8").splitlines() if line.startswith("Traceback")]


def gunicorn(settings: str, threads: int = 8) -> Callable[[int], Sequence[str]]:
    """One process, with threads or, for 1, without. settings: the dotted name of a project's settings."""
    application = "django.core.wsgi:get_wsgi_application()"
    options = ["--workers", "1", "--threads", str(threads), "--env", f"DJANGO_SETTINGS_MODULE={settings}"]
    return lambda fd: [sys.executable, "-m", "gunicorn", application, "--bind", f"fd://{fd}", *options]


def uvicorn(fd: int) -> Sequence[str]:
    """One process with an event loop."""
    application = "django.core.asgi:get_asgi_application"
    return [sys.executable, "-m", "uvicorn", application, "--factory", "--fd", str(fd), "--lifespan", "off"]


@contextmanager
def serving(command: Callable[[int], Sequence[str]], environment: Mapping[str, str], folder: Path) -> Iterator[Served]:
    """A server that answers. command: from the descriptor on which it is to listen. folder: for its log."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        served = Served(address, folder / f"{listener.getsockname()[1]}.log")
        with served.log.open("wb") as log:
            process = subprocess.Popen(
                command(listener.fileno()),
                cwd=ROOT,
                env={**os.environ, **environment, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=[listener.fileno()],
            )
    try:
        _await(served)
        yield served
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await(served: Served) -> None:
    """The server listens from the first moment on, so that one request waits for as long as it needs to start."""
    link = http.client.HTTPConnection(urlsplit(served.url).netloc, timeout=STARTS_WITHIN)
    try:
        link.request("GET", "/mcp")
        link.getresponse().read()
    except OSError as error:
        said = served.log.read_text(encoding="utf-8", errors="replace")[-2_000:]
        raise AssertionError(f"The server did not answer ({error}). It said:\n{said}") from error
    finally:
        link.close()
