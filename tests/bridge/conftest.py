"""The product's own catalog, served to the cast of the notes tests through the whole pipeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from mcpbridge import bridge as bridges
from mcpbridge.bridge import Bridge
from mcpbridge.govern.identity import caller_named
from tests.notes.conftest import *  # noqa: F403  (the same cast and places)

Call = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def bridge() -> Bridge:
    """As a local server has it that was granted every level."""
    return bridges.local(granted=("admin", "destructive"))


@pytest.fixture
def call(bridge: Bridge, db: None) -> Call:
    """call(user, tool, **arguments) -> the structured result."""

    def called(user: User, tool: str, **arguments: Any) -> dict[str, Any]:
        return bridge.call(tool, arguments, caller_named(user.get_username())).content

    return called


@pytest.fixture
def pending(db: None) -> Iterator[Callable[[], None]]:
    """The newest migration of the notes counts as not applied; calling what is given applies it."""
    recorder = MigrationRecorder(connection)
    newest = MigrationLoader(connection).graph.leaf_nodes("notes")[0]
    recorder.record_unapplied(*newest)
    yield lambda: recorder.record_applied(*newest)
