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

from mcpbridge.commands.declared import Declared, declared
from mcpbridge.serve.calls import SECONDS
from mcpbridge.tools import Level

KNOWN = (
    "CATALOG", "OPENAPI", "DOCUMENTS", "PREFIXES", "AUTHENTICATE", "HTTP_LEVELS", "ORIGINS", "MAX_BODY", "SECONDS",
    "COMMANDS", "RUN_COMMANDS",
)  # fmt: skip


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
    def openapi(self) -> Path | None:
        """The API's OpenAPI document, as JSON, with which `mcp_catalog --check` compares the catalog. Default: none."""
        given = self.given.get("OPENAPI")
        return Path(given) if given else None

    @property
    def documents(self) -> Path | None:
        """A folder of documents that every caller may read as MCP resources. Default: none."""
        given = self.given.get("DOCUMENTS")
        return Path(given) if given else None

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

    @property
    def http_levels(self) -> tuple[Level, ...]:
        """The levels of tools that the HTTP endpoint offers. Default: those that read."""
        return tuple(self.given.get("HTTP_LEVELS", ("read",)))

    @property
    def origins(self) -> tuple[str, ...]:
        """Origins ("https://chat.example.com") whose pages may use the HTTP endpoint, beside its own. Default: none."""
        return tuple(self.given.get("ORIGINS", ()))

    @property
    def max_body(self) -> int:
        """Bytes of the largest message that the HTTP endpoint takes. Default: 4 MiB."""
        size: int = self.given.get("MAX_BODY", 4 * 1024 * 1024)
        return size

    @property
    def seconds(self) -> Mapping[Level, float]:
        """How long a call of each level may take. Default: 30 for reads, 60 for all others."""
        return {**SECONDS, **self.given.get("SECONDS", {})}

    @property
    def commands(self) -> Declared:
        """The commands that may become tools of a local server (docs/commands.md). Default: none."""
        return declared(self.given.get("COMMANDS", {}), Path(getattr(settings, "BASE_DIR", ".")))

    @property
    def run_commands(self) -> bool:
        """Whether a local server runs them, with DEBUG on. Default: no."""
        return self.given.get("RUN_COMMANDS", False) is True


bridge_settings = BridgeSettings()
