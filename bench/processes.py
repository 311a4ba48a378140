"""A command and its input -> what the process used, and what it wrote.

Standard library only. A process's peak memory counts its parent's up to the moment it starts (Linux), so the parent
has to be smaller than what it measures.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from scripts.refusal import Refused

ROOT = Path(__file__).resolve().parent.parent
# getrusage counts in kilobytes on Linux and in bytes on macOS.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Used:
    """seconds: CPU time of all its threads, user and system. peak: most memory in MB (10^6 bytes). written: stdout."""

    seconds: float
    peak: float
    written: bytes


def run(command: Sequence[str], environment: Mapping[str, str], given: bytes = b"") -> Used:
    """Run Python with these arguments in the project's folder until it ends, all of its input given at once.

    Raises Refused unless it exits with 0.
    """
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as target:
        source.write(given)
        source.seek(0)
        with _started(command, environment, source, target) as (process, words):
            seconds, peak = _ended(process, command, words)
        target.seek(0)
        return Used(seconds, peak, target.read())


def converse(command: Sequence[str], environment: Mapping[str, str], lines: Sequence[bytes]) -> Used:
    """Like run, but each line is given when the one before it is answered by a line. Raises Refused."""
    answers = []
    with _started(command, environment, subprocess.PIPE, subprocess.PIPE) as (process, words):
        assert process.stdin is not None and process.stdout is not None
        for line in lines:
            process.stdin.write(line)
            process.stdin.flush()
            answers.append(process.stdout.readline())
        process.stdin.close()
        process.stdout.close()
        seconds, peak = _ended(process, command, words)
    return Used(seconds, peak, b"".join(answers))


@contextmanager
def _started(
    command: Sequence[str], environment: Mapping[str, str], source: IO[bytes] | int, target: IO[bytes] | int
) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """The process, and the file with what it writes to standard error."""
    with tempfile.TemporaryFile() as words:
        process = subprocess.Popen(
            [sys.executable, *command], cwd=ROOT, env=dict(environment), stdin=source, stdout=target, stderr=words
        )
        try:
            yield process, words
        finally:
            if process.returncode is None:
                process.kill()
                process.wait()


def _ended(process: subprocess.Popen[bytes], command: Sequence[str], words: IO[bytes]) -> tuple[float, float]:
    """CPU seconds and peak memory of a process, once it has ended. Raises Refused unless it exits with 0."""
    _pid, status, usage = os.wait4(process.pid, 0)
    # Popen would otherwise wait for a process that has been waited for.
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        words.seek(0)
        last = words.read().decode("utf-8", "replace").strip()[-2000:]
        raise Refused(f"{' '.join(command)} ended with {process.returncode}. Its last words:\n{last}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * PEAK_UNIT / 1e6
