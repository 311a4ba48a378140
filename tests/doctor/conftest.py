"""Fixtures of the doctor's tests: a whole installation, one that a test may spoil, and the command in this process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.doctor.diagnosis import Diagnosis
from tests.installation import Installation, installation

__all__ = ["installation"]

Diagnose = Callable[..., Diagnosis]


@pytest.fixture
def diagnose(installation: Installation) -> Diagnose:
    """diagnose(*options, **environment) -> what the command finds in the installation, as a process of its own."""

    def run(*options: str, **environment: str) -> Diagnosis:
        done = installation.run("mcp_doctor", "--json", *options, **environment)
        return Diagnosis(json.loads(done.stdout), done.returncode, done.stderr.decode())

    return run


@pytest.fixture
def look(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Diagnose]:
    """look(*options) -> what the command finds in this process, for nobody, so that no server is started."""
    monkeypatch.setenv("MCP_API_TOKEN", "")
    monkeypatch.setenv("MCP_API_BASE_URL", "")

    def run(*options: str) -> Diagnosis:
        said, code = StringIO(), 0
        try:
            call_command("mcp_doctor", "--json", "--user", "nobody", *options, stdout=said)
        except SystemExit as end:
            code = int(str(end.code))
        return Diagnosis(json.loads(said.getvalue()), code)

    yield run


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    """Where an installation of tests.doctor.catalog_settings has its catalog; there is none yet."""
    return tmp_path / "tools.json"
