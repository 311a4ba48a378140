"""Command line -> a stdio server for one local client.

MCP clients start this command and talk to it by its standard input and output. What an agent may do is what the named
user may do through the REST API.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from mcpbridge import bridge
from mcpbridge.exceptions import CatalogError
from mcpbridge.govern.identity import UnknownCaller, caller_named
from mcpbridge.preflight import database_failure
from mcpbridge.serve import stdout
from mcpbridge.serve.jsonrpc import Message, Rejection
from mcpbridge.serve.stdio import Loop


class Command(BaseCommand):
    help = "Serve this project's tools to one MCP client over standard input and output."
    # Checks cost a good part of the start, and a client waits for it; `manage.py check` runs them.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--user", metavar="NAME", help="login of the person whom the agent acts for (DEBUG only)")
        parser.add_argument("--read-only", action="store_true", help="offer tools that read and no others")
        parser.add_argument(
            "--allow",
            action="append",
            default=[],
            choices=("admin", "destructive"),
            help="offer tools of this level as well; may be given twice",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target = stdout.claim()
        login = self._login(options["user"])
        try:
            served = bridge.from_settings(granted=options["allow"], read_only=options["read_only"])
        except CatalogError as error:
            raise CommandError(str(error)) from error

        def answer(message: Message | Rejection) -> bytes | None:
            try:
                return served.answer(message, login)
            finally:
                # Workers outlive the calls that they run; a connection that idles in one is a connection too many.
                connections.close_all()

        code = Loop(sys.stdin.buffer, target, answer, served.server.is_instant).run()
        sys.stderr.flush()
        # Workers that were given up must not keep the process: their connections end, and so roll back, with it.
        os._exit(code)

    def _login(self, login: str | None) -> str:
        """The checked login. Without DEBUG a name alone proves nothing."""
        if not settings.DEBUG:
            raise CommandError("--user works with DEBUG on only: where it is off, a name alone proves nothing.")
        if not login:
            raise CommandError("Name the person whom the agent acts for: manage.py mcp_stdio --user NAME")
        try:
            caller_named(login)
        except UnknownCaller as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(database_failure(error).message) from error
        finally:
            connections.close_all()
        return login
