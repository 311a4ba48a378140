"""Single environment variables -> values, or a sentence with the variable's name and the mend."""

from __future__ import annotations

from pathlib import Path

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured

from project.databases import database
from project.environment import (
    LOCAL_HOSTS,
    allowed_hosts,
    language_code,
    log_level,
    read_environment,
    seconds,
    secret_key,
    time_zone,
)

STRONG = "kJ8-vQ2zX5nB7mW4eR9tY6uI3oP1aS0dF-gH8jK5lZ2xC7vB4nM"


@pytest.fixture
def env(monkeypatch: pytest.MonkeyPatch) -> environ.Env:
    """An environment in which nothing of the project's is set."""
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "TIME_ZONE", "LANGUAGE_CODE", "LOG_LEVEL", "SECURE_HSTS_SECONDS"):
        monkeypatch.delenv(name, raising=False)
    return environ.Env()


@pytest.mark.parametrize(
    "key", ["short", "ab" * 40, f"django-insecure-{STRONG}", f"ChangeMe-{STRONG}", "x" * 49, f"{STRONG}-changeme"]
)
def test_a_weak_key_is_refused_in_production_alone(env: environ.Env, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("SECRET_KEY", key)

    assert secret_key(env, debug=True) == key
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is too weak"):
        secret_key(env, debug=False)


def test_a_strong_key_is_taken(env: environ.Env, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", STRONG)

    assert secret_key(env, debug=False) == STRONG


def test_without_a_key_debug_makes_one_each_time_and_production_refuses(env: environ.Env) -> None:
    assert secret_key(env, debug=True) != secret_key(env, debug=True)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set.*token_urlsafe"):
        secret_key(env, debug=False)


def test_hosts_are_this_machine_in_debug_and_must_be_named_in_production(env: environ.Env) -> None:
    assert allowed_hosts(env, debug=True) == list(LOCAL_HOSTS)
    with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS is not set"):
        allowed_hosts(env, debug=False)


def test_any_host_is_no_host_list(env: environ.Env, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "notes.example.com,*")

    with pytest.raises(ImproperlyConfigured, match="any Host header"):
        allowed_hosts(env, debug=False)


def test_named_hosts_are_taken_without_blanks(env: environ.Env, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example,")

    assert allowed_hosts(env, debug=False) == ["a.example", "b.example"]


@pytest.mark.parametrize("name", ["Mars/Olympus", "../etc/passwd", "/etc/passwd", "Europe", "a\0b"])
def test_an_unknown_zone_is_refused(env: environ.Env, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(env, "str", lambda *_arguments, **_options: name)

    with pytest.raises(ImproperlyConfigured, match="is no known time zone.*America/Sao_Paulo"):
        time_zone(env)


def test_an_offered_language_is_taken_whatever_its_case(env: environ.Env, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE_CODE", "pt-BR")

    assert language_code(env, ("en", "pt-br")) == "pt-br"


def test_a_language_that_is_not_offered_is_refused(env: environ.Env, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE_CODE", "tlh")

    with pytest.raises(ImproperlyConfigured, match="LANGUAGE_CODE=tlh is not offered. Set it to one of: en, pt-br"):
        language_code(env, ("en", "pt-br"))


@pytest.mark.parametrize("text", ["long", "-1", "1.5", ""])
def test_seconds_are_a_whole_number(env: environ.Env, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("SECURE_HSTS_SECONDS", text)

    with pytest.raises(ImproperlyConfigured, match="SECURE_HSTS_SECONDS=.* whole number"):
        seconds(env, "SECURE_HSTS_SECONDS", default=3600)


def test_an_unknown_log_level_is_refused_with_the_known_ones(env: environ.Env, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")

    with pytest.raises(ImproperlyConfigured, match="LOG_LEVEL=loud is no level.*WARNING"):
        log_level(env)


@pytest.mark.parametrize("url", ["", "notes.sqlite3", "postgres://u:canary@host/db", "mysql://u:canary@host:port/db"])
def test_a_database_url_that_cannot_be_used_is_refused_without_repeating_it(tmp_path: Path, url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL.*sqlite:///db.sqlite3 or mysql://") as refused:
        database(url, base_dir=tmp_path)

    assert "canary" not in str(refused.value)


def test_dotenv_completes_the_environment_and_the_process_wins(
    env: environ.Env, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Set and taken away again, so that what .env brings is undone after the test.
    monkeypatch.setenv("ALLOWED_HOSTS", "")
    monkeypatch.delenv("ALLOWED_HOSTS")
    monkeypatch.setenv("TIME_ZONE", "Europe/Lisbon")
    (tmp_path / ".env").write_text("TIME_ZONE=UTC\nALLOWED_HOSTS=from.example\n")

    env = read_environment(tmp_path)

    assert time_zone(env) == "Europe/Lisbon"
    assert allowed_hosts(env, debug=False) == ["from.example"]
