"""A JSON body -> the pairs of a form, for the views that read nothing else. Standard library only."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


def pairs(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Key and text of every value: a list repeats its key, null is an empty text, objects are JSON text."""
    for key, value in body.items():
        for item in value if isinstance(value, list) else [value]:
            yield key, _text(item)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
