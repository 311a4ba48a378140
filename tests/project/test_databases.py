"""DATABASE_URL -> settings under which SQLite, MySQL and MariaDB behave alike."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from notes.models import Tag
from project.databases import database


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())


@pytest.fixture
def no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)


def test_a_relative_sqlite_path_is_taken_from_the_project(tmp_path: Path) -> None:
    entry = database("sqlite:///db.sqlite3", base_dir=tmp_path)

    assert entry["NAME"] == str(tmp_path / "db.sqlite3")


def test_an_absolute_sqlite_path_stays(tmp_path: Path) -> None:
    entry = database("sqlite:////var/lib/notes.sqlite3", base_dir=tmp_path)

    assert entry["NAME"] == "/var/lib/notes.sqlite3"


def test_a_folder_with_blanks_and_accents_is_no_obstacle(tmp_path: Path) -> None:
    entry = database("sqlite:///my%20files/ação.sqlite3", base_dir=tmp_path)

    assert entry["NAME"] == str(tmp_path / "my files" / "ação.sqlite3")


@pytest.mark.parametrize("scheme", ["mysql", "mariadb"])
def test_mysql_and_mariadb_urls_give_the_same_settings(driver: None, tmp_path: Path, scheme: str) -> None:
    entry = database(f"{scheme}://me:p%40ss@db.example:3307/notes", base_dir=tmp_path)

    assert entry["ENGINE"] == "django.db.backends.mysql"
    assert (entry["USER"], entry["PASSWORD"], entry["HOST"], entry["PORT"]) == ("me", "p@ss", "db.example", 3307)
    assert entry["OPTIONS"]["charset"] == "utf8mb4"
    assert entry["CONN_HEALTH_CHECKS"] is True
    assert entry["TEST"] == {"CHARSET": "utf8mb4", "COLLATION": "utf8mb4_unicode_ci"}


def test_options_of_the_url_win(driver: None, tmp_path: Path) -> None:
    entry = database("mysql://me@host/notes?connect_timeout=2", base_dir=tmp_path)

    assert entry["OPTIONS"]["connect_timeout"] == 2


def test_a_missing_driver_is_told_with_the_commands_that_install_it(no_driver: None, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        database("mysql://me:canary@host/notes", base_dir=tmp_path)

    assert "pip install -r requirements-mysql.txt" in str(refused.value)
    assert "libmariadb-dev pkg-config" in str(refused.value)
    assert "canary" not in str(refused.value)


def test_a_mysql_url_without_a_database_is_refused(driver: None, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="names no database"):
        database("mysql://me@host", base_dir=tmp_path)


@pytest.mark.django_db
@pytest.mark.requirement("C-02")
def test_the_running_database_is_strict_and_stores_every_character() -> None:
    Tag.objects.create(name="reunião 🚀")

    assert Tag.objects.get().name == "reunião 🚀"
    if connection.vendor == "mysql":
        with connection.cursor() as cursor:
            # MySQL and MariaDB name the isolation differently.
            cursor.execute(
                "SHOW VARIABLES WHERE Variable_name IN"
                " ('sql_mode', 'tx_isolation', 'transaction_isolation', 'character_set_connection')"
            )
            variables = dict(cursor.fetchall())
        assert "STRICT_TRANS_TABLES" in variables.pop("sql_mode")
        assert variables.pop("character_set_connection") == "utf8mb4"
        assert set(variables.values()) == {"READ-COMMITTED"}
    else:
        assert connection.transaction_mode == "IMMEDIATE"


def test_a_request_is_one_transaction() -> None:
    assert connection.settings_dict["ATOMIC_REQUESTS"] is True
