"""The catalog beside this file -> the bridge that serves it."""

from __future__ import annotations

from pathlib import Path

from mcpbridge import catalog as catalogs
from mcpbridge.bridge import Bridge
from mcpbridge.govern.policy import LevelGate
from tests.oracles.project.documents import Documents
from tests.oracles.project.questions import Questions

CATALOG = Path(__file__).with_name("tools.json")


def bridge() -> Bridge:
    return Bridge(catalogs.read(CATALOG), LevelGate(), asker=Questions(), sources=(Documents(),))
