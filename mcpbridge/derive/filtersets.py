"""A filter of django-filter -> the query arguments that it reads.

One function a kind of filter, found by the filter's class or the nearest class above it. Choices that are rows are
references and are never listed; filters whose choices are whatever the table holds are plain text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import django_filters
from django.db import models
from django_filters.utils import get_model_field

from mcpbridge.derive.choices import choices_of
from mcpbridge.derive.fields import day_of
from mcpbridge.derive.instances import attempt, field_at, kind_of_column
from mcpbridge.derive.references import PK, References
from mcpbridge.derive.relations import reference_or_value
from mcpbridge.derive.texts import english
from mcpbridge.tools import Argument, Choice, Kind, Shape

Read = Callable[["Asked"], list[Argument]]

_SAID = {
    "contains": "contains", "icontains": "contains", "startswith": "starts with", "istartswith": "starts with",
    "endswith": "ends with", "iendswith": "ends with", "gt": "more than", "gte": "at least", "lt": "less than",
    "lte": "at most", "regex": "regular expression", "iregex": "regular expression", "isnull": "true: has none",
}  # fmt: skip
_SPEAKING = (
    "_after", "_before", "_min", "_max", "_from", "_to", "_since", "_until", "_contains", "_gt", "_gte", "_lt",
    "_lte", "_startswith", "_isnull", "search", "q",
)  # fmt: skip


class Asked:
    """One filter of a list, with what there is to find out about it."""

    def __init__(self, name: str, one: Any, model: type[models.Model] | None, references: References) -> None:
        self.name, self.filter, self.references = name, one, references
        self.model = getattr(one, "model", None) or model
        self.column = attempt(lambda: get_model_field(self.model, one.field_name), None) if self.model else None

    def argument(self, shape: Shape, *, ending: str = "", words: str = "", comma: bool = False) -> Argument:
        name = self.name + ending
        return Argument(
            name=name,
            place="query",
            key=name,
            shape=shape,
            required=bool(self.filter.extra.get("required")) and not ending,
            description="; ".join(part for part in (self._help(), words or self._lookup(name)) if part),
            several="comma" if comma else "repeat",
        )

    def pair(self, kind: Kind, endings: tuple[str, str]) -> list[Argument]:
        low, high = attempt(lambda: tuple(self.filter.field.widget.suffixes), endings)
        return [
            self.argument(Shape(kind), ending=f"_{low}"),
            self.argument(Shape(kind, day="end" if kind == "datetime" else "start"), ending=f"_{high}"),
        ]

    def choices(self) -> tuple[Choice, ...]:
        offered = self.filter.extra.get("choices", ())
        found = choices_of(attempt(lambda: list(offered() if callable(offered) else offered), []))
        null = self.filter.extra.get("null_label")
        return (*found, Choice(self.filter.null_value, english(null))) if null else found

    def _help(self) -> str:
        # Said by every such filter, and said by the argument's being a list.
        generic = isinstance(self.filter, django_filters.BaseCSVFilter)
        return "" if generic else english(self.filter.extra.get("help_text")).rstrip(".")

    def _lookup(self, name: str) -> str:
        lookup = str(self.filter.lookup_expr).rsplit("__", 1)[-1]
        said = "" if self.filter.method or name.endswith(_SPEAKING) else _SAID.get(lookup, "")
        return f"not {said or 'this'}" if self.filter.exclude else said


def arguments_of(name: str, one: Any, model: type[models.Model] | None, references: References) -> list[Argument]:
    """The query arguments of one filter; none for a kind that takes nothing in a query."""
    asked = Asked(name, one, model, references)
    for kind in type(one).__mro__:
        if kind in _READERS:
            return _READERS[kind](asked)
    return [asked.argument(Shape("string"))]


def _text(asked: Asked) -> list[Argument]:
    longest = asked.filter.extra.get("max_length")
    return [asked.argument(Shape("string", limits={"maxLength": longest} if longest else {}))]


def _plain(kind: Kind) -> Read:
    return lambda asked: [asked.argument(Shape(kind))]


def _number(asked: Asked) -> list[Argument]:
    column = asked.column
    if column is not None and column.is_relation and asked.filter.lookup_expr == "exact":
        shape, words = reference_or_value(
            column.related_model, PK, kind_of_column(column), asked.references, scoped=True
        )
        return [asked.argument(shape, words=words)]
    whole = kind_of_column(column) == "integer" if column is not None else False
    whole = whole or str(asked.filter.lookup_expr).endswith(("year", "month", "day", "hour", "minute", "week"))
    return [asked.argument(Shape("integer" if whole else "number"))]


def _datetime(asked: Asked) -> list[Argument]:
    lookup = str(asked.filter.lookup_expr)
    day: Any = {"lte": "end", "gt": "end", "gte": "start", "lt": "start"}.get(lookup, day_of(asked.name))
    return [asked.argument(Shape("datetime", day=day))]


def _choice(asked: Asked) -> list[Argument]:
    choices = asked.choices()
    return [asked.argument(Shape("choice", choices=choices) if choices else Shape("string"))]


def _choices(asked: Asked) -> list[Argument]:
    choices = asked.choices()
    item = Shape("choice", choices=choices) if choices else Shape("string")
    return [asked.argument(Shape("array", item=item))]


def _from_table(asked: Asked) -> list[Argument]:
    return [asked.argument(Shape("string"))]


def _several_from_table(asked: Asked) -> list[Argument]:
    return [asked.argument(Shape("array", item=Shape("string")))]


def _row(asked: Asked) -> list[Argument]:
    shape, words = _reference(asked)
    return [asked.argument(shape, words=words)]


def _rows(asked: Asked) -> list[Argument]:
    shape, words = _reference(asked)
    words = "; ".join(part for part in (words, "rows with all of them" if asked.filter.conjoined else "") if part)
    return [asked.argument(Shape("array", item=shape), words=words)]


def _reference(asked: Asked) -> tuple[Shape, str]:
    queryset = asked.filter.queryset
    if callable(queryset) and not hasattr(queryset, "model"):
        queryset = attempt(lambda: asked.filter.get_queryset(asked.filter.get_request()), None)
    model = getattr(queryset, "model", None) or getattr(asked.column, "related_model", None)
    value = asked.filter.extra.get("to_field_name") or PK
    if model is not None and value == model._meta.pk.name:
        value = PK
    column = field_at(model, value)
    # A filter only narrows what the caller sees anyway.
    return reference_or_value(model, value, kind_of_column(column), asked.references, scoped=True)


def _ordering(asked: Asked) -> list[Argument]:
    names = [choice.code for choice in asked.choices()]
    return [asked.argument(Shape("choice", choices=tuple(Choice(name, str(name)) for name in names)))]


def _one_of(asked: Asked) -> list[Argument]:
    return [replace(argument, shape=Shape("array", item=argument.shape), several="comma") for argument in _item(asked)]


def _from_to(asked: Asked) -> list[Argument]:
    limits = {"minItems": 2, "maxItems": 2}
    return [
        replace(one, shape=Shape("array", limits=limits, item=one.shape), several="comma", description="from, to")
        for one in _item(asked)
    ]


def _item(asked: Asked) -> list[Argument]:
    """One value of a filter that takes several between commas: what its other classes say."""
    for kind in type(asked.filter).__mro__:
        if kind in _READERS and not issubclass(kind, django_filters.BaseCSVFilter):
            return _READERS[kind](asked)
    return [asked.argument(Shape("string"))]


def _with_lookup(asked: Asked) -> list[Argument]:
    lookups = attempt(lambda: [lookup for lookup, _label in asked.filter.get_lookup_choices()], [])
    how = Shape("choice", choices=tuple(Choice(lookup, lookup) for lookup in lookups))
    return [
        asked.argument(Shape("string")),
        asked.argument(how, ending="_lookup", words=f"how to compare {asked.name}"),
    ]


_READERS: dict[type, Read] = {
    django_filters.CharFilter: _text,
    django_filters.BooleanFilter: _plain("boolean"),
    django_filters.UUIDFilter: _plain("uuid"),
    django_filters.NumberFilter: _number,
    django_filters.DateFilter: _plain("date"),
    django_filters.DateTimeFilter: _datetime,
    django_filters.TimeFilter: _plain("time"),
    django_filters.DurationFilter: _plain("duration"),
    django_filters.ChoiceFilter: _choice,
    django_filters.TypedChoiceFilter: _choice,
    django_filters.MultipleChoiceFilter: _choices,
    django_filters.AllValuesFilter: _from_table,
    django_filters.AllValuesMultipleFilter: _several_from_table,
    django_filters.ModelChoiceFilter: _row,
    django_filters.ModelMultipleChoiceFilter: _rows,
    django_filters.RangeFilter: lambda asked: asked.pair("number", ("min", "max")),
    django_filters.NumericRangeFilter: lambda asked: asked.pair("number", ("min", "max")),
    django_filters.DateFromToRangeFilter: lambda asked: asked.pair("date", ("after", "before")),
    django_filters.DateTimeFromToRangeFilter: lambda asked: asked.pair("datetime", ("after", "before")),
    django_filters.IsoDateTimeFromToRangeFilter: lambda asked: asked.pair("datetime", ("after", "before")),
    django_filters.TimeRangeFilter: lambda asked: asked.pair("time", ("after", "before")),
    django_filters.LookupChoiceFilter: _with_lookup,
    django_filters.OrderingFilter: _ordering,
    django_filters.BaseInFilter: _one_of,
    django_filters.BaseRangeFilter: _from_to,
}
