"""A MySQL or MariaDB server's address -> whether tests can have their own databases there (run by .venv's Python).

python -m scripts.databases try  mysql://user:password@host:3306/name    prints the server's version
python -m scripts.databases drop mysql://user:password@host:3306/name    drops the test databases of that name
"""

from __future__ import annotations

import sys
from typing import Any
from urllib.parse import unquote, urlsplit

import MySQLdb

from scripts.refusal import Refused, told

# What the server says -> what a person can do about it.
MENDS = {
    1044: "the account may not create databases; grant it ALL ON `test_%`.*",
    1045: "it refused the account; give one that may create databases in MYSQL_TEST_URL",
    1698: "it refused the account; give one that may create databases in MYSQL_TEST_URL",
    2002: "nothing answers there",
    2003: "nothing answers there",
    2005: "no such host is known",
}


def main() -> None:
    action, url = sys.argv[1:]
    address, name = urlsplit(url), f"test_{urlsplit(url).path.strip('/')}"
    try:
        connection = MySQLdb.connect(
            host=address.hostname or "127.0.0.1",
            port=address.port or 3306,
            user=unquote(address.username or "root"),
            password=unquote(address.password or ""),
            connect_timeout=10,
            charset="utf8mb4",
        )
        cursor = connection.cursor()
        if action == "try":
            print(_version(cursor, name))
        else:
            _drop(cursor, name)
    except MySQLdb.Error as fault:
        raise Refused(MENDS.get(fault.args[0], f"it answered with error {fault.args[0]}")) from fault


def _version(cursor: Any, name: str) -> str:
    """The server's version, after making and dropping one of the databases that the tests will want."""
    cursor.execute(f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4")
    cursor.execute(f"DROP DATABASE `{name}`")
    cursor.execute("SELECT VERSION()")
    return str(cursor.fetchone()[0])


def _drop(cursor: Any, name: str) -> None:
    """Drop the database of that name and those that parallel workers have made beside it (name_gw0 ...)."""
    cursor.execute("SHOW DATABASES")
    for (found,) in cursor.fetchall():
        if found == name or found.startswith(f"{name}_gw"):
            cursor.execute(f"DROP DATABASE `{found}`")


if __name__ == "__main__":
    sys.exit(told(main))
