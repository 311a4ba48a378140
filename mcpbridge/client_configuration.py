"""A client, and a login or an API's address -> what goes into the client's file, with this installation's real paths.

Where a token is needed, a placeholder stands in its place, in the way that the client documents; never a token.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from pathlib import Path
from typing import Any

from django.conf import settings

from mcpbridge.at_base_url import TOKEN
from mcpbridge.conf import bridge_settings
from mcpbridge.serve.base_url import BaseUrl

# Client -> the key of its configuration file that holds servers, and where that file is.
CLIENTS = {
    "claude-code": ("mcpServers", ".mcp.json in the folder you work in"),
    "claude-desktop": ("mcpServers", "claude_desktop_config.json (Settings, Developer, Edit Config)"),
    "cursor": ("mcpServers", ".cursor/mcp.json in the folder you work in"),
    "vscode": ("servers", ".vscode/mcp.json in the folder you work in"),
}
SERVER = "mcpbridge"
MAKE_ONE = "manage.py mcp_token create --user NAME"

# Client -> what stands where the token belongs ({server}: the server's name), and what a person does then.
PLACEHOLDERS = {
    "claude-code": (f"${{{TOKEN}}}", f"Export {TOKEN} before you start the client."),
    # It knows no placeholders. No token has blanks, so a server that is started with this text says so.
    "claude-desktop": (f"PUT A TOKEN HERE, made by: {MAKE_ONE}", "Put the token into the file, in the text's place."),
    "cursor": (f"${{env:{TOKEN}}}", f"Export {TOKEN} before you start the client."),
    "vscode": ("${input:{server}-token}", "The client asks for the token once, and keeps it."),
}
ENVIRONMENT = ("PYTHONPATH",)
"""What a project may need to be found. Nothing that may hold a secret: that belongs into the project's own .env."""


def configuration(client: str, login: str, name: str = SERVER) -> dict[str, Any]:
    """The members of the client's file. client: a key of CLIENTS, else KeyError. login: whom the server acts as."""
    # Clients start servers with an environment of their own, so what this one depends on goes along.
    return _members(client, name, _server(in_process(login), _kept(*ENVIRONMENT)))


def configuration_at(client: str, base: BaseUrl, name: str = SERVER) -> dict[str, Any]:
    """The same for a server that calls the API at a base URL, without Django."""
    token = PLACEHOLDERS[client][0].replace("{server}", name)
    members = _members(client, name, _server(at_base_url(base), {TOKEN: token, **environment_at_base_url(base)}))
    if client != "vscode":
        return members
    asked = {"type": "promptString", "id": f"{name}-token", "description": f"Token for {base}", "password": True}
    return {"inputs": [asked], **members}


def in_process(login: str = "") -> list[str]:
    """Python's arguments for the server that calls this project's code. login: "" where a token says who calls."""
    program = Path(getattr(settings, "BASE_DIR", ".")).absolute() / "manage.py"
    return [str(program), "mcp_stdio", *(["--user", login] if login else [])]


def at_base_url(base: BaseUrl) -> list[str]:
    """Python's arguments for the server that calls the API at a base URL."""
    return ["-m", "mcpbridge", "--catalog", str(bridge_settings.catalog.resolve()), "--base-url", str(base)]


def environment_at_base_url(base: BaseUrl) -> dict[str, str]:
    """What that server needs beside the token: where the package is, and whose certificates are trusted."""
    folders = [str(Path(entry).absolute()) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    home = Path(__file__).resolve().parents[1]
    if home not in _installed() and str(home) not in folders:
        folders = [str(home), *folders]
    found = {"PYTHONPATH": os.pathsep.join(folders)} if folders else {}
    return found | (_kept("SSL_CERT_FILE") if base.is_encrypted else {})


def _installed() -> set[Path]:
    """The folders whose packages this Python finds from wherever it is started."""
    named = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), site.getusersitepackages()]
    return {Path(folder).resolve() for folder in named}


def _kept(*names: str) -> dict[str, str]:
    return {name: os.environ[name] for name in names if os.environ.get(name)}


def _server(arguments: list[str], environment: dict[str, str]) -> dict[str, Any]:
    # Not resolved: the interpreter of a virtual environment is a link, and knows its packages by its place.
    server: dict[str, Any] = {"command": sys.executable, "args": arguments}
    return {**server, "env": environment} if environment else server


def _members(client: str, name: str, server: dict[str, Any]) -> dict[str, Any]:
    key, _place = CLIENTS[client]
    return {key: {name: {"type": "stdio", **server} if client == "vscode" else server}}
