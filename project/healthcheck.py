"""The server in this container -> exit code 0 when it says that it works, else 1 and a sentence on standard error."""

from __future__ import annotations

import http.client
import os
import sys

PATH = "/api/v1/system/health/"
PATIENCE = 5
"""Seconds."""


def fault(host: str, port: int) -> str:
    """What is wrong with the server on this machine, in a sentence; empty when it works. host: whom to ask for."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        # As a proxy that ends TLS would ask. Where BEHIND_TLS_PROXY is off, the second header counts for nothing.
        link.request("GET", PATH, headers={"Host": host, "X-Forwarded-Proto": "https"})
        reply = link.getresponse()
        body = reply.read(1000).decode("utf-8", "replace")
    except (OSError, http.client.HTTPException) as failure:
        return f"No server answers on port {port} ({str(failure) or type(failure).__name__})."
    finally:
        link.close()
    if 300 <= reply.status < 400:
        return (
            f"The server redirects everything to {reply.getheader('Location')}. Set BEHIND_TLS_PROXY=on where a proxy "
            "ends TLS and sets X-Forwarded-Proto, or SECURE_SSL_REDIRECT=off where there is no TLS."
        )
    return "" if reply.status == 200 else f"The server answers {reply.status}: {body}"


def main() -> int:
    # A leading dot stands for a domain and all below it.
    host = os.environ.get("ALLOWED_HOSTS", "").partition(",")[0].strip().removeprefix(".")
    found = fault(host or "localhost", int(os.environ.get("PORT") or 8000))
    if found:
        print(found, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
