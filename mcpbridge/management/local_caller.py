"""The options and the token by which a local command names its caller -> a bridge, and that caller's credential."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError

from mcpbridge import bridge
from mcpbridge.bridge import Bridge
from mcpbridge.exceptions import CatalogError
from mcpbridge.govern.identity import ByLogin, ByToken, Credential, UnknownCaller
from mcpbridge.preflight import database_failure

VARIABLE = "MCP_API_TOKEN"
"""The environment variable that holds a token: command lines are seen by everyone on the machine."""


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--user",
        metavar="NAME",
        help=f"login of the person whom the calls are made for (DEBUG only; else put a token into {VARIABLE})",
    )
    parser.add_argument("--read-only", action="store_true", help="tools that read and no others; beats --allow")
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        choices=("admin", "destructive"),
        help="tools of this level as well; may be given twice",
    )


def opened(options: Mapping[str, Any], *, returncode: int = 1) -> tuple[Bridge, Credential]:
    """The bridge with the granted levels, and a credential that is good. Raises CommandError with returncode else."""
    try:
        credential = _credential(options["user"])
        served = bridge.local(granted=options["allow"], read_only=options["read_only"])
        # Whoever starts the command should learn now what would refuse every message.
        credential.caller()
    except (CatalogError, UnknownCaller) as error:
        raise CommandError(str(error), returncode=returncode) from error
    except DatabaseError as error:
        raise CommandError(database_failure(error).message) from error
    return served, credential


def _credential(login: str | None) -> Credential:
    # Taken away, so that no program that the project starts inherits it.
    token = os.environ.pop(VARIABLE, "").strip()
    if token and login:
        raise UnknownCaller(
            f"Both --user and {VARIABLE} are given. Drop --user to act as the token's owner, "
            f"or unset {VARIABLE} to act as that user (with DEBUG on only).",
            "two_callers",
        )
    if token:
        return ByToken(token)
    if not login:
        raise UnknownCaller(
            f"Say whom the calls are made for. Put a token into the environment variable {VARIABLE} (make one: "
            "manage.py mcp_token create --user NAME) or, with DEBUG on, give --user NAME.",
            "no_caller",
        )
    if not settings.DEBUG:
        raise UnknownCaller(
            "--user works with DEBUG on only: where it is off, a name alone proves nothing. "
            f"Put a token into the environment variable {VARIABLE} (make one: manage.py mcp_token create --user NAME).",
            "name_alone",
        )
    return ByLogin(login)
