"""Command line -> one tool call through the pipeline that agents use -> its structured result as JSON.

Exit code 0: success. 1: the tool answered with an error. 2: wrong usage.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from mcpbridge.exceptions import ProtocolError
from mcpbridge.govern.identity import UnknownCaller
from mcpbridge.management import local_caller

USAGE = 2


class Command(BaseCommand):
    help = "Call one tool as a user and print its structured result as JSON."
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        # Options may stand among the key=value pairs, wherever a person types them.
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tool", help="name of the tool, such as projects_list")
        parser.add_argument(
            "arguments",
            nargs="*",
            metavar="key=value",
            help="one argument of the tool; the value is taken as text (null, lists and objects: --json)",
        )
        parser.add_argument("--json", metavar="OBJECT", help="arguments as a JSON object; key=value pairs come on top")
        local_caller.add_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        arguments = _arguments(options["json"], options["arguments"])
        called = local_caller.opened(options, returncode=USAGE)
        try:
            if reason := called.refusal(options["tool"]):
                raise CommandError(f"{reason} --allow adds a level, --read-only takes all but read.", returncode=USAGE)
            outcome = called.call(options["tool"], arguments)
        except (ProtocolError, UnknownCaller) as error:
            raise CommandError(str(error), returncode=USAGE) from error
        # A terminal that cannot show every letter gets escapes, which are JSON as well.
        shows_all = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        self.stdout.write(json.dumps(outcome.as_result()["structuredContent"], ensure_ascii=not shows_all, indent=2))
        if outcome.is_error:
            sys.exit(1)


def _arguments(text: str | None, pairs: list[str]) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    if text:
        try:
            given = json.loads(text)
        except ValueError as error:
            raise CommandError(f"--json is no JSON: {error}", returncode=USAGE) from error
        except RecursionError as error:
            raise CommandError("--json is nested too deeply.", returncode=USAGE) from error
        if not isinstance(given, dict):
            raise CommandError('--json must be an object, such as {"name": "Atlas"}.', returncode=USAGE)
        arguments = given
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise CommandError(f"{pair!r} is not of the form key=value.", returncode=USAGE)
        arguments[key] = value
    return arguments
