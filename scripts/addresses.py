"""A wanted port -> the first free one from there."""

from __future__ import annotations

import errno
import socket

from scripts.refusal import Refused

HOST = "127.0.0.1"
TRIED = 50


def free_port(wanted: str) -> int:
    """The port ``wanted`` (text, as a person writes it), or the next free one of 50; says so when it is another.

    Raises Refused when it is no port, or none can be had.
    """
    if not (wanted.isascii() and wanted.isdigit() and 0 < int(wanted) < 65536):
        raise Refused(f"PORT={wanted} is no port. Give a number from 1024 to 65535: make run PORT=8000")
    first = int(wanted)
    for port in range(first, min(first + TRIED, 65536)):
        fault = _fault(port)
        if fault == errno.EACCES:
            raise Refused(f"Port {port} needs root. Give a number from 1024 to 65535: make run PORT=8000")
        if fault is None:
            if port != first:
                print(f"Port {first} is taken; this server takes {port}.")
            return port
    raise Refused(f"The ports from {first} on are all taken. Give another: make run PORT=9000")


def unused_port() -> int:
    """Any port that nothing listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _fault(port: int) -> int | None:
    """Why a server could not listen on the port: an errno, or None when it could."""
    with socket.socket() as probe:
        # As Django's own server does: a port whose last server has just ended is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as fault:
            return fault.errno or errno.EADDRINUSE
    return None
