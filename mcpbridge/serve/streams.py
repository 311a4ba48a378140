"""fds 0 and 1 as the process was started with -> private streams for protocol messages alone.

Called before anything of an application is imported: from then on a print, a logging handler, a warning or a C library
that writes to standard output lands on standard error, and what reads standard input finds its end. Children inherit
the same, so none of them can take a message away that was meant for the server.
Standard library only.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

_private: tuple[BinaryIO, BinaryIO] | None = None


def claim() -> tuple[BinaryIO, BinaryIO]:
    """Private streams of bytes to read from and to write to (flush after each message).

    The first call takes fds 0 and 1 away from everybody else.
    """
    global _private
    if _private is None:
        sys.stdout.flush()
        # Duplicates are not inherited by children.
        source, target = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        _private = os.fdopen(source, "rb"), os.fdopen(target, "wb")
    return _private


def tell(sentence: str) -> None:
    """Say something to the person who runs the server: standard output belongs to the protocol."""
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
