"""A machine -> one that can talk to MySQL and MariaDB from Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from scripts import debian, environment

LACKING = "The MySQL driver (mysqlclient) is built on this machine, and its headers or a C compiler are missing."


def ready() -> None:
    """Make sure that .venv has mysqlclient. Raises Refused when it cannot be built, with the command that mends it."""
    if not _imports() and not _buildable():
        debian.install(["libmariadb-dev", "pkg-config", "gcc", *_python_headers()], lacking=LACKING)
    environment.ready("requirements-mysql.txt")


def _imports() -> bool:
    command = [environment.PYTHON, "-c", "import MySQLdb"]
    return subprocess.run(command, cwd=environment.ROOT, capture_output=True).returncode == 0


def _buildable() -> bool:
    if os.environ.get("MYSQLCLIENT_CFLAGS") and os.environ.get("MYSQLCLIENT_LDFLAGS"):
        return True
    if not shutil.which("pkg-config") or not shutil.which("cc") or _python_headers():
        return False
    libraries = ("mysqlclient", "mariadb", "libmariadb", "perconaserverclient")
    return any(subprocess.run(["pkg-config", "--exists", library]).returncode == 0 for library in libraries)


def _python_headers() -> list[str]:
    """The package with Python's own headers, where they are missing."""
    if (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        return []
    return ["python{}.{}-dev".format(*sys.version_info[:2])]
