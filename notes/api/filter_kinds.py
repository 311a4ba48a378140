"""One query argument -> a narrower queryset, or a sentence on what could be written there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any, Literal

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext_lazy as _

from notes.api.fields import Visible
from notes.folding import fold_key, fold_words

# SQLite refuses LIKE patterns beyond 50,000 characters, and an escaped emoji takes ten.
LONGEST_SEARCH = 200
_BOOLEANS: Mapping[str, bool] = {"true": True, "1": True, "false": False, "0": False}
_BARE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}\S*")

Rows = QuerySet[Any]


class AskedFilters(django_filters.FilterSet):  # type: ignore[misc]
    """Filters of which, on request, only those are built that the query names.

    A list may have thirty filters, each with a field and a queryset of visible rows; a call names two of them.
    """

    base_filters: dict[str, Any]

    def __init__(self, data: Any = None, *args: Any, only_asked: bool = False, **options: Any) -> None:
        if only_asked:
            self.base_filters = {
                name: each for name, each in self.base_filters.items() if name in data or isinstance(each, Trashed)
            }
        super().__init__(data, *args, **options)


class FoldedSearch(django_filters.CharFilter):  # type: ignore[misc]
    """Rows in which every word is found somewhere in the columns, whatever its case and accents."""

    def __init__(self, *columns: str, **options: Any) -> None:
        self.columns = columns
        super().__init__(max_length=LONGEST_SEARCH, **options)

    def filter(self, rows: Rows, value: str) -> Rows:
        for word in fold_words(value or ""):
            rows = rows.filter(_any_of({f"{column}__contains": word for column in self.columns}))
        return rows


class FoldedName(django_filters.CharFilter):  # type: ignore[misc]
    """Rows of which one column is exactly this name, case, accents and blanks apart."""

    def __init__(self, *columns: str, **options: Any) -> None:
        self.columns = columns
        super().__init__(max_length=1000, **options)

    def filter(self, rows: Rows, value: str) -> Rows:
        if not value:
            return rows
        key = fold_key(value)
        # Text of which nothing is left names no row; the columns of rows without such a name are empty as well.
        return rows.filter(_any_of(dict.fromkeys(self.columns, key))) if key else rows.none()


class VisibleFilter(django_filters.ModelChoiceFilter):  # type: ignore[misc]
    """Rows that refer to the row with this id. A hidden row is refused like a missing one."""

    def __init__(self, *, visible: Visible, **options: Any) -> None:
        self.visible = visible
        super().__init__(
            error_messages={"invalid_choice": _("You can see no such row. Write the id of one that you can list.")},
            **options,
        )

    def get_queryset(self, request: HttpRequest | None) -> Rows:
        rows: Rows = self.queryset
        # Without a request nobody asks: the API is being described.
        return rows if request is None else self.visible(request.user)


class BooleanField(forms.NullBooleanField):
    """true, false, 1 or 0. Django takes any other word for "not given", and would answer with every row."""

    widget = forms.Select(choices=[("", "-"), ("true", "true"), ("false", "false")])

    def to_python(self, value: Any) -> bool | None:  # type: ignore[override]
        if value in (None, ""):
            return None
        try:
            return _BOOLEANS[str(value).lower()]
        except KeyError:
            raise ValidationError(_("Write true or false."), code="invalid") from None


class TrueOrFalse(django_filters.BooleanFilter):  # type: ignore[misc]
    field_class = BooleanField


class Trashed(TrueOrFalse):
    """What is in the trash where true; otherwise, and when it is not given, what is not."""

    def filter(self, rows: Rows, value: bool | None) -> Rows:
        return rows.filter(trashed_at__isnull=not value)


class MomentField(forms.DateTimeField):
    """A date and time in ISO 8601. A bare date is the first or the last moment of that day."""

    default_error_messages = {
        "invalid": _(
            "Write a date and time as 2026-06-01T09:00:00+01:00 (in an address the + must be percent-encoded), "
            "or a date as 2026-06-01."
        )
    }

    def __init__(self, *, edge: Literal["start", "end"], **options: Any) -> None:
        self.edge = edge
        super().__init__(**options)

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        try:
            moment = self._read(str(value).strip())
            # The database keeps UTC, where the first and the last day of the calendar may not exist.
            return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None

    def _read(self, text: str) -> datetime:
        moment = None
        if _BARE_DATE.fullmatch(text) and (day := parse_date(text)):
            moment = datetime.combine(day, time.min if self.edge == "start" else time.max)
        elif _MOMENT.fullmatch(text):
            moment = parse_datetime(text)
        if moment is None:
            raise ValueError(text)
        return moment if timezone.is_aware(moment) else timezone.make_aware(moment)


class _Moment(django_filters.IsoDateTimeFilter):  # type: ignore[misc]
    field_class = MomentField


class After(_Moment):
    """At this moment or later."""

    def __init__(self, column: str, **options: Any) -> None:
        super().__init__(column, "gte", edge="start", **options)


class Before(_Moment):
    """At this moment or earlier."""

    def __init__(self, column: str, **options: Any) -> None:
        super().__init__(column, "lte", edge="end", **options)


def _any_of(conditions: Mapping[str, str]) -> Q:
    return Q(*conditions.items(), _connector=Q.OR)
