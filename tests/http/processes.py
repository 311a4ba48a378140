"""The servers that a team may run the product under -> their commands, exchanges with them, and what they hold open."""

from __future__ import annotations

import http.client
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.installation import Installation

PATIENCE = 60
"""Seconds."""

Command = Callable[[int], Sequence[str]]


def gunicorn(*options: str) -> Command:
    command = [sys.executable, "-m", "gunicorn", "project.wsgi", *options]
    return lambda fd: [*command, "--bind", f"fd://{fd}"]


def uvicorn(*options: str) -> Command:
    command = [sys.executable, "-m", "uvicorn", "project.asgi:application", "--lifespan", "off", *options]
    return lambda fd: [*command, "--fd", str(fd)]


SERVERS: Mapping[str, Command] = {
    "gunicorn, processes": gunicorn("--workers", "2", "--worker-class", "sync"),
    "gunicorn, threads": gunicorn("--workers", "2", "--worker-class", "gthread", "--threads", "8"),
    "uvicorn": uvicorn(),
}


@dataclass(frozen=True)
class Answered:
    """headers: names in lower case."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        return json.loads(self.body)


def post(url: str, token: str, body: Any, **headers: str) -> Answered:
    """One request on a connection of its own. body: bytes as they are, anything else as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    return ask(url, "POST", content, given | {name.replace("_", "-"): value for name, value in headers.items()})


def ask(url: str, method: str, body: bytes | None, headers: Mapping[str, str]) -> Answered:
    """A server may answer a body before it has come whole, and hang up on the rest of it."""
    link = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    link.connect()
    try:
        try:
            link.request(method, urlsplit(url).path, body, dict(headers))
        except (BrokenPipeError, ConnectionResetError):
            reply = http.client.HTTPResponse(link.sock, method=method)
            reply.begin()
        else:
            reply = link.getresponse()
        return Answered(reply.status, reply.read(), {name.lower(): value for name, value in reply.getheaders()})
    finally:
        link.close()


def token_of(installation: Installation, login: str) -> str:
    made = installation.run("mcp_token", "create", "--user", login, "--days", "1")
    assert made.returncode == 0, made.stderr.decode()
    return made.stdout.decode().strip()


def open_connections(installation: Installation) -> int:
    """How many connections to the installation's database there are, in whatever processes."""
    kind, _slashes, place = installation.environment["DATABASE_URL"].partition("://")
    if kind == "sqlite":
        return _open_files(Path(place))
    return _threads_of_the_server(place)


def _open_files(path: Path) -> int:
    count = 0
    for process in Path("/proc").glob("[0-9]*/fd"):
        try:
            held = [os.readlink(descriptor) for descriptor in process.iterdir()]
        except OSError:
            # A process of somebody else's, or one that has just ended.
            continue
        count += held.count(str(path))
    return count


def _threads_of_the_server(place: str) -> int:
    import MySQLdb  # there is no driver where the suite runs on SQLite

    parts = urlsplit(f"//{place}")
    link = MySQLdb.connect(
        host=parts.hostname or "127.0.0.1",
        port=parts.port or 3306,
        user=parts.username or "",
        password=parts.password or "",
    )
    try:
        cursor = link.cursor()
        cursor.execute("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = %s", [parts.path.lstrip("/")])
        return int(cursor.fetchone()[0])
    finally:
        link.close()
