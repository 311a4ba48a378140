"""CACHE_URL -> a cache of each process, one that all of them share, or a sentence."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from project.caches import cache
from scripts import addresses, debian

USUAL = 6379
"""The port of a Redis that may answer on this machine already."""


def test_without_an_address_every_process_has_a_cache_of_its_own():
    assert cache("") == {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}


def test_an_address_keeps_its_password_its_number_and_gives_up_within_seconds():
    made = cache("rediss://:canary@cache.example:6380/2")

    assert made == {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "rediss://:canary@cache.example:6380/2",
        "OPTIONS": {"socket_connect_timeout": 5, "socket_timeout": 5},
    }


@pytest.mark.parametrize(
    "url",
    ["redis://", "memcache://u:canary@h", "u:canary@host:6379", "redis://:canary@h:port/0", "redis://:canary@h:0"],
)
def test_an_address_of_anything_else_is_refused_without_repeating_it(url: str):
    with pytest.raises(ImproperlyConfigured, match="CACHE_URL is no address of a Redis server.*redis://127") as refused:
        cache(url)

    assert "canary" not in str(refused.value)


@pytest.fixture
def redis() -> Iterator[str]:
    """The address of a Redis: the one that answers on this machine, else one for this test alone."""
    if answers(USUAL):
        yield f"redis://127.0.0.1:{USUAL}/0"
        return
    if not shutil.which("redis-server"):
        debian.install(["redis-server"], lacking="No Redis answers, and none is installed here to be started.")
    port = addresses.unused_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert any("Ready to accept connections" in line for line in server.stdout), "Redis did not start."
        yield f"redis://127.0.0.1:{port}/0"
        server.terminate()


def answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as link:
            link.sendall(b"PING\r\n")
            return link.recv(5) == b"+PONG"
    except OSError:
        return False


# Slow, so that it is for CI: a machine without Redis tests all the rest.
@pytest.mark.slow
def test_what_one_process_keeps_in_redis_another_finds(redis):
    key = uuid.uuid4().hex

    kept = in_a_process(redis, f"cache.set('{key}', 'Reunião', 60)")
    found = in_a_process(redis, f"print(cache.get('{key}'))")

    assert kept == ""
    assert found == "Reunião"


def in_a_process(url: str, statement: str) -> str:
    done = subprocess.run(
        [
            sys.executable,
            "manage.py",
            "shell",
            "--no-imports",
            "-c",
            f"from django.core.cache import cache; {statement}",
        ],
        cwd=settings.BASE_DIR,
        env=os.environ | {"CACHE_URL": url, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
