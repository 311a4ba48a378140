"""One thing that is wrong with settings or code -> the finding of its check, with its mend."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache.backends.locmem import LocMemCache
from django.core.checks import Error, Warning
from django.utils import timezone

from mcpbridge import catalog as catalogs
from mcpbridge.doctor import software, subject
from mcpbridge.doctor.discretion import may_show, without
from mcpbridge.models import AccessToken
from tests.doctor.conftest import Diagnose
from tests.installation import ROOT


class Forgetful(LocMemCache):
    def set(self, *args: Any, **kwargs: Any) -> None:
        """Kept nowhere."""


class Down(LocMemCache):
    def set(self, *args: Any, **kwargs: Any) -> None:
        raise ConnectionError("redis://:canary-password@cache.example")


def bridge(settings: Any, **changed: Any) -> None:
    settings.MCPBRIDGE = settings.MCPBRIDGE | changed


@pytest.mark.parametrize(
    ("backend", "state", "found"),
    [
        ("tests.doctor.test_checks.Down", "fail", "Down does not answer: ConnectionError."),
        ("tests.doctor.test_checks.Forgetful", "fail", "Forgetful does not keep what it is given."),
        (
            "django.core.cache.backends.dummy.DummyCache",
            "warn",
            "DummyCache keeps nothing, so throttles count nothing.",
        ),
    ],
)
def test_a_cache_that_keeps_nothing_is_told(
    look: Diagnose, settings: Any, backend: str, state: str, found: str
) -> None:
    settings.CACHES = {"default": {"BACKEND": backend}}

    told = look()

    assert told["cache"]["state"] == state
    assert told["cache"]["found"].startswith(found)
    assert told["cache"]["mend"]
    assert "canary" not in json.dumps(told.told)


@pytest.mark.parametrize(
    ("changed", "name", "state", "found", "mend"),
    [
        ({"DOCUMENTS": "nowhere"}, "documents", "fail", "nowhere is no folder", "MCPBRIDGE['DOCUMENTS']"),
        ({"DOCUMENTS": None}, "documents", "ok", "None are offered", ""),
        ({"OPENAPI": "none.json"}, "catalog rules", "fail", "none.json cannot be read", "MCPBRIDGE['OPENAPI']"),
        ({"HTTP_LEVELS": ["read", "write"]}, "HTTP endpoint", "ok", "/mcp offers read, write.", ""),
        ({"CATALOG": 5}, "catalog file", "fail", "The check itself stopped: TypeError.", "manage.py check --traceback"),
    ],
)
def test_a_setting_that_is_wrong_is_told(
    look: Diagnose, settings: Any, changed: dict[str, Any], name: str, state: str, found: str, mend: str
) -> None:
    bridge(settings, **changed)

    finding = look()[name]

    assert finding["state"] == state
    assert found in finding["found"]
    assert mend in finding["mend"]


def test_an_empty_folder_of_documents_is_a_warning(look: Diagnose, settings: Any, tmp_path: Path) -> None:
    bridge(settings, DOCUMENTS=tmp_path)

    assert look()["documents"]["state"] == "warn"


@pytest.mark.parametrize(
    ("health", "state", "mend"),
    [("", "warn", "ToolHint(tells_health=True)"), ("/api/v1/gone/", "fail", "manage.py mcp_catalog")],
)
def test_a_health_operation_that_is_not_there_is_told(
    look: Diagnose, settings: Any, tmp_path: Path, health: str, state: str, mend: str
) -> None:
    content = json.loads((ROOT / "docs" / "mcp" / "tools.json").read_text(encoding="utf-8"))
    (tmp_path / "tools.json").write_text(json.dumps(content | {"health": health}))
    bridge(settings, CATALOG=tmp_path / "tools.json")

    finding = look()["health operation"]

    assert finding["state"] == state
    assert mend in finding["mend"]


def test_of_many_differences_some_are_shown(look: Diagnose, settings: Any, tmp_path: Path) -> None:
    content = json.loads((ROOT / "docs" / "mcp" / "tools.json").read_text(encoding="utf-8"))
    (tmp_path / "tools.json").write_text(json.dumps(content | {"excluded": [], "commands": []}))
    bridge(settings, CATALOG=tmp_path / "tools.json")

    finding = look()["catalog and code"]

    assert finding["state"] == "fail"
    assert finding["found"].count(";") == 5
    assert finding["found"].endswith(" more.")


def test_an_endpoint_that_answers_nobody_is_told(look: Diagnose, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["notes.example.com"]

    finding = look()["HTTP endpoint"]

    assert finding["state"] == "warn"
    assert finding["found"].startswith("/mcp answers nobody: DEBUG is on")
    assert finding["mend"].startswith("Turn DEBUG off")


def test_a_project_without_the_endpoint_is_well(look: Diagnose, settings: Any) -> None:
    settings.ROOT_URLCONF = "notes.urls"

    finding = look()["HTTP endpoint"]

    assert finding["state"] == "ok"
    assert finding["found"].startswith("Not mounted")


def test_tokens_that_end_soon_are_named_and_those_that_open_nothing_do_not_count(look: Diagnose) -> None:
    owner, gone = (User.objects.create_user(name, is_active=name == "owner") for name in ("owner", "gone"))
    now = timezone.now()
    soon, text = AccessToken.objects.issue(owner, "", now + timedelta(days=6))
    AccessToken.objects.issue(owner, "", now + timedelta(days=60))
    AccessToken.objects.issue(owner, "", now + timedelta(days=2))[0].revoke()
    AccessToken.objects.issue(gone, "", now + timedelta(days=3))

    found = look()

    assert [one["found"].partition(" ends on ")[0] for one in found.all("tokens")] == [
        f"The token {soon.prefix} of owner"
    ]
    assert text not in json.dumps(found.told)

    soon.revoke()
    assert look()["tokens"]["found"] == "Good ones: 1, none of which ends within 7 days."


def test_each_message_of_a_system_check_is_a_finding_with_its_hint(
    look: Diagnose, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = [
        Error("Wrong\nhere.", hint="Do this.", obj=User, id="x.E001"),
        Warning("Doubtful.", id="x.W002"),
        Warning("Silenced.", id="security.W021"),
    ]
    monkeypatch.setattr(software, "run_checks", lambda **options: messages)

    found = look().all("system checks")

    assert [(one["state"], one["found"], one["mend"]) for one in found] == [
        ("fail", "User: Wrong here. (x.E001)", "Do this."),
        ("warn", "Doubtful. (x.W002)", "Look for x.W002 in Django's list of system checks."),
    ]


@pytest.mark.parametrize(
    ("number", "state", "found"),
    [
        ("", "fail", "urllib3 is not installed."),
        ("1.26.20", "warn", "urllib3 1.26.20 is not the version"),
        ("2.6.0b1", "ok", "urllib3 2.6.0b1"),
        ("3.0", "warn", "urllib3 3.0 is not the version"),
    ],
)
def test_a_package_that_is_missing_or_of_another_version_is_told(
    look: Diagnose, monkeypatch: pytest.MonkeyPatch, number: str, state: str, found: str
) -> None:
    installed = software._version
    monkeypatch.setattr(software, "_version", lambda name: number if name == "urllib3" else installed(name))

    finding = look()["versions"]

    assert finding["state"] == state
    assert found in finding["found"]
    assert finding["mend"] == ("" if state == "ok" else 'Run: pip install "urllib3>=2.6,<3"')


def test_the_versions_are_those_that_the_package_asks_for() -> None:
    asked = [f'"{name}>={least},<{below}"' for name, (least, below) in software.PACKAGES.items()]

    assert f"dependencies = [{', '.join(asked)}]" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_what_checks_print_is_no_part_of_the_report(
    look: Diagnose, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def noisy(*args: Any) -> Any:
        print("printed by a check")
        __import__("os").write(1, b"written by a check\n")
        return catalogs.parse("{}")

    monkeypatch.setattr(subject.catalogs, "read", noisy)

    assert look()["catalog file"]["state"] == "fail"
    out, errors = capfd.readouterr()
    assert out == ""
    assert "printed by a check" in errors
    assert "written by a check" in errors


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("mysql://user:pass@db.example/notes", "mysql://db.example/notes"),
        ("the secret is long-enough.", "the secret is (hidden)."),
        ("mcpb_k3x9q2abw7_5YqAbc-_1 is refused", "mcpb_k3x9q2abw7_(hidden) is refused"),
        ("two\nlines\x1b[31m", "two lines?[31m"),
        ("x" * 601, "x" * 600 + " ..."),
    ],
)
def test_what_is_shown_has_no_secret_and_steers_no_terminal(text: str, shown: str) -> None:
    assert without(text, {"long-enough"}) == shown


@pytest.mark.parametrize(
    ("line", "may"),
    [
        ("ModuleNotFoundError: No module named 'nope'", True),
        ("password=hunter2", False),
        ('{"api_key": "abc"}', False),
        ("cannot open redis://user:x@cache", False),
        ("the-token-itself", False),
        ("x" * 301, False),
    ],
)
def test_a_line_of_a_programs_is_shown_where_nothing_in_it_is_or_sounds_secret(line: str, may: bool) -> None:
    assert may_show(line, "the-token-itself") is may
