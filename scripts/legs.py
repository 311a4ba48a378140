"""A database's address -> what the suite says on it."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from scripts import environment

MEMORY = "sqlite://:memory:"
# Every worker makes a database of its own; more of them cost more than they win.
WORKERS = ("-n", "auto", "--maxprocesses", "4", "--dist", "loadgroup")


@dataclass(frozen=True)
class Outcome:
    """One run of the suite. ``code`` is pytest's exit status; ``seconds`` is wall time."""

    database: str
    passed: int
    failed: int
    code: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.database}: {self.passed} passed, {self.failed} failed in {self.seconds:.0f} s"


def run(database: str, url: str, arguments: list[str]) -> Outcome:
    """Run the suite on the database at ``url``, named ``database`` to people; ``arguments`` go to pytest."""
    print(f"\n== {database}")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = subprocess.run(
            [environment.PYTHON, "-m", "pytest", *WORKERS, f"--junit-xml={report}", *arguments],
            cwd=environment.ROOT,
            env={**os.environ, "DATABASE_URL": url},
        )
        passed, failed = counted(report)
    return Outcome(database, passed, failed, done.returncode, time.monotonic() - started)


def counted(report: Path) -> tuple[int, int]:
    """How many tests passed, and how many did not, by a JUnit report; a run that left none counts as one failure."""
    if not report.exists():
        return 0, 1
    suites = ElementTree.parse(report).getroot().iter("testsuite")  # noqa: S314  (pytest's own file)
    total = failed = skipped = 0
    for suite in suites:
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    return total - failed - skipped, failed
