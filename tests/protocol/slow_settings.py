"""The product's settings -> the same, where requests wait until a test lets them go.

GATES: JSON, what waits -> the port at which its test listens (tests/protocol/gate.py). "GET /api/v1/tags/" waits before
its view, "stored Tag" in the midst of the transaction that stores one. CALL_SECONDS: how long any call may take.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models.signals import post_save
from django.http import HttpRequest, HttpResponse

from project.settings import *  # noqa: F403
from project.settings import MCPBRIDGE as PRODUCT_BRIDGE
from project.settings import MIDDLEWARE as PRODUCT_MIDDLEWARE

GATES: Mapping[str, int] = json.loads(os.environ.get("GATES", "{}"))
MIDDLEWARE = [*PRODUCT_MIDDLEWARE, "tests.protocol.slow_settings.slow"]
MCPBRIDGE = PRODUCT_BRIDGE | (
    {"SECONDS": dict.fromkeys(("read", "write", "admin", "destructive"), float(os.environ["CALL_SECONDS"]))}
    if "CALL_SECONDS" in os.environ
    else {}
)


def wait_at(gate: str) -> None:
    """Until the test closes the connection; not at all where it no longer listens."""
    if gate not in GATES:
        return
    try:
        with socket.create_connection(("127.0.0.1", GATES[gate])) as link:
            link.recv(1)
    except ConnectionError:
        return


def slow(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        wait_at(f"{request.method} {request.path}")
        return get_response(request)

    post_save.connect(stored, dispatch_uid="slow")
    return respond


def stored(sender: type[Any], **kwargs: Any) -> None:
    wait_at(f"stored {sender.__name__}")
