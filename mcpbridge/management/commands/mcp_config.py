"""The name of a client -> the configuration to paste into it, with this installation's real paths."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

# Client -> the key of its configuration file that holds servers, and where that file is.
CLIENTS = {
    "claude-code": ("mcpServers", ".mcp.json in the folder you work in"),
    "claude-desktop": ("mcpServers", "claude_desktop_config.json (Settings, Developer, Edit Config)"),
    "cursor": ("mcpServers", ".cursor/mcp.json in the folder you work in"),
    "vscode": ("servers", ".vscode/mcp.json in the folder you work in"),
}


class Command(BaseCommand):
    help = "Print the configuration of an MCP client for this installation's stdio server."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("client", choices=sorted(CLIENTS), help="the client to configure")
        parser.add_argument("--user", metavar="NAME", default="admin", help="login of the caller (default: admin)")
        parser.add_argument("--name", default="mcpbridge", help="the server's name in the client (default: mcpbridge)")

    def handle(self, *args: Any, **options: Any) -> None:
        key, place = CLIENTS[options["client"]]
        server: dict[str, Any] = {
            # Not resolved: the interpreter of a virtual environment is a link, and knows its packages by its place.
            "command": str(Path(sys.executable)),
            "args": [str(Path(settings.BASE_DIR) / "manage.py"), "mcp_stdio", "--user", options["user"]],
        }
        if options["client"] == "vscode":
            server = {"type": "stdio", **server}
        self.stderr.write(f"Paste into {place}:")
        self.stdout.write(json.dumps({key: {options["name"]: server}}, indent=2, ensure_ascii=False))
