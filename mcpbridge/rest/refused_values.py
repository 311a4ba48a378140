"""An error's dotted path and the request it came from -> what was given there, and what would have worked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request

from mcpbridge.rest.describing import description_of, hides, inner_field
from mcpbridge.rest.expected import allowed_by
from mcpbridge.rest.mendable import allowed_of
from mcpbridge.rest.quoting import of_form, quoted
from mcpbridge.secrecy import HIDDEN, SHORTEST, sounds_secret, without

MISSING = object()
MOST_PARTS = 20
"""Parts of a dotted path that may belong to one key with dots in it."""


@dataclass(frozen=True)
class Origin:
    """What a request brought. values: its body or query. description: what describes them, if anything does."""

    values: Any = MISSING
    description: Any = None


@dataclass(frozen=True)
class Place:
    """Where an error is. value: MISSING where nothing was given, or nothing may be told. field: what describes it."""

    keys: tuple[str, ...]
    value: Any = MISSING
    field: Any = None
    is_secret: bool = False

    def sentence(self, text: str) -> str:
        """What the API says of the place, without the secret that it may quote."""
        given = str(self.value) if isinstance(self.value, str | int) else ""
        return str(without(text, frozenset((given,)))) if self.is_secret and len(given) >= SHORTEST else text

    def told(self, code: str | None) -> dict[str, Any]:
        """`value` and `allowed`, each where there is something to tell. What the error itself carries comes first."""
        told: dict[str, Any] = {}
        if self.value is not MISSING:
            told["value"] = HIDDEN if self.is_secret else quoted(self.value, self.field)
        allowed = allowed_of(code)
        allowed = allowed_by(self.field, code) if allowed is None else allowed
        return told if allowed is None else told | {"allowed": allowed}


def origin_of(refusal: Exception, request: Any, *, in_body: bool) -> Origin:
    if not isinstance(request, Request):
        return Origin()
    try:
        values = request.data if in_body else request.query_params
        return Origin(values, description_of(refusal, request, in_body=in_body))
    except Exception:
        # A project's own code, in a state that it has just refused. Without a description nobody knows what is secret.
        return Origin()


def place_of(origin: Origin, path: str | None) -> Place:
    """path: None for the whole, of which nothing is told."""
    if path is None:
        return Place(())
    keys, value = followed(origin.values, path)
    try:
        field, is_hidden = _field_at(origin.description, keys)
        is_named_so = any(sounds_secret(key, is_number=isinstance(value, int | float)) for key in keys)
        return Place(keys, value, field, is_hidden or is_named_so)
    except Exception:
        # The same: fields are made when they are asked for, and may fail at it.
        return Place(keys)


def followed(values: Any, path: str) -> tuple[tuple[str, ...], Any]:
    """The keys of a dotted path, and the value there. A key with dots of its own is found where it was sent."""
    keys: list[str] = []
    parts = path.split(".")
    while parts:
        key, values = _step(values, parts)
        keys.append(key)
        parts = parts[key.count(".") + 1 :]
    return tuple(keys), values


def _step(values: Any, parts: Sequence[str]) -> tuple[str, Any]:
    first = parts[0]
    if isinstance(values, Mapping):
        for length in range(1, min(len(parts), MOST_PARTS) + 1):
            key = ".".join(parts[:length])
            if key in values:
                return key, of_form(values, key)
    elif isinstance(values, list | tuple) and len(first) < 10 and first.isdecimal() and int(first) < len(values):
        return first, values[int(first)]
    return first, MISSING


def _field_at(description: Any, keys: Sequence[str]) -> tuple[Any, bool]:
    """What describes a place, and whether it or something on the way is hidden."""
    field, is_hidden = description, hides(description)
    for key in keys:
        field = inner_field(field, key)
        is_hidden = is_hidden or hides(field)
    return field, is_hidden
