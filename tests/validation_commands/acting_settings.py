"""The product's settings -> the same, in a project whose commands do whatever commands may do.

CATALOG: a catalog file that has them. FOLDER: a folder that some of them run in.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from project.settings import *  # noqa: F403
from project.settings import MCPBRIDGE as PRODUCT_BRIDGE
from tests.validation_commands import acting

LONG = 600
"""Seconds in which nothing ends by itself that a test awaits."""
ACTS = (
    "waits", "stubborn", "waits_with_a_child", "leaves_a_child", "leaves_a_stranger", "fails", "closes_its_output",
    "reads", "ends_by_a_signal",
)  # fmt: skip


def _command(*argv: str, **more: Any) -> dict[str, Any]:
    title = " ".join(argv)
    return {"argv": argv, "title": title, "description": title, "level": "read", "seconds": LONG, **more}


def _act(name: str, **more: Any) -> dict[str, Any]:
    return _command("{python}", acting.__file__, name, passed=["GATE"], **more)


FOLDER = Path(os.environ.get("FOLDER", "."))
COMMANDS = {name: _act(name) for name in ACTS} | {
    "late": _act("waits_with_a_child", seconds=1),
    "late_and_stubborn": _act("stubborn", seconds=1),
    "floods": _command("yes", "a line that comes again and again", seconds=1),
    "environment": _command("printenv", passed=["HANDED_ON", "SERVICE_URL"], environment={"FIXED": "here"}),
    "tells": _command("echo", "the secret is canary-word-7"),
    "shell_words": _command("echo", "$HOME", ";", "exit", "4"),
    "writes": _command("echo", "written", level="write"),
    "absent": _command("no-such-program-anywhere"),
    # What a check refuses, and a level that the catalog does not know.
    "pushes": _command("git", "push"),
    "raised": _command("echo", "raised", level="write"),
    # The product's own, where a test has put a repository.
    "status": PRODUCT_BRIDGE["COMMANDS"]["status"] | {"folder": FOLDER},
    "whitespace": PRODUCT_BRIDGE["COMMANDS"]["whitespace"] | {"folder": FOLDER},
}
MCPBRIDGE = PRODUCT_BRIDGE | {
    "CATALOG": Path(os.environ.get("CATALOG", PRODUCT_BRIDGE.get("CATALOG", "docs/mcp/tools.json"))),
    "COMMANDS": COMMANDS,
    "RUN_COMMANDS": True,
}
