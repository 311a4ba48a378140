"""Requirement files -> a .venv that has them, installed again only when they change."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.refusal import Refused, told

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PROGRAMS = VENV / "bin"
PYTHON = str(PROGRAMS / "python")
STAMP = VENV / "installed.json"


def ready(requirements: str) -> None:
    """Make sure that .venv exists and has everything ``requirements`` (a file's name) lists.

    Raises Refused when .venv cannot be made or a package cannot be had.
    """
    if not _runs():
        _create()
    wanted = fingerprint(requirements)
    # An entry counts while its file is as it was: installing another file's older pins may have undone it.
    installed = {name: mark for name, mark in _stamp().items() if (ROOT / name).exists() and fingerprint(name) == mark}
    if installed.get(requirements) == wanted:
        return
    print(f"Installing {requirements} into .venv")
    _install(requirements)
    STAMP.write_text(json.dumps({**installed, requirements: wanted}, indent=1), encoding="utf-8")


def fingerprint(requirements: str) -> str:
    """A digest of a requirement file and of the files that it includes."""
    text = (ROOT / requirements).read_text(encoding="utf-8")
    included = [line.split()[1] for line in text.splitlines() if line.startswith("-r ")]
    return hashlib.sha256("".join([text, *map(fingerprint, included)]).encode()).hexdigest()


def _stamp() -> dict[str, str]:
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _runs() -> bool:
    """Whether .venv has a Python of the version that runs this script, and that it starts."""
    try:
        version = subprocess.run([PYTHON, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True)
    except OSError:
        return False
    return version.stdout.split() == [b"%d" % part for part in sys.version_info[:2]]


def _create() -> None:
    print(f"Making .venv with Python {sys.version.split()[0]}")
    if VENV.is_symlink() or VENV.is_file():
        raise Refused(".venv is a link or a file, not a folder. Remove it and try again.")
    shutil.rmtree(VENV, ignore_errors=True)
    uv = shutil.which("uv")
    made = (
        [uv, "venv", "--quiet", "--python", sys.executable, str(VENV)]
        if uv
        else [sys.executable, "-m", "venv", str(VENV)]
    )
    if subprocess.run(made).returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        name = "python{}.{}-venv".format(*sys.version_info[:2])
        raise Refused(
            f".venv could not be made; Python's own words stand above. On Debian it often lacks: apt-get install {name}"
        )


def _install(requirements: str) -> None:
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", PYTHON]
    else:
        command = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if subprocess.run([PYTHON, "-c", "import pip"], capture_output=True).returncode:
            # uv makes environments without pip, and uv may have gone since.
            subprocess.run([PYTHON, "-m", "ensurepip"], capture_output=True)
    if subprocess.run([*command, "-r", requirements], cwd=ROOT).returncode:
        tool, setting = ("uv", "UV_INDEX_URL") if uv else ("pip", "PIP_INDEX_URL")
        raise Refused(
            f"{requirements} could not be installed; {tool}'s own words stand above. If they speak of a connection, "
            f"check the network, or name a package index that this machine reaches in {setting}; then try again."
        )


if __name__ == "__main__":
    sys.exit(told(lambda: ready(sys.argv[1])))
