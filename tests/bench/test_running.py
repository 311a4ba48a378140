"""`python -m bench` -> what it measures, prints and answers, as a process of its own on SQLite."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest
from django.conf import settings

from bench import processes
from scripts.refusal import Refused

BARS_THAT_DECIDE = "parts.START_BAR, parts.MEMORY_BAR = 0, 1_000_000"
"""No start takes no time, and no memory is that large: however noisy the machine, one is broken and one is kept."""


def bench(*arguments: str, prepared: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; from bench import __main__, parts; {prepared}\nsys.exit(__main__.told(__main__.main))"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
def test_a_quick_run_measures_says_which_bar_is_broken_and_leaves_nothing_behind(tmp_path):
    elsewhere = f"sqlite:///{tmp_path / 'developers.sqlite3'}"

    done = bench("start", "memory", "--quick", prepared=BARS_THAT_DECIDE, DATABASE_URL=elsewhere, TMPDIR=str(tmp_path))

    lines = done.stdout.splitlines()
    assert [(line.split("  ")[0], line.split("  ")[-1]) for line in lines[1:4]] == [
        ("start to first tools/list, CPU", "over, measured twice"),
        ("memory, call by call", "within"),
        ("memory, all calls at once", "within"),
    ], done.stderr
    assert lines[-1].startswith("Broken twice in a row: start to first tools/list, CPU. Measured in ")
    assert done.returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_part_is_named_with_those_there_are():
    done = bench("speed")

    assert done.returncode == 2
    assert "There is no part called speed. There are: calls, start, base-url, memory, names." in done.stderr


def test_a_server_that_was_named_and_does_not_answer_is_told_before_anything_is_measured():
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{nobody.getsockname()[1]}"

        done = bench("calls", MYSQL_TEST_URL=f"mysql://root:secret@{place}")

    assert done.returncode == 1
    assert done.stderr == f"Nothing answers at {place}: start a server, or name one in MYSQL_TEST_URL.\n"


def test_what_a_process_used_is_counted_and_what_it_wrote_is_kept():
    idle, busy = "print('done')", "x = bytearray(60_000_000); sum(range(10_000_000)); print('done')"
    # Measured by a small process, as the benchmark's own is: a child's peak counts its parent's.
    measure = f"""
import os
from bench import processes
for code in ({idle!r}, {busy!r}):
    used = processes.run(["-c", code], os.environ)
    print(used.seconds, used.peak, used.written.decode())
"""

    lines = processes.run(["-c", measure], os.environ).written.decode().split("\n\n")

    (idle_seconds, idle_peak, _), (seconds, peak, written) = (line.split() for line in lines if line)
    assert written == "done"
    assert float(seconds) > float(idle_seconds)
    assert 40 < float(peak) - float(idle_peak) < 62 < float(peak)


def test_a_conversation_gives_a_line_when_the_one_before_is_answered():
    echo = "import sys\nfor line in sys.stdin: print(line.strip().upper(), flush=True)"

    used = processes.converse(["-c", echo], os.environ, [b"one\n", b"two\n"])

    assert used.written == b"ONE\nTWO\n"


def test_a_program_that_fails_stops_the_measuring_with_its_last_words():
    with pytest.raises(Refused, match=r"ended with 3\. Its last words:\nno such table"):
        processes.run(["-c", "import sys; sys.stderr.write('no such table'); sys.exit(3)"], os.environ)
