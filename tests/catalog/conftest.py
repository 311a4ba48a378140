"""The project's own catalog file and OpenAPI document -> copies that a test may break, and what is then said."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mcpbridge import catalog as catalogs
from mcpbridge import catalog_rules, openapi_rules
from mcpbridge.exceptions import CatalogError

ROOT = Path(__file__).parents[2]
CATALOG = ROOT / "docs" / "mcp" / "tools.json"
OPENAPI = ROOT / "docs" / "openapi.json"

Content = dict[str, Any]
Mutation = Callable[[Content], object]

_CONTENT = json.loads(CATALOG.read_text(encoding="utf-8"))
_DOCUMENT = json.loads(OPENAPI.read_text(encoding="utf-8"))


@pytest.fixture
def content() -> Content:
    return copy.deepcopy(_CONTENT)


@pytest.fixture
def document() -> Content:
    return copy.deepcopy(_DOCUMENT)


def judged(content: Content, document: Content) -> list[str]:
    """All that is said of a catalog file: what stops a server, alone, or else every broken rule."""
    try:
        catalog = catalogs.parse(json.dumps(content))
    except CatalogError as error:
        return [str(error)]
    return [*catalog_rules.faults(catalog), *openapi_rules.faults(catalog, document)]


def tool(content: Content, name: str) -> Content:
    return next(entry for entry in content["tools"] if entry["name"] == name)


def argument(content: Content, name: str, of: str) -> Content:
    return next(entry for entry in tool(content, of)["arguments"] if entry["name"] == name)


def reference(content: Content, name: str) -> Content:
    return next(entry for entry in content["references"] if entry["name"] == name)
