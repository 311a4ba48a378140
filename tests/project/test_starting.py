"""A bad environment -> a refusal in one sentence; a good one -> a start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError

from project.startup import sentence

GOOD = {
    "DEBUG": "off",
    "SECRET_KEY": "kJ8-vQ2zX5nB7mW4eR9tY6uI3oP1aS0dF-gH8jK5lZ2xC7vB4nM",
    "ALLOWED_HOSTS": "notes.example.com",
    "CSRF_TRUSTED_ORIGINS": "https://notes.example.com",
    "SECURE_SSL_REDIRECT": "on",
    "SECURE_COOKIES": "on",
    "SECURE_HSTS_SECONDS": "3600",
}


def start(command: str = "check", *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", command, *options],
        cwd=settings.BASE_DIR,
        env=os.environ | GOOD | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("environment", "fault", "mend"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set", "secrets.token_urlsafe"),
        ({"SECRET_KEY": "django-insecure-" + GOOD["SECRET_KEY"]}, "SECRET_KEY is too weak", "no placeholder text"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is not set", "ALLOWED_HOSTS=notes.example.com"),
        ({"DATABASE_URL": "postgres://u:canary@host/db"}, "DATABASE_URL", "sqlite:///db.sqlite3"),
    ],
)
def test_a_bad_setting_stops_the_start_with_one_sentence(environment: dict[str, str], fault: str, mend: str) -> None:
    done = start(**environment)

    assert done.returncode == 1
    assert done.stdout == ""
    assert fault in done.stderr
    assert mend in done.stderr
    assert "Traceback" not in done.stderr
    assert "canary" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_traceback_shows_where_a_refusal_comes_from() -> None:
    done = start("check", "--traceback", SECRET_KEY="")

    assert "Traceback" in done.stderr
    assert "project/environment.py" in done.stderr


def test_production_settings_pass_djangos_deployment_check() -> None:
    done = start("check", "--deploy", "--fail-level", "WARNING")

    assert done.returncode == 0, done.stderr


def test_a_database_that_cannot_be_reached_is_told_without_a_traceback(tmp_path: Path) -> None:
    done = start("migrate", DATABASE_URL=f"sqlite:///{tmp_path}/missing/notes.sqlite3")

    assert done.returncode == 1
    assert "The database cannot be used (unable to open database file)" in done.stderr
    assert "DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_tables_are_told_with_the_command_that_makes_them(tmp_path: Path) -> None:
    done = start("demo", DEBUG="on", DATABASE_URL=f"sqlite:///{tmp_path}/empty.sqlite3")

    assert done.returncode == 1
    assert "Run: python manage.py migrate" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (ProgrammingError(1146, "Table 'notes.auth_user' doesn't exist"), "Run: python manage.py migrate"),
        (OperationalError(1054, "Unknown column 'x' in 'SELECT'"), "Run: python manage.py migrate"),
        (OperationalError("no such column: x"), "Run: python manage.py migrate"),
        (OperationalError("database is locked"), "The database is busy (database is locked). Run the command again."),
        (OperationalError("attempt to write a readonly database"), "The database refused this (attempt to write"),
        (OperationalError(1045, "Access denied for user 'u'@'h'"), "The database cannot be used (Access denied"),
        (OperationalError(1698, "Access denied for user 'root'"), "The database cannot be used (Access denied"),
        (InterfaceError(0, ""), "The database cannot be used"),
        (IntegrityError("UNIQUE constraint failed"), "The database refused this (UNIQUE constraint failed)."),
    ],
)
def test_a_fault_of_the_database_is_told_with_what_an_operator_can_do(fault: Exception, said: str) -> None:
    assert said in sentence(fault)


def test_every_process_in_debug_without_a_key_has_its_own() -> None:
    code = "from django.conf import settings; print(settings.SECRET_KEY)"

    keys = {start("shell", "--no-imports", "-c", code, DEBUG="on", SECRET_KEY="").stdout.strip() for _ in range(2)}

    assert len(keys) == 2
    assert all(len(key) >= 50 for key in keys)


def test_debug_is_off_unless_it_is_set() -> None:
    code = "from django.conf import settings; print(settings.DEBUG)"

    # An empty value stands for an absent one, which a developer's .env might fill in.
    done = start("shell", "--no-imports", "-c", code, DEBUG="")

    assert done.stdout.strip() == "False"
