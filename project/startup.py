"""A command line -> an exit code; what stops a command is told as a sentence on standard error."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, InterfaceError, OperationalError


def run(argv: list[str]) -> int:
    """Runs one Django command. Returns 0, or 1 after a sentence; ``--traceback`` shows the cause instead."""
    try:
        # Read first, so that a bad setting is told in one way whatever the command is.
        settings.INSTALLED_APPS  # noqa: B018
        execute_from_command_line(argv)
    except (ImproperlyConfigured, DatabaseError, InterfaceError) as fault:
        if "--traceback" in argv:
            raise
        print(sentence(fault), file=sys.stderr)
        return 1
    return 0


def sentence(fault: Exception) -> str:
    """What an operator can do about a fault that stopped a command."""
    if isinstance(fault, ImproperlyConfigured):
        return str(fault)
    # Imported here, not above: it brings the migration machinery along, which no command waits for that works.
    from mcpbridge.preflight import database_failure

    kind = database_failure(fault).code
    if kind == "unmigrated":
        return "The database has no up-to-date tables. Run: python manage.py migrate"
    if kind == "database_busy":
        return f"The database is busy ({_reason(fault)}). Run the command again."
    if kind != "database_read_only" and isinstance(fault, OperationalError | InterfaceError):
        return (
            f"The database cannot be used ({_reason(fault)}). "
            "Start the database server, or correct DATABASE_URL in the environment or in .env."
        )
    return f"The database refused this ({_reason(fault)}). Run again with --traceback to see where."


def _reason(fault: Exception) -> str:
    # MySQLdb gives (number, text), sqlite3 gives (text,).
    return str(fault.args[-1]).strip().rstrip(".") if fault.args else type(fault).__name__
