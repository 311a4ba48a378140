"""Passwords by username <-> one JSON file that only its owner can read."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import TextIO

from django.core.management.base import CommandError

MEND = "Set DEMO_ACCOUNTS_FILE to a file in a folder that you can write to."


def check_place(path: Path) -> None:
    """Raise CommandError where the file could not be written: asked before anything else is."""
    if path.exists() and not path.is_file():
        raise CommandError(f"The demo's passwords cannot be kept in {path}, which is no file. {MEND}")
    try:
        _open_new(path).close()
        _new(path).unlink()
    except OSError as fault:
        raise _unwritable(path, fault) from fault


def read_passwords(path: Path) -> dict[str, str] | None:
    """None where there is no such file, or where it was damaged. Raises CommandError where it may not be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise CommandError(f"The demo's passwords cannot be read from {path} ({fault.strerror}). {MEND}") from fault
    except (ValueError, RecursionError):
        return None
    return {str(name): str(password) for name, password in found.items()} if isinstance(found, dict) else None


def write_passwords(path: Path, passwords: dict[str, str]) -> None:
    """Store them, unless they are there. Raises CommandError where that cannot be."""
    try:
        if path.exists() and read_passwords(path) == passwords and stat.S_IMODE(path.stat().st_mode) == 0o600:
            return
        with _open_new(path) as file:
            json.dump(passwords, file, indent=2)
            file.write("\n")
        # In one step, so that a full disk does not cost the passwords that were there.
        _new(path).replace(path)
    except OSError as fault:
        raise _unwritable(path, fault) from fault


def _open_new(path: Path) -> TextIO:
    # Made with its mode, not changed to it: there is no moment in which others could read it.
    _new(path).unlink(missing_ok=True)
    return os.fdopen(os.open(_new(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def _unwritable(path: Path, fault: OSError) -> CommandError:
    return CommandError(f"The demo's passwords cannot be kept in {path} ({fault.strerror}). {MEND}")
