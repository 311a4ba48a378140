"""`manage.py mcp_stdio` and its database: connections end with each call, and one that is gone comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcpbridge.serve.stdio import WORKERS
from tests.installation import Installation
from tests.protocol.conftest import Serve
from tests.protocol.gate import gates
from tests.protocol.server import call, request

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

PROJECTS = "GET /api/v1/projects/"
ON_SERVER = "SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()"


def is_connected(installation: Installation) -> bool:
    """Whether any process but the one that looks is connected to the installation's database."""
    scheme, _mark, rest = installation.environment["DATABASE_URL"].partition("://")
    if scheme == "sqlite":
        # SQLite removes its write-ahead log when the last connection is closed.
        return Path(f"{rest}-wal").exists()
    cursor = "__import__('django.db').db.connection.cursor()"
    count = installation.query(f"(lambda it: (it.execute({ON_SERVER!r}), it.fetchone()[0])[1])({cursor})")
    assert isinstance(count, int)
    return count > 0


def test_case_66_between_calls_the_server_holds_no_connection(serve: Serve, installation: Installation) -> None:
    with gates(PROJECTS) as (environment, [gate]):
        # Where connections may be kept for a minute, as on MySQL they are by default.
        url = installation.environment["DATABASE_URL"]
        server = serve(**environment, DATABASE_URL=f"{url}?conn_max_age=60")
        server.send(*(call(number, "projects_list") for number in range(WORKERS)))
        gate.await_arrival(WORKERS)
        meanwhile = is_connected(installation)
        gate.open()
        server.send(*(call(number, "tags_list") for number in range(20)), request("list", "tools/list"))
        server.send(call("write", "tags_create", name="connected"), call("unknown", "tags_list", nonsense=1))

        for _answer in range(WORKERS + 23):
            server.read()

    assert meanwhile, "This test does not see connections."
    assert not is_connected(installation)
    assert server.rest() == []


def test_a_database_that_disappears_and_comes_back_costs_the_calls_in_between_and_no_more(
    serve: Serve, installation: Installation, tmp_path: Path
) -> None:
    database = tmp_path / "mine.sqlite3"
    url = f"sqlite:///{database}"
    assert installation.run("migrate", DATABASE_URL=url).returncode == 0
    code = "from django.contrib.auth.models import User; User.objects.create(username='admin')"
    installation.run("shell", "--no-imports", "-c", code, DATABASE_URL=url)
    server = serve(DATABASE_URL=url)

    answers = [server.ask(call("there", "projects_list"))]
    database.rename(tmp_path / "hidden")
    answers.append(server.ask(call("gone", "projects_list")))
    (tmp_path / "hidden").rename(database)
    answers.append(server.ask(call("back", "projects_list")))

    assert server.rest() == []
    there, gone, back = (answer["result"] for answer in answers)
    assert (there["isError"], gone["isError"], back["isError"]) == (False, True, False)
    assert "manage.py migrate" in gone["structuredContent"]["message"]
