"""The projects that the oracles drive -> running servers, and tokens for them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.installation import ROOT, Installation, installation
from tests.oracles.servers import Served, gunicorn, serving

__all__ = ["installation"]

SETTINGS = "tests.oracles.project.settings"


@dataclass(frozen=True)
class Product:
    """The notes project, served over HTTP. token: of the account admin."""

    served: Served
    token: str
    installation: Installation


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of the conformance suite's own project: an account, a token for it, nothing else."""
    database = tmp_path_factory.mktemp("oracles") / "oracles.sqlite3"
    environment = {"ORACLES_DATABASE": str(database), "DJANGO_SETTINGS_MODULE": SETTINGS}
    _manage(environment, "migrate", "--verbosity", "0")
    _manage(environment, "createsuperuser", "--noinput", "--username", "visitor", "--email", "visitor@example.org")
    token = _manage(environment, "mcp_token", "create", "--user", "visitor", "--days", "1").strip()
    return environment | {"ORACLES_TOKEN": token}


@pytest.fixture(scope="session")
def product(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    made = installation.run("mcp_token", "create", "--user", "admin", "--name", "oracles", "--days", "1")
    assert made.returncode == 0, made.stderr.decode()
    environment = installation.environment | {"MCP_HTTP_LEVELS": "read,write"}
    with serving(gunicorn("project.settings"), environment, tmp_path_factory.mktemp("product")) as served:
        yield Product(served, made.stdout.decode().strip(), installation)
    assert served.failures == []


def _manage(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "django", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment, "DJANGO_SUPERUSER_PASSWORD": "for-one-run-alone", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
