"""A serializer field -> the shape of its value, and what must be said of it in words.

One function a kind of field, found by the field's class or the nearest class above it. Limits are only those that the
serializer enforces itself: what a column can hold depends on the database, and the catalog must not.
"""

from __future__ import annotations

import decimal
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.core.validators import RegexValidator
from rest_framework import ISO_8601, fields, relations, serializers
from rest_framework.settings import api_settings

from mcpbridge.derive import relations as related
from mcpbridge.derive.choices import choices_of
from mcpbridge.derive.references import References
from mcpbridge.tools import Argument, Shape

DEEPEST = 3
"""Nested objects below this depth are open: a shape that holds itself never ends, and each level is paid for."""

LONGEST_PATTERN = 80

_ENDS = re.compile(
    r"(^|_)(end|ends|until|due|deadline|expir\w*|valid_to|closes|finish\w*|end_(date|time|at)|ends_at|due_\w+)\Z"
)
_COLUMN_MAXIMA = {2**bits - 1 for bits in (15, 16, 31, 32, 63, 64)}
_COLUMN_MINIMA = {-(2**bits) for bits in (15, 31, 63)}


class Unsendable(ValueError):
    """A field that cannot be sent as JSON. The text is a sentence's end: "is a file"."""


class Reading(NamedTuple):
    """A shape, and words for the argument's description where the shape does not say all."""

    shape: Shape
    words: str = ""


class FieldReader:
    """Reads the fields of one body.

    members: a nested serializer and its depth -> its members; raises Unsendable.
    """

    def __init__(
        self,
        references: References,
        members: Callable[[Any, FieldReader, int], tuple[Argument, ...]],
    ) -> None:
        self.references = references
        self.members = members

    def read(self, field: Any, depth: int = 0) -> Reading:
        """Raises Unsendable for files and for what holds a file."""
        for kind in type(field).__mro__:
            if kind in _READERS:
                shape, words = _READERS[kind](self, field, depth)
                return Reading(replace(shape, nullable=True) if field.allow_null else shape, words)
        return Reading(Shape("json", nullable=field.allow_null))


def day_of(name: str) -> Any:
    """What a bare date means for a datetime of this name: the end of that day where the name speaks of an end."""
    return "end" if _ENDS.search(name) else "start"


def _text(_reader: FieldReader, field: Any, _depth: int, words: str = "") -> Reading:
    limits: dict[str, Any] = {}
    if field.min_length or not field.allow_blank:
        limits["minLength"] = field.min_length or 1
    if field.max_length:
        limits["maxLength"] = field.max_length
    for validator in field.validators:
        # Only what every dialect of regular expressions reads alike.
        if type(validator) is RegexValidator and not validator.inverse_match and not validator.flags & ~re.UNICODE:
            pattern = getattr(validator.regex, "pattern", "")
            if len(pattern) <= LONGEST_PATTERN and not re.search(r"\\[AZwdsbp]|\(\?", pattern):
                limits["pattern"] = pattern
    return Reading(Shape("string", limits=limits), words)


def _email(reader: FieldReader, field: Any, depth: int) -> Reading:
    return _text(reader, field, depth, "" if "mail" in field.field_name else "e-mail address")


def _url(reader: FieldReader, field: Any, depth: int) -> Reading:
    return _text(reader, field, depth, "" if "url" in field.field_name else "URL")


def _address(reader: FieldReader, field: Any, depth: int) -> Reading:
    kinds = {"ipv4": "IPv4", "ipv6": "IPv6"}
    return _text(reader, field, depth, f"{kinds.get(field.protocol, 'IP')} address")


def _integer(_reader: FieldReader, field: Any, _depth: int) -> Reading:
    limits = _range(field)
    if limits.get("maximum") in _COLUMN_MAXIMA:
        del limits["maximum"]
    if limits.get("minimum") in _COLUMN_MINIMA:
        del limits["minimum"]
    return Reading(Shape("integer", limits=limits))


def _float(_reader: FieldReader, field: Any, _depth: int) -> Reading:
    return Reading(Shape("number", limits=_range(field)))


def _decimal(_reader: FieldReader, field: Any, _depth: int) -> Reading:
    limits = _range(field)
    if field.max_digits is not None:
        limits["maxDigits"] = field.max_digits
    if field.decimal_places is not None:
        limits["decimalPlaces"] = field.decimal_places
    return Reading(Shape("decimal", limits=limits))


def _range(field: Any) -> dict[str, Any]:
    found = {"minimum": field.min_value, "maximum": field.max_value}
    return {name: _number(value) for name, value in found.items() if isinstance(value, int | float | decimal.Decimal)}


