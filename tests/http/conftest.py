"""The cast of the notes tests, each with a token -> people who post to the HTTP endpoint."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import include, path
from django.utils import timezone

from mcpbridge import bridge
from mcpbridge.models import AccessToken
from mcpbridge.views import Endpoint
from tests.http.posting import Caller
from tests.installation import installation
from tests.notes.conftest import *  # noqa: F403  (the same cast and places)

__all__ = ["installation"]


@pytest.fixture
def caller(owner: User) -> Caller:
    return posting_as(owner)


@pytest.fixture
def served(settings: Any) -> Callable[..., None]:
    """served(HTTP_LEVELS=["read", "write"]) -> the endpoint as a process serves it that starts with these settings."""

    def serve(**given: Any) -> None:
        settings.MCPBRIDGE = {**settings.MCPBRIDGE, **given}
        settings.ROOT_URLCONF = (path("mcp", Endpoint(bridge.over_http)), path("", include("project.urls")))

    return serve


def posting_as(user: User) -> Caller:
    _token, text = AccessToken.objects.issue(user, "tests", timezone.now() + timedelta(hours=1))
    return Caller(text)
