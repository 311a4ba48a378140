"""fd 1 as the process was started with -> a private stream for protocol messages alone.

Called before anything of an application is imported: from then on a print, a logging handler, a warning or a C library
that writes to standard output lands on standard error, and children inherit standard error as their output.
Standard library only.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

_private: BinaryIO | None = None


def claim() -> BinaryIO:
    """The private stream of bytes (flush after each message); the first call takes fd 1 away from everybody else."""
    global _private
    if _private is None:
        sys.stdout.flush()
        descriptor = os.dup(1)
        os.set_inheritable(descriptor, False)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        _private = os.fdopen(descriptor, "wb")
    return _private
