"""The database and the cache of this installation -> whether they answer, and whether the tables are up to date."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections
from django.db import Error as DatabaseFault
from django.db.migrations.executor import MigrationExecutor

from mcpbridge.doctor.findings import Finding, fail, ok, warn
from mcpbridge.doctor.subject import Subject
from mcpbridge.preflight import database_failure

SETTING = "DATABASE_URL (or the setting DATABASES)"
# What MySQL and MariaDB say of an account and of a name.
_BY_NUMBER = {
    1044: ("it refuses this account", f"Mend user and password in {SETTING}."),
    1045: ("it refuses this account", f"Mend user and password in {SETTING}."),
    1049: ("it has no database of this name", f"Create it, or mend the name in {SETTING}; then run: manage.py migrate"),
}
_BY_CODE = {
    "database_unreachable": ("it cannot be reached", f"Start the database, or mend host and port in {SETTING}."),
    "database_busy": ("it is busy", "Run this again; if that does not help, end what holds it."),
}
_OTHER = ("it refuses to answer", f"Check what {SETTING} names: manage.py check --database default tells its cause.")
NAMED = 5
"""Migrations that are named."""


def database(subject: Subject) -> Iterator[Finding]:
    given = connections.settings[DEFAULT_DB_ALIAS]
    where = _where(given)
    if _lacks_file(given):
        yield fail(
            f"{where}: there is no such file.", f"Run: manage.py migrate (it makes the file), or mend {SETTING}."
        )
        return
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT 1")
    except ImproperlyConfigured:
        if not given["NAME"]:
            yield fail("None is named.", f"Name one in {SETTING}.")
            return
        yield fail(f"{where}: its driver cannot be loaded.", "Install the driver (requirements-mysql.txt names ours).")
    except DatabaseFault as error:
        number = error.args[0] if error.args and isinstance(error.args[0], int) else None
        fault, mend = _BY_NUMBER.get(number or 0) or _BY_CODE.get(database_failure(error).code, _OTHER)
        yield fail(f"{where}: {fault}.", mend)
    else:
        yield ok(f"{where}: it answers.")


def migrations(subject: Subject) -> Iterator[Finding]:
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        yield ok(f"All {len(executor.loader.applied_migrations)} are applied.")
        return
    names = ", ".join(f"{one.app_label}.{one.name}" for one, _backwards in plan[:NAMED])
    more = f" and {len(plan) - NAMED} more" if len(plan) > NAMED else ""
    yield fail(f"Not applied: {names}{more}.", "Run: manage.py migrate")


def cache(subject: Subject) -> Iterator[Finding]:
    backend = caches.settings["default"].get("BACKEND", "").rpartition(".")[2]
    mend = "Start the cache's server, or mend CACHE_URL (or the setting CACHES)."
    key, value = f"mcpbridge-doctor-{secrets.token_hex(8)}", secrets.token_hex(8)
    try:
        caches["default"].set(key, value, 30)
        found = caches["default"].get(key)
        caches["default"].delete(key)
    except Exception as error:
        # Each backend has errors of its own.
        yield fail(f"{backend} does not answer: {type(error).__name__}.", mend)
        return
    if found == value:
        yield ok(f"{backend} keeps what it is given.")
    elif backend == "DummyCache":
        yield warn("DummyCache keeps nothing, so throttles count nothing.", "Choose another backend in CACHES.")
    else:
        yield fail(f"{backend} does not keep what it is given.", mend)


def _where(given: dict[str, Any]) -> str:
    """Engine, place and name; never the account."""
    engine = str(given["ENGINE"]).rpartition(".")[2]
    port = f":{given['PORT']}" if given.get("PORT") else ""
    place = f" at {given['HOST']}{port}" if given.get("HOST") else ""
    return f"{engine}{place}, {given['NAME']}"


def _lacks_file(given: dict[str, Any]) -> bool:
    """Whether it is a file of SQLite's that is not there, which connecting would make, empty."""
    name = str(given["NAME"])
    is_file = str(given["ENGINE"]).endswith("sqlite3") and ":memory:" not in name and not name.startswith("file:")
    return is_file and not Path(name).exists()
