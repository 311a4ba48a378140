"""DATABASE_URL -> Django's database settings, the same behaviour on SQLite and on MySQL or MariaDB."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

EXAMPLES = "sqlite:///db.sqlite3 or mysql://user:password@127.0.0.1:3306/notes"
MYSQL = "django.db.backends.mysql"
SCHEMES = {"sqlite": "django.db.backends.sqlite3", "mysql": MYSQL, "mariadb": MYSQL}


def database(url: str, *, base_dir: Path) -> dict[str, Any]:
    """One entry of DATABASES. A relative SQLite path is taken from ``base_dir``.

    Raises ImproperlyConfigured when the URL names another engine, no database, or a driver that is not installed.
    The URL itself is never repeated in a message, since it may hold a password.
    """
    scheme = url.partition("://")[0].lower()
    if scheme not in SCHEMES:
        raise ImproperlyConfigured(f"DATABASE_URL does not start with sqlite:// or mysql://. Write it as {EXAMPLES}.")
    try:
        parsed: dict[str, Any] = environ.Env.db_url_config(url, engine=SCHEMES[scheme])
    except ValueError as fault:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read. Write it as {EXAMPLES}.") from fault
    finished = _mysql(parsed) if SCHEMES[scheme] == MYSQL else _sqlite(parsed, base_dir)
    # One request is one unit: a view that fails half-way leaves nothing behind.
    return {**finished, "ATOMIC_REQUESTS": True}


def _sqlite(parsed: dict[str, Any], base_dir: Path) -> dict[str, Any]:
    name = parsed["NAME"]
    options = {
        # Writers queue at the start of a transaction, where they can wait, not in the middle, where they would fail.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        **parsed.get("OPTIONS", {}),
    }
    return {**parsed, "NAME": name if name == ":memory:" else str(base_dir / name), "OPTIONS": options}


def _mysql(parsed: dict[str, Any]) -> dict[str, Any]:
    if not parsed["NAME"]:
        raise ImproperlyConfigured(f"DATABASE_URL names no database. Write it as {EXAMPLES}.")
    if importlib.util.find_spec("MySQLdb") is None:
        raise ImproperlyConfigured(
            "DATABASE_URL asks for MySQL or MariaDB, but its driver is not installed. "
            "Run: pip install -r requirements-mysql.txt (on Debian, first: "
            "apt-get install -y --no-install-recommends libmariadb-dev pkg-config gcc python3-dev)."
        )
    options = {
        "charset": "utf8mb4",
        # Text that is too long is refused, never cut.
        "sql_mode": "STRICT_TRANS_TABLES",
        "isolation_level": "read committed",
        # A server that is down is told within seconds.
        "connect_timeout": 5,
        **parsed.get("OPTIONS", {}),
    }
    return {
        **parsed,
        "OPTIONS": options,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "TEST": {"CHARSET": "utf8mb4", "COLLATION": "utf8mb4_unicode_ci"},
    }
