"""The name of a client -> the configuration to paste into it, with this installation's real paths."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from mcpbridge.client_configuration import CLIENTS, SERVER, configuration


class Command(BaseCommand):
    help = "Print the configuration of an MCP client for this installation's stdio server."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("client", choices=sorted(CLIENTS), help="the client to configure")
        parser.add_argument("--user", metavar="NAME", default="admin", help="login of the caller (default: admin)")
        parser.add_argument("--name", default=SERVER, help=f"the server's name in the client (default: {SERVER})")

    def handle(self, *args: Any, **options: Any) -> None:
        _key, place = CLIENTS[options["client"]]
        members = configuration(options["client"], options["user"], options["name"])
        self.stderr.write(f"Paste into {place}:")
        self.stdout.write(json.dumps(members, indent=2, ensure_ascii=False))
