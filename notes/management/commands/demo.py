"""``manage.py demo`` -> demo data in the database and four logins on the screen."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from notes.demo.account_file import check_place
from notes.demo.accounts import Logins, open_accounts
from notes.demo.drafts import draft_demo
from notes.demo.load import empty, holds_other_data, is_loaded, load_demo
from notes.demo.others import Others, counted, find_others

ROLES = {
    "admin": "may do everything",
    "editor": "sees and changes the work of two teams",
    "viewer": "sees the work of one team",
    "stranger": "belongs nowhere and sees the shared lists alone",
}


class Command(BaseCommand):
    help = "Adds the demo data once, and prints the logins of the demo accounts every time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reset",
            action="store_true",
            help="first delete the demo's people and every project, task, note and list; only with DEBUG on",
        )
        parser.add_argument(
            "--force",
            action="store_true",
            help="with --reset: delete what is not the demo's too, unasked; without: load with DEBUG off too, into a "
            "database that holds nothing else",
        )

    def handle(self, *, reset: bool, force: bool, **options: Any) -> None:
        if not settings.DEBUG:
            _refuse_in_production(reset=reset, force=force)
        path = Path(settings.DEMO_ACCOUNTS_FILE)
        if not reset and is_loaded():
            if not path.is_file():
                check_place(path)
            self.stdout.write("The demo data are there already; nothing was added.")
            self._print_logins(open_accounts(path, made=()), path)
            return
        check_place(path)
        drafts = draft_demo()
        others = find_others(drafts) if reset else {}
        if others:
            if not force:
                _ask(others)
            self.stdout.write(f"Deleting what is not the demo's as well: {counted(others)}.")
        # As one: where loading is refused, nothing was deleted either.
        with transaction.atomic():
            if reset:
                empty(others)
            logins = open_accounts(path, made=load_demo(drafts))
        self.stdout.write(
            f"Added {len(drafts.projects)} projects, {len(drafts.tasks)} tasks and {len(drafts.notes)} notes."
        )
        self._print_logins(logins, path)

    def _print_logins(self, logins: Logins, path: Path) -> None:
        if logins.renewed:
            self.stdout.write(f"{path.name} was missing or damaged, so the demo accounts have new passwords.")
        self.stdout.write(f"\nDemo logins (kept in {path.name}):")
        for login in logins.each:
            told = login.remark or f"{login.password:<17} {ROLES[login.username]}"
            self.stdout.write(f"  {login.username:<9} {told}")


def _ask(others: Others) -> None:
    told = f"--reset would also delete what is not the demo's: {counted(others)}."
    if not sys.stdin.isatty():
        raise CommandError(f"{told} Nothing was deleted. Add --force if they may go.")
    try:
        answer = input(f"{told} Type yes to delete them: ")
    except EOFError:
        answer = ""
    if answer.strip().lower() != "yes":
        raise CommandError("Nothing was deleted.")


def _refuse_in_production(*, reset: bool, force: bool) -> None:
    if reset:
        raise CommandError("--reset deletes every project and note, so it works with DEBUG on only. Set DEBUG=on.")
    if not force:
        raise CommandError(
            "The demo data bring accounts with known names, among them a superuser, so they are for development: "
            "set DEBUG=on, or add --force if this is a demonstration that nobody else relies on."
        )
    if holds_other_data():
        raise CommandError(
            "This database holds people or projects that are not the demo's. Use an empty database for a demonstration."
        )