def _number(value: Any) -> int | float:
    return value if isinstance(value, int) else int(value) if value == int(value) else float(value)


def _plain(kind: Any) -> Callable[[FieldReader, Any, int], Reading]:
    return lambda _reader, _field, _depth: Reading(Shape(kind))


def _datetime(_reader: FieldReader, field: Any, _depth: int) -> Reading:
    form = _form(field, api_settings.DATETIME_INPUT_FORMATS)
    return Reading(Shape("datetime", day=day_of(field.field_name or ""), format=form))


def _date(_reader: FieldReader, field: Any, _depth: int) -> Reading:
    return Reading(Shape("date", format=_form(field, api_settings.DATE_INPUT_FORMATS)))


def _time(_reader: FieldReader, field: Any, _depth: int) -> Reading:
    return Reading(Shape("time", format=_form(field, api_settings.TIME_INPUT_FORMATS)))


def _form(field: Any, usual: Sequence[str]) -> str:
    """The form that must be written, where ISO 8601 is not taken."""
    forms = getattr(field, "input_formats", None) or usual
    return "" if any(form.lower() == ISO_8601 for form in forms) else str(forms[0])


def _choice(_reader: FieldReader, field: Any, _depth: int) -> Reading:
    return Reading(Shape("choice", choices=choices_of(field.choices, blank=field.allow_blank)))


def _choices(_reader: FieldReader, field: Any, _depth: int) -> Reading:
    return Reading(Shape("array", limits=_at_least_one(field), item=Shape("choice", choices=choices_of(field.choices))))


def _file_path(_reader: FieldReader, _field: Any, _depth: int) -> Reading:
    # Its choices are what lies in a folder of the server: another list on every machine.
    return Reading(Shape("string"), "a file path that the server offers")


def _file(_reader: FieldReader, _field: Any, _depth: int) -> Reading:
    raise Unsendable("is a file")


def _list(reader: FieldReader, field: Any, depth: int) -> Reading:
    limits = _at_least_one(field)
    if field.min_length:
        limits["minItems"] = field.min_length
    if field.max_length:
        limits["maxItems"] = field.max_length
    child = reader.read(field.child, depth)
    return Reading(Shape("array", limits=limits, item=child.shape), child.words)


def _dict(reader: FieldReader, field: Any, depth: int) -> Reading:
    child = reader.read(field.child, depth)
    return Reading(Shape("object", item=None if child.shape.kind == "json" else child.shape, open_keys=True))


def _json(_reader: FieldReader, field: Any, _depth: int) -> Reading:
    model = getattr(getattr(field.parent, "Meta", None), "model", None)
    column = related.column_of(field, model)
    return Reading(Shape("json"), "usually an object" if getattr(column, "default", None) is dict else "")


def _many(reader: FieldReader, field: Any, depth: int) -> Reading:
    child = reader.read(field.child_relation, depth)
    limits = _at_least_one(field)
    if most := getattr(field, "max_length", None):
        limits["maxItems"] = most
    return Reading(Shape("array", limits=limits, item=child.shape), child.words)


def _related(reader: FieldReader, field: Any, _depth: int) -> Reading:
    return Reading(*related.shape_of(field, reader.references))


def _nested(reader: FieldReader, field: Any, depth: int) -> Reading:
    if not hasattr(field, "fields"):
        return Reading(Shape("json"))
    if depth >= DEEPEST:
        return Reading(Shape("object", open_keys=True), "an object; its keys are not listed this deep")
    return Reading(Shape("object", members=reader.members(field, reader, depth + 1)))


def _at_least_one(field: Any) -> dict[str, Any]:
    return {} if getattr(field, "allow_empty", True) else {"minItems": 1}


_READERS: dict[type, Callable[[FieldReader, Any, int], Reading]] = {
    fields.CharField: _text,
    fields.EmailField: _email,
    fields.URLField: _url,
    fields.IPAddressField: _address,
    fields.UUIDField: _plain("uuid"),
    fields.IntegerField: _integer,
    fields.FloatField: _float,
    fields.DecimalField: _decimal,
    fields.BooleanField: _plain("boolean"),
    fields.DateTimeField: _datetime,
    fields.DateField: _date,
    fields.TimeField: _time,
    fields.DurationField: _plain("duration"),
    fields.ChoiceField: _choice,
    fields.MultipleChoiceField: _choices,
    fields.FilePathField: _file_path,
    fields.FileField: _file,
    fields.ListField: _list,
    fields.DictField: _dict,
    fields.JSONField: _json,
    relations.ManyRelatedField: _many,
    relations.RelatedField: _related,
    serializers.ListSerializer: _list,
    serializers.BaseSerializer: _nested,
}
