"""An empty database -> an installation of the product with its demo data, for tests that start real processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

ROOT = Path(settings.BASE_DIR)


@dataclass(frozen=True)
class Installation:
    """environment: what its processes run under."""

    environment: dict[str, str]

    def run(
        self, *arguments: str, stdin: bytes = b"", timeout: float = 120, **environment: str
    ) -> subprocess.CompletedProcess[bytes]:
        """manage.py with these arguments, as a process of its own. environment: on top of the installation's."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment | environment,
            input=stdin,
            capture_output=True,
            timeout=timeout,
            check=False,
        )

    def query(self, expression: str) -> object:
        """The JSON value of a Python expression evaluated in the installation's shell, models imported."""
        code = f"import json; print('=>' + json.dumps({expression}))"
        done = self.run("shell", "--no-imports", "-c", f"from notes.models import *; {code}")
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout.decode().rpartition("=>")[2])


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Installation]:
    with installed(tmp_path_factory.mktemp("installation")) as made:
        yield made


@contextmanager
def installed(folder: Path) -> Iterator[Installation]:
    """Migrated and filled, on the database server that the suite runs on; gone afterwards. folder: for its files."""
    name = f"mcpbridge_outside_{uuid.uuid4().hex[:12]}"
    environment = os.environ | {"DEMO_ACCOUNTS_FILE": str(folder / "accounts"), "PYTHONWARNINGS": "default"}
    if connection.vendor == "sqlite":
        made = Installation(environment | {"DATABASE_URL": f"sqlite:///{folder / 'outside.sqlite3'}"})
        _fill(made)
        yield made
        return
    server = os.environ["DATABASE_URL"].partition("?")[0].rpartition("/")[0]
    _administer(f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci")
    try:
        made = Installation(environment | {"DATABASE_URL": f"{server}/{name}"})
        _fill(made)
        yield made
    finally:
        _administer(f"DROP DATABASE `{name}`")


def _fill(made: Installation) -> None:
    for command in ("migrate", "demo"):
        done = made.run(command)
        assert done.returncode == 0, done.stderr.decode()


def _administer(statement: str) -> None:
    import MySQLdb  # there is no driver where the suite runs on SQLite

    given = connection.settings_dict
    link = MySQLdb.connect(
        host=given["HOST"] or "127.0.0.1",
        port=int(given["PORT"] or 3306),
        user=given["USER"],
        password=given["PASSWORD"],
    )
    try:
        link.cursor().execute(statement)
    finally:
        link.close()
