"""A folder, or a database server -> an installation with demo data in a database of its own, gone afterwards.

Standard library only, but for the driver that a server's database is made with.
"""

from __future__ import annotations

import importlib.util
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import processes
from scripts import mariadb
from scripts.refusal import Refused

# Nothing else of the shell reaches a measured program: a .env or an exported setting would change what it does.
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT")


@dataclass(frozen=True)
class Site:
    """database: the kind, for people. url: its DATABASE_URL. folder: for what the programs keep in files."""

    database: str
    url: str
    folder: Path

    def environment(self, *, debug: bool) -> dict[str, str]:
        """The settings of a program. Ratios of calls are taken with DEBUG off: on, every query is kept as well."""
        return {name: os.environ[name] for name in KEPT if name in os.environ} | {
            "DJANGO_SETTINGS_MODULE": "project.settings",
            "DATABASE_URL": self.url,
            "DEBUG": "on" if debug else "off",
            "SECRET_KEY": self._key(),
            "ALLOWED_HOSTS": "localhost",
            "CSRF_TRUSTED_ORIGINS": "",
            "LANGUAGE_CODE": "en",
            "TIME_ZONE": "UTC",
            "LOG_LEVEL": "INFO",
            "SECURE_SSL_REDIRECT": "off",
            "SECURE_COOKIES": "off",
            "BEHIND_TLS_PROXY": "off",
            "DEMO_ACCOUNTS_FILE": str(self.folder / "demo-accounts"),
        }

    def fill(self) -> None:
        """Migrate the database and load the demo data. Raises Refused."""
        for command in (["migrate", "--verbosity", "0"], ["demo"]):
            processes.run(["manage.py", *command], self.environment(debug=True))

    def _key(self) -> str:
        """One key for all programs of a site: a session of one is good for the next."""
        kept = self.folder / "key"
        if not kept.exists():
            kept.write_text(secrets.token_urlsafe(60), encoding="ascii")
        return kept.read_text(encoding="ascii")


@contextmanager
def on_sqlite(folder: Path) -> Iterator[Site]:
    """An installation whose database is a file in the folder."""
    folder.mkdir()
    site = Site("SQLite", f"sqlite:///{folder / 'bench.sqlite3'}", folder)
    site.fill()
    yield site


@contextmanager
def on_server(folder: Path, address: str) -> Iterator[Site]:
    """An installation with a new database on a MySQL or MariaDB server; the database is dropped at the end."""
    # Needs the driver, which is installed only where such a server is used.
    from bench.servers import own_database

    folder.mkdir()
    with own_database(address) as (kind, url):
        site = Site(kind, url, folder)
        site.fill()
        yield site


def server() -> tuple[str, str]:
    """A server's address and "", or "" and why there is none. Raises Refused where MYSQL_TEST_URL names a bad one."""
    given = mariadb.given()
    address = given or mariadb.USUAL
    why = ""
    if not mariadb.greets(address):
        why = f"Nothing answers at {mariadb.place(address)}: start a server, or name one in MYSQL_TEST_URL."
    elif importlib.util.find_spec("MySQLdb") is None:
        why = "Its driver is not installed: pip install -r requirements-mysql.txt"
    else:
        why = _refusal(address)
    if why and given:
        raise Refused(why)
    return ("", why) if why else (address, "")


def _refusal(address: str) -> str:
    """Why no database can be made there; "" where one can."""
    # Needs the driver, which has just been seen.
    from bench.servers import own_database

    try:
        with own_database(address):
            return ""
    except Refused as refusal:
        return str(refusal)
