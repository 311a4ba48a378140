"""A client, a login and a server's name -> what goes into the client's file, with this installation's real paths."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings

# Client -> the key of its configuration file that holds servers, and where that file is.
CLIENTS = {
    "claude-code": ("mcpServers", ".mcp.json in the folder you work in"),
    "claude-desktop": ("mcpServers", "claude_desktop_config.json (Settings, Developer, Edit Config)"),
    "cursor": ("mcpServers", ".cursor/mcp.json in the folder you work in"),
    "vscode": ("servers", ".vscode/mcp.json in the folder you work in"),
}
SERVER = "mcpbridge"
ENVIRONMENT = ("PYTHONPATH",)
"""What a project may need to be found. Nothing that may hold a secret: that belongs into the project's own .env."""


def configuration(client: str, login: str, name: str = SERVER) -> dict[str, Any]:
    """The members of the client's file. client: a key of CLIENTS, else KeyError. login: whom the server acts as."""
    key, _place = CLIENTS[client]
    server: dict[str, Any] = {
        # Not resolved: the interpreter of a virtual environment is a link, and knows its packages by its place.
        "command": sys.executable,
        "args": [str(Path(settings.BASE_DIR) / "manage.py"), "mcp_stdio", "--user", login],
    }
    # Clients start servers with an environment of their own, so what this one depends on goes along.
    if needed := {name: os.environ[name] for name in ENVIRONMENT if os.environ.get(name)}:
        server["env"] = needed
    if client == "vscode":
        server = {"type": "stdio", **server}
    return {key: {name: server}}
