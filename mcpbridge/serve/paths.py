"""The values of an operation's path -> the path itself, each value one encoded segment.

A value that the route's own expression does not match is refused before anything is sent: it could lead elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from mcpbridge.catalog import PLACEHOLDER
from mcpbridge.serve.refused import unfit
from mcpbridge.tools import Operation

ANY_SEGMENT = "[^/]+"
"""What a route demands where the catalog knows no expression of its own."""


def fill(operation: Operation, values: Mapping[str, Any]) -> str:
    """The absolute path, percent-encoded. values: by path key, all of them. Raises Refused, KeyError."""
    return PLACEHOLDER.sub(lambda match: segment(operation, match.group(1), values[match.group(1)]), operation.path)


def segment(operation: Operation, key: str, value: Any) -> str:
    """One value as it stands in the path. Raises Refused where the route does not take it."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise unfit("It stands in the address, so it must be one integer or text.")
    text = str(value)
    expression = operation.shapes.get(key, ANY_SEGMENT)
    # A route may take several segments (a "path" converter); none of them may climb.
    if not re.fullmatch(expression, text) or any(part in ("", ".", "..") for part in text.split("/")):
        raise unfit(
            "The address of the tool cannot hold it.", hint=f"It must match the regular expression {expression} whole."
        )
    return quote(text, safe="")
