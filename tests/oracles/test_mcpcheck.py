"""jbt-mcpcheck, which checks an endpoint for 2026-07-28 from outside, with tools that it has never seen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracles.conftest import Product

# One worker runs them, so that they share one installation.
pytestmark = [pytest.mark.oracle, pytest.mark.xdist_group("installation")]

PROGRAM = Path(sys.executable).with_name("jbt-mcpcheck")
# An outputSchema a tool would double a list that agents pay for; what comes back says itself what it is.
EXCUSED = {"schemas.output_schema_missing"}


@pytest.mark.requirement("B-01")
def test_the_endpoint_passes_every_check_without_a_warning_that_has_no_reason(product: Product) -> None:
    done = subprocess.run(
        [PROGRAM, product.served.url, "--legacy-probes", "--json"],
        env={**os.environ, "MCPCHECK_TOKEN": product.token},
        capture_output=True,
        text=True,
        timeout=120,
    )
    report = json.loads(done.stdout)

    assert [check["failures"] for check in report["checks"] if check["failures"]] == []
    assert done.returncode == 0, report["summary"]
    assert report["summary"]["errored"] == report["summary"]["inconclusive"] == 0
    assert report["summary"]["skipped"] == []
    assert {warning["code"] for check in report["checks"] for warning in check["warnings"]} == EXCUSED
