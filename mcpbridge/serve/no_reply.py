"""Why an API at a base URL gave no reply -> a typed failure whose sentence names the mend.

No text of an exception is shown: it may hold addresses and values that are nobody's business.
"""

from __future__ import annotations

from pathlib import Path

from urllib3.exceptions import (
    ConnectTimeoutError,
    NameResolutionError,
    NewConnectionError,
    ProxyError,
    ReadTimeoutError,
    SSLError,
)

from mcpbridge.exceptions import CallFailed
from mcpbridge.serve.base_url import BaseUrl
from mcpbridge.serve.running import too_late

IN_A_CONTAINER = Path("/.dockerenv")


def failure_of(error: Exception, base: BaseUrl, *, has_begun: bool, during_write: bool) -> CallFailed:
    """has_begun: a request may have left. during_write: it may have written."""
    if has_begun:
        is_late = isinstance(error, ReadTimeoutError)
        return too_late(wrote=during_write) if is_late else _broken(base, during_write=during_write)
    match error:
        case NameResolutionError():
            return _unreachable(f"No address is known for the host of {base}. {_of_names()}")
        case NewConnectionError():
            return _unreachable(f"Nothing listens at {base}. {_of_ports(base)}")
        case ConnectTimeoutError():
            return _unreachable(f"{base} does not answer. Check host and port, and what stands between.")
        case ProxyError():
            return _unreachable(f"The proxy that the environment names does not lead to {base}. Mend or unset it.")
        case SSLError():
            return CallFailed(
                f"The certificate of {base} is not trusted, or no TLS is spoken there; nothing was sent. Check scheme "
                "and host of the base URL; the variable SSL_CERT_FILE may name a file of authorities to trust.",
                code="untrusted", status=502,
            )  # fmt: skip
        case ReadTimeoutError():
            return too_late(wrote=False)
    return _broken(base, during_write=False)


def _unreachable(sentences: str) -> CallFailed:
    text = f"{sentences} Then send the same call again; nothing was sent."
    return CallFailed(text, code="api_unreachable", status=503, retryable=True)


def _of_names() -> str:
    if IN_A_CONTAINER.exists():
        return "In a container it is the name of the API's service, on a network that both share."
    return (
        "The name of a container's service is known in its own network only: from outside use localhost and the port."
    )


def _of_ports(base: BaseUrl) -> str:
    mend = "Start the API (manage.py runserver), or put the port at which it listens into the base URL."
    if base.is_this_machine and IN_A_CONTAINER.exists():
        mend += " In a container, localhost is the container itself: the API's service has a name of its own."
    return mend


def _broken(base: BaseUrl, *, during_write: bool) -> CallFailed:
    """The connection broke after it was made, or what came over it cannot be read."""
    if during_write:
        return CallFailed(
            f"The answer of {base} broke off or cannot be read, so whether the write was stored is unknown. "
            "Read the row before you send the call again.",
            code="outcome_unknown", status=502,
        )  # fmt: skip
    return CallFailed(
        f"The answer of {base} broke off or cannot be read. Send the same call again; if that does not help, check "
        "that it is the API's HTTP server that listens there.",
        code="connection_broken", status=502, retryable=True,
    )  # fmt: skip
