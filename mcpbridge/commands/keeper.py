"""An argument list -> its exit code, in a process that lives no longer than the server that started it.

    python -I -S keeper.py PROGRAM [ARGUMENT ...]

The server holds the other end of standard input. When that is closed, because the server wants the command ended or
because it is itself gone, even by SIGKILL, the command's whole process group is ended. When the command ends by
itself, what it has left behind in its group ends too. Standard library only, and little of it: each command waits
for this to start.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time

GRACE = 2.0
"""Seconds between SIGTERM and SIGKILL."""

CANNOT_START = 126


def main() -> int:
    """The command's exit code; 128 and the signal's number where one has ended it, as shells have it."""
    argv = sys.argv[1:]
    try:
        # A group of its own, so that all of it can be ended and this process is not. Python ignores these signals, and
        # a program that were started so would never learn that nobody reads what it writes.
        pid = os.posix_spawnp(
            argv[0],
            argv,
            os.environ,
            file_actions=[(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)],
            setpgroup=0,
            setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],
        )
    except OSError as error:
        os.write(2, f"{argv[0]} cannot be started: {error.strerror}.\n".encode())
        return CANNOT_START
    threading.Thread(target=_end_with_server, args=(pid,), daemon=True).start()
    _pid, status = os.waitpid(pid, 0)
    _tell(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _end_with_server(group: int) -> None:
    os.read(0, 1)
    _tell(group, signal.SIGTERM)
    time.sleep(GRACE)
    _tell(group, signal.SIGKILL)


def _tell(group: int, number: int) -> None:
    # There may be nobody left in it.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


if __name__ == "__main__":
    # A thread that waits for the server must not hold up the end.
    os._exit(main())
