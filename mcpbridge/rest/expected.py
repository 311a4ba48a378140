"""The field that refused a value -> what it takes: its choices, or a fragment of JSON Schema.

One function a kind of field, found by the field's class or the nearest class above it, for serializers and for the
forms of filters. Rows are never listed: which of them a caller may see is for a list operation to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django import forms
from django.core import validators
from django.db import models
from rest_framework import ISO_8601, fields, relations, serializers
from rest_framework.settings import api_settings

CHOICES_SHOWN = 30

Fragment = dict[str, Any]

# What is wrong with these is not their form.
_TAKEN_OR_MISSING = ("unique", "does_not_exist", "no_match", "incorrect_match")
# Their choices are rows, or what lies in a folder of the server.
_NEVER_LISTED = (fields.FilePathField, forms.FilePathField, forms.ModelChoiceField)
_LIMITS: dict[type[validators.BaseValidator], tuple[str, Callable[..., Any]]] = {
    validators.MinValueValidator: ("minimum", max),
    validators.MaxValueValidator: ("maximum", min),
    validators.MinLengthValidator: ("minLength", max),
    validators.MaxLengthValidator: ("maxLength", min),
}
_OF_ARRAYS = {"minLength": "minItems", "maxLength": "maxItems"}


def allowed_by(field: Any, code: str | None) -> Any:
    """A list of {"value", "label"}, or a fragment of JSON Schema; None where the field does not know."""
    if field is None or code in _TAKEN_OR_MISSING:
        return None
    # Each of those listed would do as it stands, which one choice is not where several are due.
    listed = [] if isinstance(field, fields.MultipleChoiceField) else choices_of(field)
    return listed or fragment(field) or None


def choices_of(field: Any) -> list[dict[str, Any]]:
    """The first of them, without the empty one and without their groups."""
    if isinstance(field, _NEVER_LISTED) or not isinstance(field, fields.ChoiceField | forms.ChoiceField):
        return []
    choices: Any = field.choices
    pairs = choices.items() if isinstance(choices, dict) else _flat(choices)
    listed = [
        {"value": value if isinstance(value, str | int | float) else str(value), "label": str(label)}
        for value, label in pairs
        if value not in ("", None)
    ]
    return listed[:CHOICES_SHOWN]


def fragment(field: Any) -> Fragment:
    """What JSON Schema says of the field's values; empty where it is not known."""
    for kind in type(field).__mro__:
        if kind in _KINDS:
            return _KINDS[kind](field)
    return {}


def _flat(choices: Iterable[Any]) -> list[tuple[Any, Any]]:
    pairs = ((label if isinstance(label, list | tuple) else [(value, label)]) for value, label in choices)
    return [pair for group in pairs for pair in group]


def _limits(field: Any) -> Fragment:
    """Those that validators check: what a field is told by arguments becomes validators as well."""
    found: Fragment = {}
    for validator in getattr(field, "validators", ()):
        for kind, (name, tighter) in _LIMITS.items():
            if isinstance(validator, kind):
                limit = validator.limit_value() if callable(validator.limit_value) else validator.limit_value
                if isinstance(limit, int | float | Decimal):
                    found[name] = tighter(found.get(name, limit), limit)
    return {name: _number(limit) for name, limit in found.items()}


def _number(value: float | Decimal) -> int | float:
    return int(value) if value % 1 == 0 else float(value)


def _plain(kind: str, form: str = "") -> Callable[[Any], Fragment]:
    return lambda field: {"type": kind, **({"format": form} if form else {}), **_limits(field)}


def _text(field: Any, form: str = "") -> Fragment:
    blank = getattr(field, "allow_blank", True)
    return {**({} if blank else {"minLength": 1}), **_plain("string", form)(field)}


def _address(field: Any) -> Fragment:
    protocol = str(field.protocol).lower()
    return _text(field, protocol if protocol in ("ipv4", "ipv6") else "")


