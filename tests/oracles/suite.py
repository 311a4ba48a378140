"""An endpoint and a revision -> what the conformance suite says of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.oracles import baselines, programs

_FOLDER = re.compile(r"server-(?P<scenario>.+)-\d{4}-\d\d-\d\dT[\d-]+Z\Z")


@dataclass(frozen=True)
class Report:
    """status: 0 where all that failed was excused, and all that was excused failed. checks: by scenario."""

    status: int
    text: str
    checks: dict[str, list[dict[str, Any]]]

    def shortcomings(self, revision: str) -> list[str]:
        """What must pass and did not, as scenario:check; a scenario that showed nothing by name."""
        return [found for scenario in baselines.MUST_PASS[revision] for found in self._short(scenario)]

    def failed(self) -> set[str]:
        """Every check that failed, as a baseline names it."""
        return {f"{name}:{check['id']}" for name, checks in self.checks.items() for check in checks if _fails(check)}

    def _short(self, scenario: str) -> Iterator[str]:
        checks = self.checks.get(scenario, [])
        if not any(check["status"] == "SUCCESS" for check in checks):
            yield scenario
        names = (f"{scenario}:{check['id']}" for check in checks if _fails(check))
        yield from (name for name in names if name not in baselines.MAY_FALL_SHORT)


def run(revision: str, url: str, folder: Path) -> Report:
    """folder: for what the suite writes."""
    results = folder / "results"
    options = ["--requirements", revision, "--expected-failures", str(baselines.path(revision)), "-o", str(results)]
    done = programs.run(programs.CONFORMANCE, "server", "--url", url, *options, home=folder)
    checks = {
        found["scenario"]: json.loads((path / "checks.json").read_text(encoding="utf-8"))
        for path in sorted(results.iterdir())
        if (found := _FOLDER.match(path.name))
    }
    return Report(done.returncode, done.stdout.rpartition("=== SUMMARY ===")[2] + done.stderr, checks)


def _fails(check: dict[str, Any]) -> bool:
    return check["status"] in ("FAILURE", "WARNING")
