"""Command line -> one tool call through the pipeline that agents use -> its structured result as JSON.

Exit code 0: success. 1: the tool answered with an error. 2: wrong usage.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from mcpbridge import bridge
from mcpbridge.exceptions import CatalogError, ProtocolError
from mcpbridge.govern.identity import UnknownCaller, caller_named
from mcpbridge.preflight import database_failure

USAGE = 2


class Command(BaseCommand):
    help = "Call one tool as a user and print its structured result as JSON."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tool", help="name of the tool, such as projects_list")
        parser.add_argument(
            "arguments", nargs="*", metavar="key=value", help="one argument of the tool; the value is taken as text"
        )
        parser.add_argument("--json", metavar="OBJECT", help="arguments as a JSON object; key=value pairs come on top")
        parser.add_argument("--user", metavar="NAME", required=True, help="login of the caller (DEBUG only)")
        parser.add_argument("--read-only", action="store_true", help="refuse every tool that writes")
        parser.add_argument(
            "--allow",
            action="append",
            default=[],
            choices=("admin", "destructive"),
            help="call tools of this level too",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError(
                "--user works with DEBUG on only: where it is off, a name alone proves nothing.", returncode=USAGE
            )
        arguments = self._arguments(options["json"], options["arguments"])
        try:
            caller = caller_named(options["user"])
            called = bridge.from_settings(granted=options["allow"], read_only=options["read_only"])
            outcome = called.call(options["tool"], arguments, caller)
        except (CatalogError, UnknownCaller, ProtocolError) as error:
            raise CommandError(str(error), returncode=USAGE) from error
        except DatabaseError as error:
            raise CommandError(database_failure(error).message) from error
        self.stdout.write(json.dumps(outcome.content, ensure_ascii=False, indent=2))
        if outcome.is_error:
            sys.exit(1)

    def _arguments(self, text: str | None, pairs: list[str]) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        if text:
            try:
                given = json.loads(text)
            except ValueError as error:
                raise CommandError(f"--json is no JSON: {error}", returncode=USAGE) from error
            if not isinstance(given, dict):
                raise CommandError('--json must be an object, such as {"name": "Atlas"}.', returncode=USAGE)
            arguments = given
        for pair in pairs:
            key, equals, value = pair.partition("=")
            if not equals or not key:
                raise CommandError(f"{pair!r} is not of the form key=value.", returncode=USAGE)
            arguments[key] = value
        return arguments
