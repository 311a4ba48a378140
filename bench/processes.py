"""A command and its input -> what the process used, and what it wrote.

Standard library only. A process's peak memory counts its parent's up to the moment it starts (Linux), so the parent
has to be smaller than what it measures.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# getrusage counts in kilobytes on Linux and in bytes on macOS.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024


class Failed(Exception):
    """A program ended badly. The text is a finished sentence with the program's last words."""


@dataclass(frozen=True)
class Used:
    """seconds: CPU time of all its threads, user and system. peak: most memory in MB (10^6 bytes). written: stdout."""

    seconds: float
    peak: float
    written: bytes


def run(command: Sequence[str], environment: Mapping[str, str], given: bytes = b"") -> Used:
    """Run Python with these arguments in the project's folder until it ends. Raises Failed unless it exits with 0."""
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as target, tempfile.TemporaryFile() as words:
        source.write(given)
        source.seek(0)
        process = subprocess.Popen(
            [sys.executable, *command], cwd=ROOT, env=dict(environment), stdin=source, stdout=target, stderr=words
        )
        _pid, status, usage = os.wait4(process.pid, 0)
        # Popen would otherwise wait for a process that has been waited for.
        process.returncode = os.waitstatus_to_exitcode(status)
        target.seek(0)
        words.seek(0)
        if process.returncode:
            last = words.read().decode("utf-8", "replace").strip()[-2000:]
            raise Failed(f"{' '.join(command)} ended with {process.returncode}. Its last words:\n{last}")
        return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * PEAK_UNIT / 1e6, target.read())
