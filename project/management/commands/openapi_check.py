"""``manage.py openapi_check`` -> whether docs/openapi.json says what the API does."""

from __future__ import annotations

import difflib
from argparse import ArgumentParser
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.openapi import KEPT, check_validity, document, kept_path

MOST_LINES = 60


class Command(BaseCommand):
    help = "Compares docs/openapi.json with the API, and fails with the difference; --write brings it in step."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="write the document instead of comparing it")

    def handle(self, *, write: bool, **options: Any) -> None:
        try:
            made = document()
            check_validity(made)
        except ValueError as fault:
            raise CommandError(str(fault)) from fault
        path = kept_path()
        if write:
            path.parent.mkdir(exist_ok=True)
            path.write_text(made, encoding="utf-8")
            self.stdout.write(f"Wrote {KEPT}.")
            return
        kept = path.read_text(encoding="utf-8") if path.is_file() else ""
        if kept != made:
            raise CommandError(
                f"{KEPT} does not say what the API does. Run: python manage.py openapi_check --write\n"
                + _difference(kept, made)
            )
        self.stdout.write(f"{KEPT} is in step with the API.")


def _difference(kept: str, made: str) -> str:
    lines = difflib.unified_diff(kept.splitlines(), made.splitlines(), "kept", "made", lineterm="", n=2)
    return "\n".join(islice(lines, MOST_LINES))
