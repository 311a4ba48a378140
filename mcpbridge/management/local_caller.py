"""The options by which a local command names its caller and the levels it may use -> a bridge, and that caller."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError

from mcpbridge import bridge
from mcpbridge.bridge import Bridge
from mcpbridge.exceptions import CatalogError
from mcpbridge.govern.identity import Caller, UnknownCaller
from mcpbridge.preflight import database_failure


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--user", metavar="NAME", help="login of the person whom the calls are made for (DEBUG only)")
    parser.add_argument("--read-only", action="store_true", help="tools that read and no others; beats --allow")
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        choices=("admin", "destructive"),
        help="tools of this level as well; may be given twice",
    )


def opened(options: Mapping[str, Any], *, returncode: int = 1) -> tuple[Bridge, Caller]:
    """The bridge with the granted levels, and the caller. Raises CommandError with returncode for wrong usage."""
    if not settings.DEBUG:
        raise CommandError(
            "--user works with DEBUG on only: where it is off, a name alone proves nothing.", returncode=returncode
        )
    if not options["user"]:
        raise CommandError("Name the person whom the calls are made for: --user NAME", returncode=returncode)
    try:
        served = bridge.from_settings(granted=options["allow"], read_only=options["read_only"])
        return served, served.caller(options["user"])
    except (CatalogError, UnknownCaller) as error:
        raise CommandError(str(error), returncode=returncode) from error
    except DatabaseError as error:
        raise CommandError(database_failure(error).message) from error
