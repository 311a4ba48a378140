"""The tests of the second project, run with its own settings in a process of their own: in process, and over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OWN = ["-p", "no:cacheprovider", "-q", "tests/cases"]


@pytest.mark.slow
@pytest.mark.requirement("N-10")
@pytest.mark.parametrize("door", ["settings", "served_settings"])
def test_every_case_holds_on_a_project_that_the_bridge_has_never_seen(door: str):
    # What a parallel run tells its workers would make the process below take itself for one of them.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}

    done = subprocess.run(
        [sys.executable, "-m", "pytest", f"--ds=tests.cases.project.{door}", *OWN],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert " passed" in done.stdout
