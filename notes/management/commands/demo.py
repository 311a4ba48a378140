"""``manage.py demo`` -> demo data in the database and four logins on the screen."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notes.demo.accounts import open_accounts
from notes.demo.load import empty, holds_other_data, is_loaded, load_demo
from notes.demo.organisation import ACCOUNTS

ROLES = {
    "admin": "may do everything",
    "editor": "sees and changes the work of two teams",
    "viewer": "sees the work of one team",
    "stranger": "belongs nowhere and sees nothing",
}


class Command(BaseCommand):
    help = "Adds the demo data once, and prints the logins of the demo accounts every time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reset", action="store_true", help="first delete every project, task, note and list; only with DEBUG on"
        )
        parser.add_argument(
            "--force", action="store_true", help="load with DEBUG off too, into a database that holds nothing else"
        )

    def handle(self, *, reset: bool, force: bool, **options: Any) -> None:
        if not settings.DEBUG:
            _refuse_in_production(reset=reset, force=force)
        if reset:
            empty()
        if is_loaded():
            self.stdout.write("The demo data are there already; nothing was added.")
        else:
            loaded = load_demo()
            self.stdout.write(f"Added {loaded.projects} projects, {loaded.tasks} tasks and {loaded.notes} notes.")
        self._print_logins(Path(settings.DEMO_ACCOUNTS_FILE))

    def _print_logins(self, path: Path) -> None:
        passwords = open_accounts(path)
        self.stdout.write(f"\nDemo logins (kept in {path.name}):")
        for name in ACCOUNTS:
            if name in passwords:
                self.stdout.write(f"  {name:<9} {passwords[name]:<17} {ROLES[name]}")
            else:
                self.stdout.write(f"  {name:<9} left alone: this user is not the demo's (another e-mail address)")


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
