"""The second project's rows -> the fixed cast and the two doors of every case: a tool's call, and the REST API."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from rest_framework.test import APIClient

from mcpbridge import listing
from mcpbridge.bridge import Bridge
from mcpbridge.derive.build import derive
from mcpbridge.govern.identity import Caller
from mcpbridge.govern.policy import LevelGate
from mcpbridge.tools import LEVELS, Catalog, Tool
from tests.cases.project.models import Card, Folder, Stage
from tests.cases.served import NOBODY, AtServer

IS_SERVED = settings.SETTINGS_MODULE == "tests.cases.project.served_settings"
Call = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class Cast:
    """owner has rows; teammate is a user like any other; staff may enter the admin; stages are named to be mixed up."""

    owner: User
    teammate: User
    staff: User
    inbox: Folder
    stages: dict[str, Stage]


@functools.cache
def derived() -> Catalog:
    """What deriving makes of the second project; made once, since it is some seconds' work."""
    return derive("tests.cases.project.urls")


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return derived()


@pytest.fixture(scope="session")
def bridge(catalog: Catalog) -> Bridge:
    """A bridge that offers every level, so that the API's own rules decide."""
    return Bridge(catalog, LevelGate(LEVELS))


@pytest.fixture
def cast(db: None) -> Cast:
    people = [
        User.objects.create_user(name, f"{name}@cards.example", first_name=name.title(), last_name="Souza", **more)
        for name, more in (("owner", {}), ("teammate", {}), ("staff", {"is_staff": True}))
    ]
    labels = ["New", "New", "12", "São Paulo", "Sao Paulo", "Fase 😀", "Closed"]
    stages = [Stage.objects.create(label=label) for label in labels]
    return Cast(*people, Folder.objects.create(name="Inbox"), {"New": stages[0], **{s.label: s for s in stages[2:]}})


@pytest.fixture
def call(request: pytest.FixtureRequest, bridge: Bridge, cast: Cast) -> Call:
    """call(tool, arguments, who="owner") -> the structured result, in process or, if so it is served, over HTTP."""
    if IS_SERVED:
        served = AtServer(derived(), request.getfixturevalue("server"))
        return lambda tool, arguments=None, who="owner": served.call(tool, arguments or {}, who).content

    def calling(tool: str, arguments: Any = None, who: str = "owner") -> dict[str, Any]:
        caller = Caller(AnonymousUser()) if who == NOBODY else bridge.caller(who)  # type: ignore[arg-type]
        return bridge.call(tool, {} if arguments is None else arguments, caller).content

    return calling


@pytest.fixture
def rest(cast: Cast) -> Callable[..., APIClient]:
    """rest(who="owner") -> a REST client of that person, signed in by session as in a browser."""

    def client(who: str = "owner") -> APIClient:
        signed_in = APIClient(raise_request_exception=False, headers={"host": "cards.example"})
        if who != NOBODY:
            signed_in.force_login(User.objects.get(username=who))
        return signed_in

    return client


@pytest.fixture
def schema(catalog: Catalog) -> Callable[[str], dict[str, Any]]:
    """schema(tool) -> its inputSchema as tools/list shows it."""

    def shown(tool: str) -> dict[str, Any]:
        return listing.input_schema(tool_named(catalog, tool), catalog)

    return shown


@pytest.fixture
def card(cast: Cast) -> Card:
    """A card with something in every place that a careless write could empty."""
    made = Card.objects.create(
        title="Plan", body="text", stage=cast.stages["Closed"], folder=cast.inbox, owner=cast.owner,
        due="2026-01-02", cost="1.50", extra={"a": 1}, small=3,
    )  # fmt: skip
    made.tags.set([cast.stages["New"]])
    made.refresh_from_db()
    return made


def tool_named(catalog: Catalog, name: str) -> Tool:
    assert name in catalog.tools, f"{name} is not among {sorted(catalog.tools)}"
    return catalog.tools[name]


def errors_of(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Field -> its first error, of a result that is an error."""
    assert result.get("status") == "error", result
    found: dict[str, dict[str, Any]] = {}
    for error in result["errors"]:
        found.setdefault(error["field"], error)
    return found


def values_of(error: dict[str, Any]) -> list[Any]:
    """The values that an error says would have worked."""
    return [item["value"] for item in error["allowed"]]
