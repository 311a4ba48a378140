"""The serializer of an answer -> which key of a row shows what: values, labels, its id, long text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from rest_framework import fields
from rest_framework.validators import UniqueTogetherValidator

from mcpbridge.derive.instances import field_at
from mcpbridge.derive.operations import Endpoint
from mcpbridge.derive.references import NAMES
from mcpbridge.derive.relations import column_of
from mcpbridge.derive.serializers import UNKNOWN, on_the_ladder
from mcpbridge.derive.texts import singular

LONG = 20_000
"""Characters of a text that one answer may have to cut."""

_COMPANIONS = ("name", "label", "display", "title")


@dataclass(frozen=True)
class Row:
    """What an answer shows of one row.

    keys: every key. by_source: where a value comes from -> the key that shows it. labels: key -> the key that carries
    its label. text_keys: keys with long text. id_key: the key that shows what the path asks for, ""
    where none does.
    """

    keys: tuple[str, ...] = ()
    by_source: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    text_keys: tuple[str, ...] = ()
    id_key: str = ""

    def key_of(self, key: str, source: str) -> str:
        """The key that shows what an argument sets: the one of the same name, else the one of the same source."""
        return key if key in self.keys else self.by_source.get(source, "")


def row_of(endpoint: Endpoint) -> Row:
    """An empty Row where the serializer cannot be had."""
    found, _rung = on_the_ladder(endpoint, lambda serializer: _read(getattr(serializer, "child", serializer), endpoint))
    return Row() if found is UNKNOWN else found


def sources_of(endpoint: Endpoint) -> Mapping[str, str]:
    """Body key -> the source it sets, by the view's own serializer."""
    found, _rung = on_the_ladder(
        endpoint, lambda serializer: {key: one.source for key, one in serializer.fields.items() if not one.read_only}
    )
    return {} if found is UNKNOWN else found


def unique_sets_of(endpoint: Endpoint) -> tuple[tuple[str, ...], ...]:
    """Keys that the serializer wants unique together, whatever the row's other values."""
    found, _rung = on_the_ladder(
        endpoint,
        lambda serializer: tuple(
            tuple(one.fields)
            for one in serializer.validators
            if isinstance(one, UniqueTogetherValidator) and getattr(one, "condition", None) is None
        ),
    )
    return () if found is UNKNOWN else found


def _read(serializer: Any, endpoint: Endpoint) -> Row:
    shown = {key: one for key, one in serializer.fields.items() if not one.write_only}
    model = getattr(getattr(serializer, "Meta", None), "model", None)
    by_source: dict[str, str] = {}
    for key, one in shown.items():
        by_source.setdefault(one.source, key)
    labels = {key: label for key in shown if (label := _label_of(key, shown))}
    # A name, or a path of names that is computed, may stand in a column without a limit, but it is no long text.
    named = {*labels.values(), *(endpoint.hints.names or NAMES)}
    named |= {key for key in NAMES if key in shown and shown[key].read_only}
    return Row(
        keys=tuple(shown),
        by_source=by_source,
        labels=labels,
        text_keys=tuple(key for key, one in shown.items() if key not in named and _is_long_text(one, model)),
        id_key=_id_key(endpoint, model, by_source, shown),
    )


def _label_of(key: str, shown: Mapping[str, Any]) -> str:
    stem = key.removesuffix("_id")
    stems = dict.fromkeys((key, stem, singular(key)))
    candidates = [f"{one}_{ending}" for one in stems for ending in _COMPANIONS]
    candidates += [f"{singular(key)}_{ending}s" for ending in _COMPANIONS[:2]]
    candidates += [other for other, one in shown.items() if one.source == f"get_{key}_display"]
    return next((other for other in candidates if other in shown and other != key), "")


def _is_long_text(one: Any, model: type[models.Model] | None) -> bool:
    """Text that somebody writes at length: its column is made for that, or a page asks for it in a large box."""
    if not isinstance(one, fields.CharField | fields.ReadOnlyField) or (getattr(one, "max_length", 0) or LONG) < LONG:
        return False
    column = column_of(one, model)
    if column is not None:
        return isinstance(column, models.TextField) and not column.choices
    return one.style.get("base_template") == "textarea.html"


def _id_key(
    endpoint: Endpoint, model: type[models.Model] | None, by_source: Mapping[str, str], shown: Mapping[str, Any]
) -> str:
    lookup = getattr(endpoint.view, "lookup_field", "pk")
    primary = field_at(model, "pk")
    sources = ["pk", primary.name, "id"] if lookup == "pk" and primary is not None else [lookup]
    return next((by_source[source] for source in sources if source in by_source), "id" if "id" in shown else "")
