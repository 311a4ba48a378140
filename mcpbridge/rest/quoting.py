"""A value that was sent -> as much of it as an error may quote: JSON, short, without secrets."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.files import File
from django.http import QueryDict
from rest_framework.fields import DictField
from rest_framework.serializers import Serializer

from mcpbridge.rest.describing import hides, holds_hidden, inner_field
from mcpbridge.secrecy import DEEPEST, HIDDEN, redact

SHOWN = 200
"""Characters of a value that an error quotes."""

_SURROGATES = re.compile("[\ud800-\udfff]")
_AS_TEXT = (date, time, timedelta, Decimal, UUID)


def quoted(value: Any, field: Any = None) -> Any:
    """field: what describes the value; it tells what is hidden where no name does. What is too long becomes text."""
    told = redact(None, _plain(value, field, 0), most=SHOWN)
    if isinstance(told, dict | list) and len(text := json.dumps(told, ensure_ascii=False)) > SHOWN:
        return _cut(text)
    return _cut(told) if isinstance(told, str) else told


def of_form(values: Mapping[str, Any], key: str) -> Any:
    """One member of a body or query. What a form or an address repeats is a list."""
    if not isinstance(values, QueryDict):
        return values[key]
    given = values.getlist(key)
    return given[0] if len(given) == 1 else given


def _plain(value: Any, field: Any, depth: int) -> Any:
    """The value as JSON, hidden where its field says so, and not much more of it than is quoted."""
    if value is None:
        return None
    if depth > DEEPEST:
        return "…"
    due = Mapping if isinstance(field, Serializer | DictField) else list | tuple
    # Of what has another form than it should, nobody can say where in it the secret is.
    if hides(field) or (not isinstance(value, due) and holds_hidden(field)):
        return HIDDEN
    if isinstance(value, Mapping):
        keys = list(value)[:SHOWN]
        return {_text(str(key)): _plain(of_form(value, key), inner_field(field, str(key)), depth + 1) for key in keys}
    if isinstance(value, list | tuple):
        return [_plain(item, inner_field(field, "0"), depth + 1) for item in value[:SHOWN]]
    return _scalar(value)


def _scalar(value: Any) -> Any:
    match value:
        case bool():
            return value
        case str():
            return _text(value)
        case int():
            return value if abs(value) < 10**40 else "(an integer of more than 40 digits)"
        case float():
            return value if math.isfinite(value) else str(value)
        case File():
            return {"name": _text(str(value.name)), "size": value.size}
        case bytes():
            return f"({len(value)} bytes)"
        case _ if isinstance(value, _AS_TEXT):
            return str(value)
        case _:
            return f"({type(value).__name__})"


def _text(text: str) -> str:
    # One character more than is quoted, so that the cut is seen.
    return _SURROGATES.sub("\ufffd", text[: SHOWN + 1])


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"
