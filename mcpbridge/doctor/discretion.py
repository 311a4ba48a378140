"""A text -> the same without secrets: what is shown to a person may be pasted where many read it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mcpbridge.commands.local import secrets_of_this_process
from mcpbridge.models import MARK
from mcpbridge.secrecy import HIDDEN, SHORTEST, sounds_secret

LONGEST = 600
LONGEST_LINE = 300

_ACCOUNT = re.compile(r"//[^/\s]*@")
# A token's prefix is no secret.
_TOKEN = re.compile(rf"({re.escape(MARK)}[a-z0-9]+)_[\w-]+")
_NAMED = re.compile(r"""([\w-]+)["']?\s*[:=]""")


def known_secrets(token: str) -> frozenset[str]:
    """What nothing may show: the token, and what settings and environment keep secret."""
    try:
        found = secrets_of_this_process()
    except Exception:
        # Settings may be what is broken; none of their values is shown on purpose.
        found = frozenset()
    return found | ({token} if len(token) >= SHORTEST else frozenset())


def without(text: str, secrets: Iterable[str]) -> str:
    """On one line, cut where it is very long, and without what would steer a terminal."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    text = _TOKEN.sub(rf"\1_{HIDDEN}", _ACCOUNT.sub("//", text))
    line = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} ..."


def may_show(line: str, token: str) -> bool:
    """Whether a line that a program wrote can be shown: nothing in it is a secret, or is called like one."""
    shown = without(line, known_secrets(token))
    names_one = any(sounds_secret(name) for name in _NAMED.findall(line))
    return len(line) <= LONGEST_LINE and shown == " ".join(line.split()) and not names_one
