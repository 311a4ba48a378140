"""The inspector's command line, which knows what schemas other clients refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installation import ROOT
from tests.oracles import programs
from tests.oracles.conftest import Product

# One worker runs them, so that they share one installation.
pytestmark = [pytest.mark.oracle, pytest.mark.xdist_group("installation")]

LIST = ("--method", "tools/list", "--strict")


def assert_portable(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, done.stderr
    # It ends well in spite of what it only warns of.
    assert "Warning" not in done.stderr, done.stderr
    assert {"projects_create", "notes_list"} <= {tool["name"] for tool in json.loads(done.stdout)["tools"]}


@pytest.mark.requirement("N-02")
def test_the_inspector_finds_every_schema_portable_over_http(product: Product, tmp_path: Path) -> None:
    header = f"Authorization: Bearer {product.token}"
    server = [product.served.url, "--transport", "http", "--header", header]

    done = programs.run(programs.INSPECTOR, "--cli", *server, *LIST, home=tmp_path)

    assert_portable(done)


@pytest.mark.requirement("N-02")
def test_the_inspector_finds_every_schema_portable_over_standard_input_and_output(
    product: Product, tmp_path: Path
) -> None:
    environment = product.installation.environment
    # It hands on no more of its own environment than what is named.
    named = ("DATABASE_URL", "DEBUG", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "DEMO_ACCOUNTS_FILE")
    given = [part for name in named for part in ("-e", f"{name}={environment[name]}")]
    server = [*given, "--cwd", str(ROOT), sys.executable, "manage.py", "mcp_stdio", "--user", "admin"]

    done = programs.run(programs.INSPECTOR, "--cli", *server, *LIST, home=tmp_path)

    assert_portable(done)
