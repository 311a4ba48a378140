"""`manage.py mcp_doctor` on a real installation: what is healthy passes, and each mend, carried out, mends."""

from __future__ import annotations

import json
import re
import shutil
import socket
from pathlib import Path

import pytest
from django.db import connection

from tests.doctor.conftest import Diagnose
from tests.http.processes import token_of
from tests.installation import ROOT, Installation

# One worker runs them, so that they share one installation.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("installation")]

ORDER = [
    "versions", "system checks", "database", "migrations", "cache", "catalog file", "catalog and code",
    "catalog rules", "health operation", "documents", "HTTP endpoint", "tokens", "caller", "call end to end",
]  # fmt: skip
CALLED = re.compile(r"users_me, \d+ ms, request [0-9a-f-]{36}; \d+ tools are listed")
PRODUCTION = {"DEBUG": "off", "ALLOWED_HOSTS": "example.org", "SECURE_SSL_REDIRECT": "on", "SECURE_COOKIES": "on"}


def test_a_healthy_installation_passes_and_the_tool_that_was_called_is_named(installation: Installation) -> None:
    done = installation.run("mcp_doctor")

    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0, done.stdout.decode()
    passed = (line[9:27].strip() for line in lines if line.startswith(("ok ", "warn ")))
    # Tokens of other tests may end soon.
    assert list(dict.fromkeys(passed)) == ORDER
    assert CALLED.search(lines[-2])
    assert re.fullmatch(r"\d+ findings: 0 failed, \d+ warned\.", lines[-1])


def test_json_is_one_object_and_the_caller_is_the_one_who_is_named(diagnose: Diagnose) -> None:
    found = diagnose("--user", "viewer")

    assert (found.code, found.told["failed"]) == (0, 0)
    assert set(found["caller"]) == {"name", "state", "found", "mend"}
    assert found["caller"]["found"] == "viewer, by name (DEBUG is on)."
    assert found["call end to end"]["state"] == "ok"


def test_with_debug_and_no_name_a_superuser_is_taken_and_named(diagnose: Diagnose) -> None:
    assert diagnose()["caller"]["found"].startswith("admin, the first superuser")


def test_a_project_that_prints_wherever_it_can_passes(installation: Installation) -> None:
    done = installation.run("mcp_doctor", "--json", DJANGO_SETTINGS_MODULE="tests.protocol.noisy_settings")

    found = json.loads(done.stdout.splitlines()[-1])
    assert done.returncode == 0, done.stdout.decode()
    assert found["checks"][-1]["found"].endswith("standard output carried protocol alone.")


def test_a_database_that_cannot_be_opened_is_named_without_its_account(diagnose: Diagnose) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        # The driver is there where the suite runs on such a server.
        url, told = {
            "sqlite": (
                "sqlite:////nowhere/nothing.sqlite3",
                ("sqlite3, /nowhere/nothing.sqlite3: there is no such file.", "Run: manage.py migrate"),
            ),
            "mysql": (
                f"mysql://canary-user:canary-password@127.0.0.1:{port}/notes",
                (f"mysql at 127.0.0.1:{port}, notes: it cannot be reached.", "Start the database"),
            ),
        }[connection.vendor]
        found = diagnose(DATABASE_URL=url)

    fault, mend = found.only_fault
    assert (fault, mend.startswith(told[1])) == (told[0], True)
    assert found.names("skipped") == ["migrations", "tokens", "caller", "call end to end"]
    assert "canary" not in json.dumps(found.told)


def test_a_database_that_is_not_there_or_not_migrated_works_after_the_mend(
    diagnose: Diagnose, installation: Installation, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}"

    missing = diagnose(DATABASE_URL=url)
    (tmp_path / "new.sqlite3").touch()
    empty = diagnose(DATABASE_URL=url)
    installation.run("migrate", DATABASE_URL=url)
    migrated = diagnose(DATABASE_URL=url)
    installation.run("createsuperuser", "--noinput", "--username", "me", "--email", "", DATABASE_URL=url)
    mended = diagnose(DATABASE_URL=url)

    assert "there is no such file" in missing.only_fault[0]
    assert missing.only_fault[1].startswith("Run: manage.py migrate")
    assert empty.only_fault[0].startswith("Not applied: contenttypes.0001_initial")
    assert empty.only_fault[1] == "Run: manage.py migrate"
    assert migrated.only_fault[0] == "There is no active superuser."
    assert "manage.py createsuperuser" in migrated.only_fault[1]
    assert mended.code == 0


@pytest.mark.parametrize(
    ("content", "fault", "failed"),
    [
        (None, "cannot be read (No such file or directory).", ["catalog file"]),
        (b"{", "The catalog is not JSON", ["catalog file"]),
        (b"\xff\xfe", "The catalog tools.json is no UTF-8.", ["catalog file"]),
        (b"drifted", "notes_list: title is", ["catalog and code"]),
    ],
    ids=["missing", "broken", "no text", "drifted"],
)
def test_a_catalog_that_is_wrong_is_right_after_the_mend(
    diagnose: Diagnose,
    installation: Installation,
    catalog: Path,
    content: bytes | None,
    fault: str,
    failed: list[str],
) -> None:
    own = {"DJANGO_SETTINGS_MODULE": "tests.doctor.catalog_settings", "CATALOG_OF_THE_TEST": str(catalog)}
    if content == b"drifted":
        given = (ROOT / "docs" / "mcp" / "tools.json").read_text(encoding="utf-8")
        content = given.replace('"title": "List notes"', '"title": "All notes"', 1).encode()
    if content is not None:
        catalog.write_bytes(content)

    spoilt = diagnose(**own)
    written = installation.run("mcp_catalog", **own)
    mended = diagnose(**own)

    assert spoilt.names("fail") == failed
    assert fault in spoilt.only_fault[0]
    assert spoilt.only_fault[1].startswith("Run: manage.py mcp_catalog")
    assert (written.returncode, mended.code) == (0, 0)


