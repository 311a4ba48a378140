"""A command without Django -> a server of one client that calls an API at a base URL, and what its process needs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

from tests.installation import ROOT
from tests.protocol.server import lines

MODULE = [sys.executable, "-m", "mcpbridge"]
NOWHERE = "sqlite:////nowhere/canary-password/nothing.sqlite3"
"""A database that nothing could open. It needs no driver: where settings name one, manage.py itself asks for it."""
PATIENCE = 60
"""Seconds."""


def environment(token: str = "", **more: str) -> dict[str, str]:
    """All that the server has to go by: nothing of Django's or of the project's."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | ({"MCP_API_TOKEN": token} if token else {}) | {"DATABASE_URL": NOWHERE} | more


def run(
    *options: str, given: Mapping[str, str], messages: Sequence[dict[str, object]] = (), command: Sequence[str] = MODULE
) -> subprocess.CompletedProcess[bytes]:
    """The whole life of a server: these messages, then the end of its input."""
    return subprocess.run(
        [*command, *options],
        cwd=ROOT, env=dict(given), input=lines(*messages), capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
