"""docs/base-url.md -> every option, variable and code that it names is there, and none is missing."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.installation import ROOT

GUIDE = (ROOT / "docs" / "base-url.md").read_text(encoding="utf-8")
SOURCES = [ROOT / "mcpbridge" / "serve" / f"{name}.py" for name in ("no_reply", "running", "health")]


def test_the_options_are_those_that_the_command_has():
    done = subprocess.run([sys.executable, "-m", "mcpbridge", "--help"], cwd=ROOT, capture_output=True, text=True)

    offered = set(re.findall(r"--[a-z-]+", done.stdout)) - {"--help"}

    assert done.returncode == 0
    assert offered == set(re.findall(r"`(--[a-z-]+)", GUIDE)) - {"--help"}


def test_the_codes_are_those_that_the_client_gives():
    given = {code for path in SOURCES for code in re.findall(r'code="([a-z_]+)"', path.read_text(encoding="utf-8"))}

    named = {code for code in re.findall(r"`([a-z]+_?[a-z]+)`", GUIDE) if code in given}

    assert named == given - {"not_the_api"}


def test_the_number_of_megabytes_is_the_clients_own():
    from mcpbridge.serve.over_http import MAX_BODY  # loads the HTTP client

    assert f"more than {MAX_BODY // 1024 // 1024} MiB" in GUIDE
