"""settings.MCPBRIDGE and the hints that viewsets carry -> what is wrong with them, as system checks."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.checks import CheckMessage, Error, Warning
from django.utils.module_loading import import_string

from mcpbridge import boundary
from mcpbridge.conf import KNOWN, bridge_settings
from mcpbridge.derive.hints import ViewHints
from mcpbridge.derive.operations import Endpoint, endpoints
from mcpbridge.derive.routes import routes
from mcpbridge.tools import LEVELS

ORIGIN = re.compile(r"https?://[a-z0-9.\-\[\]:]+")
"""As browsers send it: lower case, never with a path."""


def check_settings() -> list[CheckMessage]:
    """Settings of the wrong kind, with the mend of each."""
    return list(_of_settings(bridge_settings.given))


def check_hints() -> list[CheckMessage]:
    """A hint that nothing reads is worse than none: whoever wrote it believes that it holds."""
    by_view: dict[type, list[Endpoint]] = {}
    for endpoint in endpoints(routes()):
        by_view.setdefault(endpoint.view, []).append(endpoint)
    return [message for view, own in by_view.items() for message in _of_view(view, own)]


def check_boundary() -> list[CheckMessage]:
    """What belongs to a developer's machine alone, and stops the HTTP endpoint elsewhere."""
    found = chain(boundary.faults(), boundary.warnings())
    return [Warning(fault.told, hint=fault.mend, id=fault.id) for fault in found]


def _of_settings(given: Any) -> Iterator[CheckMessage]:
    if not isinstance(given, dict):
        yield Error("MCPBRIDGE is not a dictionary.", hint='Write MCPBRIDGE = {"CATALOG": ...}.', id="mcpbridge.E001")
        return
    for name in given:
        if name not in KNOWN:
            text = f"MCPBRIDGE has the unknown setting {name!r}."
            yield Error(text, hint=f"Known are {', '.join(KNOWN)}.", id="mcpbridge.E002")
    if not isinstance(given.get("CATALOG", ""), str | Path):
        yield Error("MCPBRIDGE['CATALOG'] is no path.", hint="Give the path of tools.json.", id="mcpbridge.E003")
    if not isinstance(given.get("OPENAPI") or "", str | Path):
        hint = "Give the path of the API's OpenAPI document, as JSON, or leave the setting out."
        yield Error("MCPBRIDGE['OPENAPI'] is no path.", hint=hint, id="mcpbridge.E011")
    prefixes = given.get("PREFIXES", [])
    if not isinstance(prefixes, list | tuple) or not all(str(item).startswith("/") for item in prefixes):
        hint = 'Give a list of URL prefixes, each with its first slash, such as ["/api/"].'
        yield Error("MCPBRIDGE['PREFIXES'] is no list of prefixes.", hint=hint, id="mcpbridge.E004")
    if not isinstance(given.get("DOCUMENTS") or "", str | Path):
        yield Error("MCPBRIDGE['DOCUMENTS'] is no path.", hint="Give the path of a folder.", id="mcpbridge.E006")
    elif given.get("DOCUMENTS") and not Path(given["DOCUMENTS"]).is_dir():
        hint = "Give the path of a folder that exists, or leave the setting out."
        yield Error("MCPBRIDGE['DOCUMENTS'] is no folder.", hint=hint, id="mcpbridge.E006")
    yield from _of_http(given)
    seconds = given.get("SECONDS", {})
    if not isinstance(seconds, dict) or not all(
        level in LEVELS and isinstance(number, int | float) and number > 0 for level, number in seconds.items()
    ):
        hint = 'Give numbers above 0 by level, such as {"read": 30, "write": 60}.'
        yield Error("MCPBRIDGE['SECONDS'] does not say how long calls may take.", hint=hint, id="mcpbridge.E010")
    if dotted := given.get("AUTHENTICATE"):
        try:
            is_function = callable(import_string(dotted))
        except (ImportError, TypeError, AttributeError):
            is_function = False
        if not is_function:
            hint = "Give the dotted name of a function from a user to request headers."
            yield Error(f"MCPBRIDGE['AUTHENTICATE'] {dotted!r} is no function.", hint=hint, id="mcpbridge.E005")


def _of_http(given: dict[str, Any]) -> Iterator[CheckMessage]:
    levels = given.get("HTTP_LEVELS", ())
    if not isinstance(levels, list | tuple) or not set(map(str, levels)) <= set(LEVELS):
        hint = f"Give a list of: {', '.join(LEVELS)}."
        yield Error("MCPBRIDGE['HTTP_LEVELS'] is no list of levels.", hint=hint, id="mcpbridge.E007")
    origins = given.get("ORIGINS", ())
    if not isinstance(origins, list | tuple) or not all(ORIGIN.fullmatch(str(item)) for item in origins):
        hint = 'Give a list such as ["https://chat.example.com"]: scheme, host and port alone, no slash at the end.'
        yield Error("MCPBRIDGE['ORIGINS'] is no list of origins.", hint=hint, id="mcpbridge.E008")
    size = given.get("MAX_BODY", 1)
    if not isinstance(size, int) or isinstance(size, bool) or size < 1:
        hint = "Give the largest size of a message in bytes."
        yield Error("MCPBRIDGE['MAX_BODY'] is no size.", hint=hint, id="mcpbridge.E009")


def _of_view(view: type, own: Iterable[Endpoint]) -> Iterator[CheckMessage]:
    hints = getattr(view, "tool_hints", None)
    if hints is None:
        return
    if not isinstance(hints, ViewHints):
        yield Error(
            f"tool_hints of {view.__qualname__} is a {type(hints).__name__}, which is never read.",
            hint="Write tool_hints = ViewHints(...), from mcpbridge.derive.hints.",
            obj=view,
            id="mcpbridge.E101",
        )
        return
    known = {name for endpoint in own for name in endpoint.hint_names}
    for name in hints.tools:
        if name not in known and not hasattr(view, name.partition(":")[0]):
            close = difflib.get_close_matches(name, known, n=1)
            yield Warning(
                f"tool_hints of {view.__qualname__} speaks of {name!r}, which is none of its actions.",
                hint=f"Did you mean {close[0]!r}?" if close else f"Its actions are {', '.join(sorted(known))}.",
                obj=view,
                id="mcpbridge.W102",
            )
