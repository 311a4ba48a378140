"""What an API at a base URL tells of its health -> the rules of its calls, or why none is made, with the mend.

A catalog that is not the API's own leads calls astray, so it is compared before the first call and again every minute.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge import catalog as catalogs
from mcpbridge.exceptions import CallFailed
from mcpbridge.serve.base_url import BaseUrl
from mcpbridge.serve.calls import Call, Client, Reply, Rules
from mcpbridge.tools import Catalog

SECONDS = 10.0
"""How long an answer is waited for."""
AGAIN_AFTER = 60.0
MEMBERS = frozenset(("catalog", "time_zone", "migrations", "database"))
UNKNOWN = "so whether this catalog fits the API is not known."


@dataclass(frozen=True)
class Told:
    """rules: what holds for calls from now on. warnings: sentences for the person who runs the server."""

    rules: Rules
    warnings: tuple[str, ...] = ()


class Health:
    """Asks one API, as seldom as it can. Usable from many threads."""

    def __init__(self, client: Client, catalog: Catalog, base: BaseUrl, request_id: str) -> None:
        self._client = client
        self._catalog = catalog
        self._base = base
        self._request_id = request_id
        self._asking = threading.Lock()
        self._told: Told | None = None
        self._asked = 0.0

    def rules(self) -> Rules:
        """Raises CallFailed as told() does."""
        return self.told().rules

    def told(self) -> Told:
        """What holds now. Raises CallFailed where the API cannot be asked, or has another catalog."""
        with self._asking:
            if self._told is None or time.monotonic() - self._asked > AGAIN_AFTER:
                self._told = None
                self._told = self._ask()
                self._asked = time.monotonic()
            return self._told

    def _ask(self) -> Told:
        path = self._catalog.health
        if not path:
            return Told(Rules(aware=False), (f"The catalog names no operation that tells of health, {UNKNOWN}",))
        call = Call("GET", path, request_id=self._request_id, seconds=SECONDS)
        told = _members(self._client.send(call, None), self._base, path)
        return Told(_rules(told), tuple(self._warnings(told)))

    def _warnings(self, told: Mapping[str, Any]) -> list[str]:
        found = []
        if not isinstance(theirs := told.get("catalog"), str):
            found.append(f"{self._base} publishes no catalog, {UNKNOWN}")
        elif theirs != catalogs.digest(self._catalog):
            raise CallFailed(
                f"The catalog of this server is not the one that {self._base} has, so nothing was sent. Bring both to "
                "the same version (manage.py mcp_catalog writes the file), then start this server again.",
                code="catalog_differs", status=409,
            )  # fmt: skip
        if told.get("database") == "unreachable":
            found.append("The database of the API cannot be reached: start it and check the API's DATABASE_URL.")
        elif told.get("migrations") == "pending":
            found.append("The database of the API is not migrated: run manage.py migrate where the API runs.")
        return found


def _members(reply: Reply, base: BaseUrl, path: str) -> Mapping[str, Any]:
    """The members of the answer, whether the API is well or not."""
    try:
        found = reply.json() if reply.is_json else None
    except (ValueError, RecursionError):
        found = None
    if reply.status in (200, 503) and isinstance(found, dict) and (reply.status == 200 or MEMBERS & found.keys()):
        return found
    if 300 <= reply.status < 400:
        named = "".join(filter(str.isprintable, reply.headers.get("location", "another address")))[:200]
        fault = f"redirects to {named}. Put that into the base URL"
    elif reply.status == 400:
        fault = "answers 400. Its ALLOWED_HOSTS may lack the host of the base URL"
    elif reply.status == 404:
        fault = "answers 404. The base URL ends where the paths of the catalog begin: leave the API's own path out"
    elif reply.status >= 500:
        fault = f"answers {reply.status}. Its log has the cause; run manage.py check and manage.py migrate there"
    else:
        fault = f"answers {reply.status} with {reply.media_type or 'no content type'}. Check host and port"
    raise CallFailed(f"{base}{path} should tell of the API's health, but {fault}.", code="not_the_api", status=502)


def _rules(told: Mapping[str, Any]) -> Rules:
    """Without a zone that is known here, dates are sent as they are, and the API reads them in its own."""
    # Loaded late: nothing before the first call needs it.
    from zoneinfo import ZoneInfo

    zone = told.get("time_zone")
    try:
        return Rules(time_zone=ZoneInfo(zone).key) if isinstance(zone, str) else Rules(aware=False)
    except (KeyError, OSError, ValueError):
        return Rules(aware=False)
