"""The cast of the notes tests, and a token of its owner."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from mcpbridge.models import AccessToken
from tests.installation import installation
from tests.notes.conftest import *  # noqa: F403  (the same cast and places)

__all__ = ["installation"]


@pytest.fixture
def issued(owner: User) -> tuple[AccessToken, str]:
    return AccessToken.objects.issue(owner, "tests", timezone.now() + timedelta(days=1))


@pytest.fixture
def token(issued: tuple[AccessToken, str]) -> AccessToken:
    """The owner's; good for a day."""
    return issued[0]


@pytest.fixture
def text(issued: tuple[AccessToken, str]) -> str:
    """What the holder of the token has."""
    return issued[1]
