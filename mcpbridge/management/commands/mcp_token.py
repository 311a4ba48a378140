"""Command line -> a new personal access token, the list of them, or the end of one.

Standard output carries the token or the list alone, so that both can be piped; all else goes to standard error.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from mcpbridge.at_base_url import TOKEN
from mcpbridge.govern.identity import UnknownCaller, caller_named
from mcpbridge.models import LONGEST_LIFE, PREFIX_LENGTH, AccessToken
from mcpbridge.preflight import database_failure

HEADINGS = ("PREFIX", "OWNER", "NAME", "CREATED", "EXPIRES", "STATE")
USE = f"""It is shown this once and kept nowhere. Use it as
  a header     Authorization: Bearer TOKEN    for REST and for POST /mcp
  a variable   {TOKEN}=TOKEN            for mcp_stdio and mcp_call"""


class Command(BaseCommand):
    help = "Make, list and revoke personal access tokens, which open the REST API and the MCP server alike."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="create|list|revoke")
        create = actions.add_parser("create", help="make a token and print it, this once")
        create.add_argument("--user", metavar="NAME", required=True, help="login of the person whom the token acts as")
        create.add_argument("--name", metavar="TEXT", default="", help="what the token is for")
        create.add_argument(
            "--days", type=_days, default=90, help=f"how long it is good for, 1 to {LONGEST_LIFE.days} (default: 90)"
        )
        listing = actions.add_parser("list", help="show the tokens, never their secrets")
        listing.add_argument("--user", metavar="NAME", help="those of this login alone")
        revoke = actions.add_parser("revoke", help="end a token at once")
        revoke.add_argument("prefix", metavar="PREFIX", help="the token's beginning, as the list shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            match options["action"]:
                case "create":
                    self._create(options["user"], _text(options["name"]), options["days"])
                case "list":
                    self._list(options["user"])
                case _:
                    self._revoke(options["prefix"])
        except (UnknownCaller, ValueError) as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(database_failure(error).message) from error

    def _create(self, login: str, name: str, days: int) -> None:
        owner = caller_named(login).user
        token, text = AccessToken.objects.issue(owner, name, timezone.now() + timedelta(days=days))
        self.stderr.write(f"The token {token.prefix} of {login} expires on {_day(token.expires)}.")
        self.stderr.write(USE)
        self.stdout.write(text)

    def _list(self, login: str | None) -> None:
        tokens = AccessToken.objects.select_related("owner").order_by("created", "pk")
        if login is not None:
            tokens = tokens.filter(**{f"owner__{get_user_model().USERNAME_FIELD}": _text(login)})
        rows = [_row(token) for token in tokens]
        if not rows:
            whose = "There are no tokens" if login is None else f"{_shown(login)} has no tokens"
            self.stderr.write(f"{whose}. Make one: manage.py mcp_token create --user NAME")
            return
        for line in _table([HEADINGS, *rows]):
            self.stdout.write(line)

    def _revoke(self, given: str) -> None:
        # Whoever finds a whole token where it should not be may give that.
        prefix = _text(given).lower()[:PREFIX_LENGTH]
        token = AccessToken.objects.filter(prefix=prefix).first()
        if token is None:
            raise CommandError(f"There is no token {prefix!r}. The prefixes are shown by: manage.py mcp_token list")
        done = "is revoked: it opens nothing any more" if token.revoke() else "had been revoked already"
        self.stderr.write(f"The token {token.prefix} {done}.")


def _days(text: str) -> int:
    if re.fullmatch("[0-9]{1,3}", text) and 1 <= int(text) <= LONGEST_LIFE.days:
        return int(text)
    raise ArgumentTypeError(f"give a whole number from 1 to {LONGEST_LIFE.days}.")


def _text(given: str) -> str:
    """What a shell hands on may hold bytes that are no text; no database takes them."""
    return given.encode("utf-8", "replace").decode()


def _row(token: AccessToken) -> tuple[str, ...]:
    owner, name = _shown(token.owner.get_username()), _shown(token.name)
    return token.prefix, owner, name or "-", _day(token.created), _day(token.expires), token.state()


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _shown(text: str) -> str:
    """On one line, and without what would steer a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
