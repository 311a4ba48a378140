"""Settings and environment -> what of them belongs to a developer's machine alone, though others can reach this one.

What is local stays local: the HTTP endpoint answers nobody while a fault stands. System checks tell the same before, as
warnings, so that nothing else of the project is held up.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings

from mcpbridge.at_base_url import ADDRESS, TOKEN
from mcpbridge.conf import bridge_settings

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]", "::1")
TESTS = "testserver"
"""The host of Django's test client, which its test runner adds."""


@dataclass(frozen=True)
class Fault:
    """One setting in the wrong place. told: a sentence. mend: another one. id: of the system check."""

    id: str
    told: str
    mend: str


def faults() -> Iterator[Fault]:
    """Why the HTTP endpoint must not answer."""
    if settings.DEBUG and (others := [host for host in settings.ALLOWED_HOSTS if not _is_local(host)]):
        yield Fault(
            "mcpbridge.W301",
            f"DEBUG is on, though ALLOWED_HOSTS lets others in by {others[0]!r}.",
            "Turn DEBUG off where others can reach this server, or leave their hosts out of ALLOWED_HOSTS.",
        )
    if not settings.DEBUG and bridge_settings.given.get("RUN_COMMANDS"):
        yield Fault(
            "mcpbridge.W302",
            "MCPBRIDGE['RUN_COMMANDS'] is on, though DEBUG is off: commands run on a developer's machine alone.",
            "Turn it off here; a local server with DEBUG on may offer them.",
        )


def warnings() -> Iterator[Fault]:
    """What is likely to be a mistake, and harms nobody yet."""
    if settings.DEBUG:
        return
    for name in (TOKEN, ADDRESS):
        if os.environ.get(name):
            yield Fault(
                "mcpbridge.W303",
                f"The variable {name} is set where the API itself runs.",
                "It belongs to an agent's local server: unset it here, and revoke the token if others could read it.",
            )
    if not settings.SECURE_SSL_REDIRECT and not getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        yield Fault(
            "mcpbridge.W304",
            "Tokens may travel unencrypted: SECURE_SSL_REDIRECT is off, and no proxy is trusted to have spoken HTTPS.",
            "Turn SECURE_SSL_REDIRECT on, or set SECURE_PROXY_SSL_HEADER where a proxy speaks HTTPS.",
        )


def _is_local(host: str) -> bool:
    return host in (*THIS_MACHINE, TESTS) or host.endswith(".localhost")
