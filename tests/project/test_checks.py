"""A database without time zones -> a warning, where that matters."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.core.checks import run_checks
from django.db import connection

pytestmark = pytest.mark.django_db


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str | None]]:
    """Whether the check warns in a zone."""

    def run(zone: str) -> list[str | None]:
        monkeypatch.setattr("project.checks.settings", SimpleNamespace(TIME_ZONE=zone))
        return [message.id for message in run_checks(databases=["default"]) if message.id == "project.W001"]

    return run


def test_utc_needs_no_time_zone_tables(found: Callable[[str], list[str | None]]) -> None:
    assert found("UTC") == []


def test_a_zone_that_the_database_server_does_not_know_is_told(found: Callable[[str], list[str | None]]) -> None:
    # SQLite converts in Python, so it knows every zone that Django knows.
    assert found("Nowhere/Atlantis") == ([] if connection.vendor == "sqlite" else ["project.W001"])
