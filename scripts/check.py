"""Names of checks, or none for all -> each one run, and those that failed named together.

python -m scripts.check [lint] [format] [types] [system] [migrations] [catalog] [openapi] [dockerfile] [compose]
"""

from __future__ import annotations

import os
import subprocess
import sys

from scripts import environment
from scripts.refusal import Refused, told

# name -> (a program of .venv/bin with its arguments, what mends a failure)
CHECKS = {
    "lint": ("python -m ruff check .", ".venv/bin/python -m ruff check --fix ."),
    "format": ("python -m ruff format --check .", ".venv/bin/python -m ruff format ."),
    "types": ("python -m mypy", "the types that it names"),
    "system": ("python manage.py check --database default --fail-level WARNING", "what each line's hint says"),
    "migrations": ("python manage.py makemigrations --check --dry-run", ".venv/bin/python manage.py makemigrations"),
    "catalog": ("python manage.py mcp_catalog --check", ".venv/bin/python manage.py mcp_catalog"),
    "openapi": ("python manage.py openapi_check", "the command that it names"),
    "dockerfile": ("hadolint Dockerfile", "the rule that each line names"),
    "compose": (
        "check-jsonschema --builtin-schema vendor.compose-spec compose.yaml",
        "the place in compose.yaml that it names",
    ),
}


def main() -> None:
    names = sys.argv[1:] or list(CHECKS)
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        raise Refused(f"There is no check called {', '.join(unknown)}. There are: {', '.join(CHECKS)}.")
    environment.ready("requirements-test.txt")
    failed = [name for name in names if not passes(name)]
    if failed:
        mends = "\n".join(f"  {name}: {CHECKS[name][1]}" for name in failed)
        raise Refused(f"\n{len(failed)} of {len(names)} checks failed. What mends them:\n{mends}")
    print(f"\n{len(names)} checks passed")


def passes(name: str) -> bool:
    """Run one check with the settings of a development machine and an empty database in memory."""
    program, *arguments = CHECKS[name][0].split()
    print(f"\n== {name}: {CHECKS[name][0]}")
    command = [str(environment.PROGRAMS / program), *arguments]
    surroundings = {**os.environ, "DEBUG": "on", "DATABASE_URL": "sqlite://:memory:"}
    return subprocess.run(command, cwd=environment.ROOT, env=surroundings).returncode == 0


if __name__ == "__main__":
    sys.exit(told(main))
