"""The catalog file of this installation -> what its health endpoint tells of it, for servers that have a copy of it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from mcpbridge import catalog as catalogs
from mcpbridge.conf import bridge_settings
from mcpbridge.exceptions import CatalogError


def catalog_digest() -> str | None:
    """The digest of the catalog as the file has it now; None where there is no file, or it is wrong."""
    path = bridge_settings.catalog
    try:
        # Monitors ask every few seconds, and the file is seldom another.
        return _digest(path, path.stat().st_mtime_ns)
    except (OSError, CatalogError):
        return None


@lru_cache(maxsize=1)
def _digest(path: Path, written: int) -> str:
    return catalogs.digest(catalogs.read(path))
