"""The options and variables of a local command -> what carries out its calls: this process, or an API's address."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError

from mcpbridge import bridge
from mcpbridge import options as every_server
from mcpbridge.at_base_url import ADDRESS, TOKEN, AtBaseUrl, plan_of
from mcpbridge.conf import bridge_settings
from mcpbridge.exceptions import CatalogError, Misconfigured
from mcpbridge.govern.identity import ByLogin, ByToken, Credential, UnknownCaller
from mcpbridge.one_client import OneClient
from mcpbridge.preflight import database_failure


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--user",
        metavar="NAME",
        help=f"login of the person whom the calls are made for (DEBUG only; else put a token into {TOKEN})",
    )
    every_server.add_options(parser)


def opened(options: Mapping[str, Any], *, returncode: int = 1) -> OneClient | AtBaseUrl:
    """Serves the granted levels as a caller who is known. Raises CommandError with returncode where it cannot."""
    try:
        if options["base_url"] or os.environ.get(ADDRESS):
            return _at_base_url(options)
        credential = _credential(options["user"])
        served = bridge.local(granted=options["allow"], read_only=options["read_only"])
        # Whoever starts the command should learn now what would refuse every message.
        credential.caller()
    except (CatalogError, Misconfigured, UnknownCaller) as error:
        raise CommandError(str(error), returncode=returncode) from error
    except DatabaseError as error:
        raise CommandError(database_failure(error).message) from error
    return OneClient(served, credential)


def _at_base_url(options: Mapping[str, Any]) -> AtBaseUrl:
    if options["user"]:
        raise Misconfigured(
            f"--user names an account of this process, and the API at a base URL knows callers by their token alone. "
            f"Drop --user and put a token into {TOKEN}, or unset {ADDRESS}."
        )
    plan = plan_of(
        bridge_settings.catalog,
        options["base_url"],
        granted=options["allow"],
        read_only=options["read_only"],
        documents=bridge_settings.documents,
        heeds_proxies=options["proxy_from_environment"],
    )
    return AtBaseUrl(plan)


def _credential(login: str | None) -> Credential:
    # Taken away, so that no program that the project starts inherits it.
    token = os.environ.pop(TOKEN, "").strip()
    if token and login:
        raise UnknownCaller(
            f"Both --user and {TOKEN} are given. Drop --user to act as the token's owner, "
            f"or unset {TOKEN} to act as that user (with DEBUG on only).",
            "two_callers",
        )
    if token:
        return ByToken(token)
    if not login:
        raise UnknownCaller(
            f"Say whom the calls are made for. Put a token into the environment variable {TOKEN} (make one: "
            "manage.py mcp_token create --user NAME) or, with DEBUG on, give --user NAME.",
            "no_caller",
        )
    if not settings.DEBUG:
        raise UnknownCaller(
            "--user works with DEBUG on only: where it is off, a name alone proves nothing. "
            f"Put a token into the environment variable {TOKEN} (make one: manage.py mcp_token create --user NAME).",
            "name_alone",
        )
    return ByLogin(login)
