"""A MySQL or MariaDB server's address -> a new database there, dropped afterwards."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

import MySQLdb


@contextmanager
def own_database(address: str) -> Iterator[tuple[str, str]]:
    """The server's kind for people, and the DATABASE_URL of a database that nobody else uses."""
    parts = urlsplit(address)
    name = f"mcpbridge_bench_{os.getpid()}_{secrets.token_hex(4)}"
    connection = MySQLdb.connect(
        host=parts.hostname or "127.0.0.1",
        port=parts.port or 3306,
        user=unquote(parts.username or "root"),
        password=unquote(parts.password or ""),
        connect_timeout=10,
    )
    try:
        cursor = connection.cursor()
        cursor.execute("SELECT VERSION()")
        kind = "MariaDB" if "MariaDB" in str(cursor.fetchone()[0]) else "MySQL"
        cursor.execute(f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci")
    finally:
        connection.close()
    try:
        yield kind, f"{address}/{name}"
    finally:
        # Anew: the first connection would have idled through all of the measuring.
        connection = MySQLdb.connect(
            host=parts.hostname or "127.0.0.1",
            port=parts.port or 3306,
            user=unquote(parts.username or "root"),
            password=unquote(parts.password or ""),
            connect_timeout=10,
        )
        connection.cursor().execute(f"DROP DATABASE `{name}`")
        connection.close()
