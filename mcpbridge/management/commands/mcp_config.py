"""The name of a client -> the configuration to paste into it, with this installation's real paths."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mcpbridge.client_configuration import CLIENTS, MAKE_ONE, PLACEHOLDERS, SERVER, configuration, configuration_at
from mcpbridge.conf import bridge_settings
from mcpbridge.exceptions import Misconfigured
from mcpbridge.serve.base_url import base_url


class Command(BaseCommand):
    help = "Print the configuration of an MCP client for this installation's stdio server."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("client", choices=sorted(CLIENTS), help="the client to configure")
        parser.add_argument("--user", metavar="NAME", help="login of the caller (default: admin)")
        parser.add_argument(
            "--base-url", metavar="URL", help="a server that calls the API over HTTP at this address, with a token"
        )
        parser.add_argument("--name", default=SERVER, help=f"the server's name in the client (default: {SERVER})")

    def handle(self, *args: Any, **options: Any) -> None:
        client, address = options["client"], options["base_url"]
        members = (
            configuration(client, options["user"] or "admin", options["name"])
            if address is None
            else self._at_base_url(address, options)
        )
        _key, place = CLIENTS[client]
        self.stderr.write(f"Paste into {place}:")
        self.stdout.write(json.dumps(members, indent=2, ensure_ascii=False))
        if address is not None:
            self.stderr.write(f"Make a token where the API runs: {MAKE_ONE}. {PLACEHOLDERS[client][1]}")

    def _at_base_url(self, address: str, options: dict[str, Any]) -> dict[str, Any]:
        if options["user"]:
            raise CommandError("The API at a base URL knows callers by their token alone. Drop --user or --base-url.")
        try:
            base = base_url(address)
        except Misconfigured as error:
            raise CommandError(str(error)) from error
        if not bridge_settings.catalog.is_file():
            self.stderr.write("The server will need the catalog, which is not there yet. Run: manage.py mcp_catalog")
        return configuration_at(options["client"], base, options["name"])
