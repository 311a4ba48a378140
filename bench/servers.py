"""A MySQL or MariaDB server's address -> a new database there, dropped afterwards."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import unquote, urlsplit

import MySQLdb

from scripts.databases import MENDS
from scripts.mariadb import place
from scripts.refusal import Refused


@contextmanager
def own_database(address: str) -> Iterator[tuple[str, str]]:
    """The server's kind for people, and the DATABASE_URL of a database that nobody else uses.

    Raises Refused where the account may not create one.
    """
    name = f"mcpbridge_bench_{os.getpid()}_{secrets.token_hex(4)}"
    try:
        version = _done(address, f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci")
    except MySQLdb.Error as fault:
        why = MENDS.get(fault.args[0], f"it answered with error {fault.args[0]}")
        raise Refused(f"The server at {place(address)} cannot be used: {why}.") from fault
    try:
        yield "MariaDB" if "MariaDB" in version else "MySQL", f"{address}/{name}"
    finally:
        _done(address, f"DROP DATABASE `{name}`")


def _done(address: str, statement: str) -> str:
    """Run one statement; the server's version. On a connection of its own: none idles through all the measuring."""
    parts = urlsplit(address)
    given: dict[str, Any] = {"host": parts.hostname or "127.0.0.1", "port": parts.port or 3306, "connect_timeout": 10}
    given |= {"user": unquote(parts.username or "root"), "password": unquote(parts.password or "")}
    with closing(MySQLdb.connect(**given)) as connection, closing(connection.cursor()) as cursor:
        cursor.execute(statement)
        cursor.execute("SELECT VERSION()")
        return str(cursor.fetchone()[0])
