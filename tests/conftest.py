"""Any test -> the same test without traces of the one before it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import timezone, translation


@pytest.fixture(autouse=True)
def _own_language_zone_and_cache() -> Iterator[None]:
    """A request leaves its language and zone active in the thread, and throttles count in the cache."""
    yield
    translation.deactivate()
    timezone.deactivate()
    cache.clear()
