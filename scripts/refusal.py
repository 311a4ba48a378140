"""A script's main function -> its exit status, and one sentence when it had to stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType


class Refused(Exception):
    """The script cannot go on. The text is a finished sentence: what is wrong and what mends it."""


def _terminated(signum: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + signum)


def told(main: Callable[[], int | None]) -> int:
    """Run ``main``; its own status, or 1 with the sentence on stderr, or 130 when a person stopped it.

    SIGTERM ends the script in order, so that whatever it started is stopped and cleared away.
    """
    signal.signal(signal.SIGTERM, _terminated)
    try:
        return main() or 0
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
