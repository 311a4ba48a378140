"""Health for machines, smoke for callers -> what they find out."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from rest_framework.test import APIClient

from mcpbridge import catalog as catalogs
from mcpbridge.conf import bridge_settings
from notes.models import Location, Project

HEALTH = "/api/v1/system/health/"
SMOKE = "/api/v1/system/smoke/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> APIClient:
    return APIClient(raise_request_exception=False)


def signed_in(client: APIClient, username: str, **options: Any) -> User:
    user = User.objects.create_user(username, **options)
    client.force_login(user)
    return user


def test_anyone_may_ask_for_health(client: APIClient) -> None:
    response = client.get(HEALTH)

    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "database": "ok",
        "migrations": "applied",
        "time_zone": "UTC",
        "catalog": catalogs.digest(catalogs.read(bridge_settings.catalog)),
        "version": "0.1.0",
    }


def test_health_tells_that_the_database_is_down_and_nothing_more(
    client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any, **_options: Any) -> None:
        raise OperationalError(2002, "Can't connect to canary@secret-host")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", fail)
    monkeypatch.setattr("project.system.connection.close", lambda: None)

    response = client.get(HEALTH)

    assert response.status_code == 503
    assert response.json() == {
        "status": "failing",
        "database": "unreachable",
        "migrations": "unknown",
        "time_zone": "UTC",
        "catalog": catalogs.digest(catalogs.read(bridge_settings.catalog)),
        "version": "0.1.0",
    }


def test_health_fails_while_a_migration_is_pending(client: APIClient) -> None:
    call_command("migrate", "notes", "zero", fake=True, verbosity=0)

    response = client.get(HEALTH)

    assert response.status_code == 503
    assert (response.json()["status"], response.json()["migrations"]) == ("failing", "pending")


def test_smoke_is_for_those_signed_in(client: APIClient) -> None:
    response = client.get(SMOKE)

    assert response.status_code == 401
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="api"'


def test_smoke_counts_what_the_caller_sees_and_no_more(client: APIClient) -> None:
    owner = signed_in(client, "owner")
    Project.objects.create(name="Mine", manager=owner)
    Project.objects.create(name="Another's", manager=User.objects.create_user("stranger"))
    Location.objects.create(name="Recife")

    found = client.get(SMOKE).json()

    assert (found["status"], found["user"]) == ("ok", "owner")
    assert found["visible"] == {
        "projects": 1,
        "tasks": 0,
        "notes": 0,
        "users": 1,
        "groups": 0,
        "entities": 0,
        "categories": 0,
        "locations": 1,
        "states": 0,
        "types": 0,
        "tags": 0,
    }
