"""settings.MCPBRIDGE -> typed settings, read when they are used.

    MCPBRIDGE = {"CATALOG": BASE_DIR / "docs" / "mcp" / "tools.json"}

Everything has a default, so a project may leave the whole setting out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

KNOWN = ("CATALOG", "PREFIXES", "AUTHENTICATE")


class BridgeSettings:
    """One property a setting; a wrong value is a system check's matter (checks.py)."""

    @property
    def given(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = getattr(settings, "MCPBRIDGE", {})
        return found

    @property
    def catalog(self) -> Path:
        """The catalog file. Default: docs/mcp/tools.json below BASE_DIR, or below the current folder."""
        default = Path(getattr(settings, "BASE_DIR", ".")) / "docs" / "mcp" / "tools.json"
        return Path(self.given.get("CATALOG", default))

    @property
    def prefixes(self) -> tuple[str, ...]:
        """URL prefixes below which DRF views are API ("/api/"). Default: all of them."""
        return tuple(self.given.get("PREFIXES", ()))

    @property
    def authenticate(self) -> Callable[[Any], Mapping[str, str]] | None:
        """For projects whose rights hang on request.auth: user -> request headers that the project's own
        authentication classes understand. Default None: the bridge's caller is the request's user."""
        dotted = self.given.get("AUTHENTICATE")
        return import_string(dotted) if dotted else None


bridge_settings = BridgeSettings()
