"""CACHE_URL -> Django's cache settings: the memory of each process, or a Redis that all of them share."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

EXAMPLE = "redis://127.0.0.1:6379/0"
MEMORY = "django.core.cache.backends.locmem.LocMemCache"
REDIS = "django.core.cache.backends.redis.RedisCache"


def cache(url: str) -> dict[str, Any]:
    """One entry of CACHES; the memory of each process where ``url`` is empty.

    Raises ImproperlyConfigured when it is no address of a Redis server. The URL itself is never repeated in a message,
    since it may hold a password.
    """
    if not url:
        return {"BACKEND": MEMORY}
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("redis", "rediss") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ImproperlyConfigured(
            f"CACHE_URL is no address of a Redis server. Write it as {EXAMPLE}, or leave it unset: "
            "then every process has a cache of its own."
        )
    parsed: dict[str, Any] = environ.Env.cache_url_config(url, backend=REDIS)
    # A server that is down is told within seconds.
    return {**parsed, "OPTIONS": {"socket_connect_timeout": 5, "socket_timeout": 5, **parsed.get("OPTIONS", {})}}