def _decimal(field: Any) -> Fragment:
    found = _plain("number")(field)
    digits, places = field.max_digits, field.decimal_places
    if places is not None:
        found["multipleOf"] = _number(Decimal(1).scaleb(-places))
        if digits is not None:
            found["exclusiveMaximum"] = 10 ** (digits - places)
            found["exclusiveMinimum"] = -found["exclusiveMaximum"]
    return found


def _moment(form: str, setting: str, example: str = "") -> Callable[[Any], Fragment]:
    """form: what JSON Schema calls ISO 8601's; "" where that is narrower, then an example shows it."""

    def of_field(field: Any) -> Fragment:
        forms_taken: Sequence[str] = getattr(field, "input_formats", None) or getattr(api_settings, setting)
        if any(taken.lower() == ISO_8601 for taken in forms_taken):
            return {"type": "string", "format": form} if form else {"type": "string", "examples": [example]}
        # Any moment shows the form; a fixed one keeps answers alike.
        return {"type": "string", "examples": [datetime.fromisoformat("2026-06-01T09:30").strftime(forms_taken[0])]}

    return of_field


def _array(item: Any, field: Any) -> Fragment:
    limits = {_OF_ARRAYS.get(name, name): limit for name, limit in _limits(field).items()}
    if not getattr(field, "allow_empty", True):
        limits.setdefault("minItems", 1)
    choices = choices_of(item)
    items = {"enum": [one["value"] for one in choices]} if choices else fragment(item)
    return {"type": "array", **({"items": items} if items else {}), **limits}


def _by_key(field: Any) -> Fragment:
    if field.pk_field is not None:
        return fragment(field.pk_field)
    model = getattr(field.queryset, "model", None)
    key = model._meta.pk if model else None
    if isinstance(key, models.IntegerField):
        return {"type": "integer"}
    return {"type": "string", **({"format": "uuid"} if isinstance(key, models.UUIDField) else {})}


_KINDS: dict[type, Callable[[Any], Fragment]] = {
    fields.CharField: _text,
    fields.EmailField: lambda field: _text(field, "email"),
    fields.URLField: lambda field: _text(field, "uri"),
    fields.IPAddressField: _address,
    fields.UUIDField: _plain("string", "uuid"),
    fields.IntegerField: _plain("integer"),
    fields.FloatField: _plain("number"),
    fields.DecimalField: _decimal,
    fields.BooleanField: _plain("boolean"),
    fields.DateField: _moment("date", "DATE_INPUT_FORMATS"),
    fields.DateTimeField: _moment("date-time", "DATETIME_INPUT_FORMATS"),
    fields.TimeField: _moment("", "TIME_INPUT_FORMATS", "09:30:00"),
    fields.DurationField: lambda _field: {"type": "string", "examples": ["1 02:30:00"]},
    fields.MultipleChoiceField: lambda field: _array(field, field),
    fields.ListField: lambda field: _array(field.child, field),
    fields.DictField: lambda _field: {"type": "object"},
    relations.ManyRelatedField: lambda field: _array(field.child_relation, field),
    relations.PrimaryKeyRelatedField: _by_key,
    relations.HyperlinkedRelatedField: _plain("string", "uri"),
    relations.SlugRelatedField: _plain("string"),
    serializers.ListSerializer: lambda field: _array(field.child, field),
    serializers.Serializer: lambda _field: {"type": "object"},
    forms.CharField: _plain("string"),
    forms.EmailField: _plain("string", "email"),
    forms.IntegerField: _plain("integer"),
    forms.FloatField: _plain("number"),
    forms.DecimalField: _decimal,
    forms.BooleanField: _plain("boolean"),
    forms.NullBooleanField: _plain("boolean"),
    forms.DateField: lambda _field: {"type": "string", "format": "date"},
    forms.DateTimeField: lambda _field: {"type": "string", "format": "date-time"},
    forms.UUIDField: _plain("string", "uuid"),
}
