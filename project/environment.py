"""Environment variables -> values that are safe to start with, or a sentence that says what to change."""

from __future__ import annotations

import zoneinfo
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
MAKE_A_KEY = 'python -c "import secrets; print(secrets.token_urlsafe(50))"'
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
SHORTEST_KEY = 50
FEWEST_CHARACTERS = 5
KNOWN_WEAK = ("django-insecure", "changeme")


def read_environment(base_dir: Path) -> environ.Env:
    """The process's environment, completed by ``base_dir/.env`` where that file exists; the process wins."""
    dotenv = base_dir / ".env"
    if dotenv.is_file():
        environ.Env.read_env(dotenv, overwrite=False)
    return environ.Env()


def secret_key(env: environ.Env, *, debug: bool) -> str:
    """SECRET_KEY as it was set; in DEBUG without one, a key of this process alone.

    Raises ImproperlyConfigured outside DEBUG when it is missing or weak.
    """
    key: str = env.str("SECRET_KEY", default="")
    if debug:
        return key or get_random_secret_key()
    if not key:
        raise ImproperlyConfigured(
            f"SECRET_KEY is not set. Set it to a long random text (make one with: {MAKE_A_KEY}), "
            "or set DEBUG=on if this is a development machine."
        )
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_CHARACTERS or any(w in key.lower() for w in KNOWN_WEAK):
        raise ImproperlyConfigured(
            f"SECRET_KEY is too weak for production: it needs {SHORTEST_KEY} random characters or more, "
            f"and no placeholder text. Make one with: {MAKE_A_KEY}"
        )
    return key


def allowed_hosts(env: environ.Env, *, debug: bool) -> list[str]:
    """The host names that this installation answers to; this machine's own names in DEBUG.

    Raises ImproperlyConfigured outside DEBUG when there are none, or when any host would do.
    """
    hosts = [host.strip() for host in env.list("ALLOWED_HOSTS", default=[]) if host.strip()]
    if debug:
        return hosts or list(LOCAL_HOSTS)
    if not hosts:
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS is not set. Set it to the host names that clients use, separated by commas "
            "(ALLOWED_HOSTS=notes.example.com), or set DEBUG=on if this is a development machine."
        )
    if "*" in hosts:
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS=* accepts any Host header, which lets a caller choose the address in every link. "
            "Name the host names that clients use instead, separated by commas."
        )
    return hosts


def time_zone(env: environ.Env) -> str:
    """An IANA time zone, UTC unless set. Raises ImproperlyConfigured when no such zone is known."""
    name: str = env.str("TIME_ZONE", default="UTC")
    try:
        zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError) as fault:
        raise ImproperlyConfigured(
            f"TIME_ZONE={name} is no known time zone. Set it to a name such as UTC, America/Sao_Paulo or Europe/Lisbon."
        ) from fault
    return name


def language_code(env: environ.Env, offered: tuple[str, ...]) -> str:
    """The language of those who ask for none, "en" unless set. Raises ImproperlyConfigured for one not offered."""
    code: str = env.str("LANGUAGE_CODE", default="en").lower()
    if code not in offered:
        raise ImproperlyConfigured(f"LANGUAGE_CODE={code} is not offered. Set it to one of: {', '.join(offered)}.")
    return code


def seconds(env: environ.Env, name: str, *, default: int) -> int:
    """A whole number of seconds, zero or more. Raises ImproperlyConfigured for anything else."""
    text = env.str(name, default=str(default)).strip()
    if not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(f"{name}={text} is no number of seconds. Set a whole number such as {default}.")
    return int(text)


def log_level(env: environ.Env) -> str:
    """From which level on records are written, INFO unless set. Raises ImproperlyConfigured for an unknown word."""
    level: str = env.str("LOG_LEVEL", default="INFO").upper()
    if level not in LOG_LEVELS:
        raise ImproperlyConfigured(f"LOG_LEVEL={level.lower()} is no level. Set it to one of: {', '.join(LOG_LEVELS)}.")
    return level
