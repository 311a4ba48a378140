"""The address of an API as a person wrote it -> where its calls go, or a sentence on what is wrong with it.

The sentence never repeats the address: whoever wrote a password into it would find it in a log.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from mcpbridge.exceptions import Misconfigured

PORTS = {"http": 80, "https": 443}
LOOPBACK = ("localhost", "::1")
EXAMPLE = "http://localhost:8000 or https://notes.example.com"

_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45}")
_LOOPBACK = re.compile(r"127(?:\.[0-9]{1,3}){3}")
_PREFIX = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")


@dataclass(frozen=True)
class BaseUrl:
    """One origin, and the path below which the whole site lies ("" or "/notes"), without its last slash."""

    scheme: str
    host: str
    port: int
    prefix: str = ""

    @property
    def is_encrypted(self) -> bool:
        return self.scheme == "https"

    @property
    def is_this_machine(self) -> bool:
        return self.host in LOOPBACK or bool(_LOOPBACK.fullmatch(self.host))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.prefix}"


def base_url(text: str) -> BaseUrl:
    """Raises Misconfigured."""
    if not text.strip().isprintable():
        # The standard library would leave them out in silence.
        raise _wrong("holds letters that cannot be seen")
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        raise _wrong("is no address with a host and a port") from None
    scheme = parts.scheme.lower()
    if scheme not in PORTS:
        raise _wrong("must begin with http:// or https://")
    if "@" in parts.netloc:
        raise _wrong("holds a user name or a password. Leave it out and put a token into MCP_API_TOKEN")
    if parts.query or parts.fragment or "?" in text or "#" in text:
        raise _wrong("holds a query or a fragment. Leave out the first ? or # and what follows")
    host = (parts.hostname or "").lower()
    if not _HOST.fullmatch(host) or port == 0 or parts.netloc.find("[") > 0:
        raise _wrong("is no address with a host and a port")
    return BaseUrl(scheme, host, port or PORTS[scheme], _prefix(parts))


def _prefix(parts: SplitResult) -> str:
    prefix = parts.path.rstrip("/")
    if not _PREFIX.fullmatch(prefix) or any(part in (".", "..") for part in prefix.split("/")):
        raise _wrong("has a path that no site lies below")
    return prefix


def _wrong(fault: str) -> Misconfigured:
    return Misconfigured(f"The base URL {fault}. Write it like {EXAMPLE}.")
