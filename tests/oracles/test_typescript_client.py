"""The official TypeScript client: it lists, calls and reads, and checks every answer against its schemas."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.installation import ROOT
from tests.oracles import programs
from tests.oracles.conftest import Product

# One worker runs them, so that they share one installation.
pytestmark = [pytest.mark.oracle, pytest.mark.xdist_group("installation")]

MODES = {"auto": "2026-07-28", "legacy": "2025-11-25"}


def seen(server: dict[str, Any], mode: str, home: Path) -> dict[str, Any]:
    done = programs.run(programs.TYPESCRIPT_CLIENT, mode, json.dumps(server), home=home)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def assert_served(found: dict[str, Any], mode: str, name: str, product: Product) -> None:
    assert found["revision"] == MODES[mode]
    assert found["server"] == "mcpbridge"
    assert {"projects_create", "notes_list"} <= set(found["tools"])
    assert found["made"]["structuredContent"]["applied"]["priority"] == {"given": "alta", "stored": 4, "label": "High"}
    assert product.installation.query(f"Project.objects.filter(name={name!r}).count()") == 1
    assert found["refused"]["isError"] is True
    refused = {error["field"] for error in found["refused"]["structuredContent"]["errors"]}
    assert refused == {"name", "state", "plan_start_date"}
    assert "mcpbridge://catalog" in found["resources"]
    assert "projects_create" in found["catalog"]["contents"][0]["text"]
    assert found["unknown"]["code"] == -32602
    # Each revision has a number of its own for it; the client knows both.
    assert found["missing"]["kind"] == "ResourceNotFoundError"


@pytest.mark.requirement("B-01")
@pytest.mark.requirement("N-02")
@pytest.mark.parametrize("mode", MODES)
def test_the_typescript_client_works_over_http(mode: str, product: Product, tmp_path: Path) -> None:
    name = f"TypeScript HTTP {mode}"
    server = {"name": name, "url": product.served.url, "headers": {"Authorization": f"Bearer {product.token}"}}

    found = seen(server, mode, tmp_path)

    assert_served(found, mode, name, product)


@pytest.mark.requirement("B-01")
@pytest.mark.requirement("N-02")
@pytest.mark.parametrize("mode", MODES)
def test_the_typescript_client_works_over_standard_input_and_output(
    mode: str, product: Product, tmp_path: Path
) -> None:
    name = f"TypeScript stdio {mode}"
    arguments = ["manage.py", "mcp_stdio", "--user", "admin"]
    environment = product.installation.environment
    server = {"name": name, "command": sys.executable, "args": arguments, "cwd": str(ROOT), "env": environment}

    found = seen(server, mode, tmp_path)

    assert_served(found, mode, name, product)