def test_a_login_that_is_nobodys_is_told(diagnose: Diagnose) -> None:
    fault, mend = diagnose("--user", "nobody").only_fault

    assert fault == "There is no user 'nobody'."
    assert mend == "Name an existing login, or make one: manage.py createsuperuser"


def test_a_token_is_used_outside_debug_and_one_that_has_ended_is_replaced(
    diagnose: Diagnose, installation: Installation
) -> None:
    token = token_of(installation, "editor")

    good = diagnose(MCP_API_TOKEN=token, **PRODUCTION)
    installation.run("mcp_token", "revoke", token)
    revoked = diagnose(MCP_API_TOKEN=token, **PRODUCTION)
    again = diagnose(MCP_API_TOKEN=token_of(installation, "editor"), **PRODUCTION)

    assert good["caller"]["found"] == "editor, the owner of the token."
    assert {one["state"] for one in good.all("tokens")} == {"warn"}
    assert re.match(r"The token mcpb_\w{10} of \w+ ends on 20", good["tokens"]["found"])
    assert CALLED.match(good["call end to end"]["found"])
    assert revoked.only_fault == (
        f"The token {token[:15]} was revoked.",
        "Run: manage.py mcp_token create --user NAME, and put the token into the variable MCP_API_TOKEN.",
    )
    assert (good.code, again.code) == (0, 0)
    for found in (good, revoked):
        assert token not in json.dumps(found.told) + found.said


def test_an_expired_token_is_told_with_its_day(diagnose: Diagnose, installation: Installation) -> None:
    token = token_of(installation, "editor")
    past = "__import__('datetime').datetime(2026, 1, 2, tzinfo=__import__('datetime').UTC)"
    tokens = "__import__('mcpbridge.models').models.AccessToken.objects"
    installation.query(f"{tokens}.filter(prefix={token[:15]!r}).update(expires={past})")

    fault, mend = diagnose(MCP_API_TOKEN=token).only_fault

    assert fault == f"The token {token[:15]} expired on 2026-01-02."
    assert "manage.py mcp_token create" in mend


def test_outside_debug_without_a_token_no_tool_is_called_and_the_way_to_one_is_told(diagnose: Diagnose) -> None:
    found = diagnose(**PRODUCTION)

    assert found.code == 0
    assert found.names("skipped") == ["caller", "call end to end"]
    assert "manage.py mcp_token create --user NAME" in found["caller"]["mend"]


@pytest.mark.parametrize(
    ("options", "environment", "fault"),
    [
        (("--user", "admin"), PRODUCTION, "a name alone proves nothing"),
        (("--user", "admin"), {"MCP_API_TOKEN": "mcpb_canary"}, "Both --user and MCP_API_TOKEN are given."),
        ((), {"MCP_API_TOKEN": "mcpb_canary"}, "There is no such token."),
    ],
)
def test_a_credential_that_mcp_stdio_would_refuse_is_refused(
    diagnose: Diagnose, options: tuple[str, ...], environment: dict[str, str], fault: str
) -> None:
    found = diagnose(*options, **environment)

    assert fault in found.only_fault[0]
    assert "mcpb_canary" not in json.dumps(found.told) + found.said


def test_code_that_cannot_be_loaded_costs_checks_and_never_the_report(
    installation: Installation, tmp_path: Path
) -> None:
    (tmp_path / "spoilt.py").write_text("from project.settings import *\nROOT_URLCONF = 'canary_urls'\n")
    own = {"DJANGO_SETTINGS_MODULE": "spoilt", "PYTHONPATH": str(tmp_path)}

    done = installation.run("mcp_doctor", **own)
    logged = installation.run("mcp_doctor", **own, LOG_LEVEL="DEBUG")

    said = done.stdout.decode()
    assert done.returncode == 1
    assert re.search(r"FAIL +system checks +The check itself stopped: ModuleNotFoundError\.\n +Mend: Run: manage", said)
    assert b"mcpbridge.doctor" not in done.stderr
    assert "DEBUG mcpbridge.doctor" in logged.stderr.decode()


def test_a_program_of_another_name_is_told(installation: Installation, tmp_path: Path) -> None:
    shutil.copy(ROOT / "docs" / "mcp" / "tools.json", tmp_path)
    text = f"from project.settings import *\nBASE_DIR = {str(tmp_path)!r}\n"
    text += "MCPBRIDGE = {'CATALOG': BASE_DIR + '/tools.json'}\n"
    (tmp_path / "moved.py").write_text(text)

    done = installation.run("mcp_doctor", "--json", DJANGO_SETTINGS_MODULE="moved", PYTHONPATH=str(tmp_path))

    last = json.loads(done.stdout)["checks"][-1]
    assert last["state"] == "fail"
    assert last["found"].startswith("The server ended before the answer to initialize, with exit code 2.")
    assert "manage.py': [Errno 2] No such file or directory" in last["found"]
