"""requirements*.in -> requirements*.txt, every package of every platform pinned."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from scripts.environment import ROOT
from scripts.refusal import Refused, told

HEADER = "# Written by `make lock` from {source}; change that file, not this one.\n"
DRIVER = """\
# Needed on MySQL and MariaDB alone: no installer knows this extra, so each of them skips the line.
# To install the driver as well: requirements-mysql.txt.
mysqlclient==2.3.2 ; extra == "mysql"
"""


def compiled(source: Path, uv: str) -> str:
    """The pins of everything that ``source`` leads to, one a line with what asked for it."""
    command = [uv, "pip", "compile", "--universal", "--python-version", "3.11", "--quiet", "--no-header"]
    done = subprocess.run(
        [*command, "--annotation-style", "line", source.name], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise Refused(f"{source.name} was not compiled; uv's own words stand above.")
    return HEADER.format(source=source.name) + done.stdout


def main() -> None:
    uv = shutil.which("uv") or shutil.which("uv", path=str(ROOT / ".venv" / "bin"))
    if uv is None:
        raise Refused("`make lock` needs uv, and it is not on PATH. Install it (pip install uv) and try again.")
    run_time = compiled(ROOT / "requirements.in", uv) + DRIVER
    (ROOT / "requirements.txt").write_text(run_time, encoding="utf-8")
    (ROOT / "requirements-test.txt").write_text(compiled(ROOT / "requirements-test.in", uv), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(told(main))
