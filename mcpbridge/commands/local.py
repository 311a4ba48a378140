"""settings.MCPBRIDGE -> what runs commands for a local server, or nothing.

It takes DEBUG and RUN_COMMANDS: whoever reaches a production server must never be able to start a program there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from django.conf import settings

from mcpbridge.conf import bridge_settings
from mcpbridge.secrecy import SHORTEST, sounds_secret

if TYPE_CHECKING:
    from mcpbridge.commands.running import CommandRunner

FOLDERS = ("PWD", "OLDPWD")
"""Variables of every shell that are called like passwords, and hold folders."""


def from_settings() -> CommandRunner | None:
    """Runs the declared commands that nothing speaks against; None where no command is to be run."""
    # Only POSIX systems have process groups, without which what a command starts could not be ended.
    if not (settings.DEBUG and bridge_settings.run_commands and os.name == "posix"):
        return None
    # Loaded late: most servers run none, and a client waits for each of them to start.
    from mcpbridge.commands.running import CommandRunner

    return CommandRunner(bridge_settings.commands.commands, secrets_of_this_process())


def secrets_of_this_process() -> frozenset[str]:
    """The secrets that this process has been given, for no command to show. Commands may read .env by themselves."""
    return frozenset(text for text in _secrets() if len(text) >= SHORTEST)


def _secrets() -> Iterator[str]:
    yield str(settings.SECRET_KEY)
    yield from (str(database.get("PASSWORD") or "") for database in settings.DATABASES.values())
    for name, value in os.environ.items():
        if sounds_secret(name) and name not in FOLDERS:
            yield value
        yield from _passwords(value)


def _passwords(text: str) -> Iterator[str]:
    """Those of an address, as they stand in it and as they are meant."""
    if "@" in text and "://" in text:
        written = urlsplit(text).netloc.rpartition("@")[0].partition(":")[2]
        yield from (written, unquote(written))
