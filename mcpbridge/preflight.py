"""The state of the database -> nothing, or a typed failure whose sentence names the command to run."""

from __future__ import annotations

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor

from mcpbridge.exceptions import CallFailed

# What servers answer when they cannot be reached or have gone: MySQL 1040-1045, 1049, 2002-2013; the rest by text.
_MYSQL_UNREACHABLE = {1040, 1042, 1043, 1044, 1045, 1049, 2002, 2003, 2005, 2006, 2013}
_MYSQL_BROKEN = {2006, 2013}
_MYSQL_NO_TABLE = {1054, 1146}
# PostgreSQL's undefined_table and undefined_column.
_NO_TABLE = {"42P01", "42703"}


class Preflight:
    """Remembers that the migrations are applied; asks again for as long as they are not."""

    def __init__(self) -> None:
        self._ready = False

    def require_migrations(self) -> None:
        """Raises CallFailed unless every migration of the default database is applied."""
        if self._ready:
            return
        try:
            executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
            pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError as error:
            raise database_failure(error) from error
        if pending:
            raise unmigrated()
        self._ready = True


def unmigrated() -> CallFailed:
    return CallFailed("The database is not migrated, so nothing was written. Run: manage.py migrate", code="unmigrated")


def database_failure(error: BaseException, *, during_write: bool = False) -> CallFailed:
    """The failure to tell for a database error; its own text may hold hosts, paths and SQL, so it is never shown.

    during_write: a write was under way, so a connection that breaks leaves open whether it was stored.
    """
    number = error.args[0] if error.args and isinstance(error.args[0], int) else None
    text = str(error).lower()
    lacks_table = text.startswith(("no such table", "no such column")) or _sqlstate(error) in _NO_TABLE
    if number in _MYSQL_NO_TABLE or lacks_table:
        return CallFailed("The database is not migrated. Run: manage.py migrate", code="unmigrated")
    if "locked" in text or number in (1205, 1213):
        return CallFailed("The database is busy. Send the same call again.", code="database_busy", retryable=True)
    if "readonly" in text or "read-only" in text or number in (1290, 1792):
        return CallFailed("The database is read-only, so nothing was written.", code="database_read_only")
    if number in _MYSQL_BROKEN and during_write:
        return CallFailed(
            "The connection to the database broke during the write, so whether it was stored is unknown. "
            "Read the row before you send the call again.",
            code="outcome_unknown",
        )
    if number in _MYSQL_UNREACHABLE or "unable to open" in text or "connect" in text:
        return CallFailed(
            "The database cannot be reached. Start it and check DATABASE_URL, then send the same call again.",
            code="database_unreachable", retryable=True,
        )  # fmt: skip
    return CallFailed("The database refused the call. The API's log has the cause.", code="database_failed")


def _sqlstate(error: BaseException) -> str:
    """PostgreSQL's five characters, which Django keeps on the driver's own exception."""
    return str(getattr(error.__cause__, "sqlstate", None) or getattr(error.__cause__, "pgcode", None) or "")
