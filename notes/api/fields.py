"""A related row <-> its id and its name in an answer, as far as the caller may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from django.core.validators import MaxLengthValidator
from django.db.models import Choices, Model, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.relations import MANY_RELATION_KWARGS

from notes.models.checks import OUT_OF_CALENDAR
from notes.visibility import Person

Visible = Callable[[Person], QuerySet[Any]]

MOST_AT_ONCE = 100
"""References that one list may hold."""


class CalendarField(serializers.DateTimeField):
    """A date and time; one at the very ends of the calendar is refused in the words of the columns' own check."""

    default_error_messages = {"overflow": OUT_OF_CALENDAR}


class IdField(serializers.IntegerField):
    """The id of a row: whole, so that 12.7 is not taken for 12."""

    default_error_messages = {"invalid": _("Write the id as a whole number.")}


class VisibleField(serializers.PrimaryKeyRelatedField):  # type: ignore[type-arg]
    """A reference to a row that the caller may see and that is not in the trash.

    A hidden row is refused in the words of a missing one. The row that is stored already may always be sent back,
    so that a client can return what it has read.
    """

    default_error_messages = {
        "does_not_exist": _("There is no {row} {pk_value} that you can choose. List the {rows} to see their ids."),
    }

    def __init__(self, *, visible: Visible, queryset: QuerySet[Any], **options: Any) -> None:
        self.visible, self.rows = visible, queryset
        super().__init__(pk_field=IdField(), queryset=queryset, **options)

    @classmethod
    def many_init(cls, *, max_length: int = MOST_AT_ONCE, **options: Any) -> VisibleManyField:
        outer = {key: value for key, value in options.items() if key in MANY_RELATION_KWARGS}
        return VisibleManyField(child_relation=cls(**options), max_length=max_length, **outer)

    def get_queryset(self) -> QuerySet[Any]:
        request = self.context.get("request")
        if request is None:
            # Nobody asks: the API is being described.
            return self.rows.all()
        rows = self.visible(request.user)
        return rows.filter(trashed_at=None) if hasattr(rows.model, "trashed_at") else rows

    def to_internal_value(self, data: Any) -> Any:
        stored = self._stored()
        if stored is not None and not isinstance(data, bool) and str(data) == str(stored.pk):
            return stored
        return super().to_internal_value(data)

    def fail(self, key: str, **values: Any) -> NoReturn:
        names = self.rows.model._meta
        super().fail(key, row=names.verbose_name, rows=names.verbose_name_plural, **values)

    def _stored(self) -> Model | None:
        instance = getattr(self.parent, "instance", None)
        return getattr(instance, str(self.source), None) if isinstance(instance, Model) else None


class VisibleManyField(serializers.ManyRelatedField):
    """References to many rows, read in one query. A row that is named twice counts once.

    Every id that is refused gets its own error, at its place in the list.
    """

    default_error_messages = {
        "max_length": _("Give at most {max_length} of them; these are {length}."),
    }

    child_relation: Any

    def __init__(self, *, max_length: int, **options: Any) -> None:
        self.max_length = max_length
        super().__init__(**options)
        # For whoever describes the field; a longer list is refused before anything is read.
        self.validators.append(MaxLengthValidator(max_length))

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list | tuple):
            self.fail("not_a_list", input_type=type(data).__name__)
        if not data and not self.allow_empty:
            self.fail("empty")
        if len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length, length=len(data))
        ids, errors = self._read(data)
        storable = {pk for pk in ids.values() if abs(pk) < 2**63}
        found = self.child_relation.get_queryset().in_bulk(storable)
        for place, pk in ids.items():
            if pk not in found:
                errors[place] = self._missing(pk)
        if errors:
            raise serializers.ValidationError({place: errors[place] for place in sorted(errors)})
        return [found[pk] for pk in dict.fromkeys(ids.values())]

    def _read(self, data: Sequence[Any]) -> tuple[dict[int, int], dict[Any, Any]]:
        """Place -> id, and place -> what is wrong with what stands there."""
        ids: dict[int, int] = {}
        errors: dict[Any, Any] = {}
        for place, item in enumerate(data):
            try:
                ids[place] = self.child_relation.pk_field.to_internal_value(item)
            except serializers.ValidationError as refused:
                errors[place] = refused.detail
        return ids, errors

    def _missing(self, pk: int) -> Any:
        try:
            self.child_relation.fail("does_not_exist", pk_value=pk)
        except serializers.ValidationError as refused:
            return refused.detail


class PersonName(serializers.CharField):
    """A user, written as the full name, or as the login where there is none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(read_only=True, allow_null=True, **options)

    def to_representation(self, value: Any) -> str:
        return str(value.get_full_name() or value.get_username())


class ChoiceLabel(serializers.CharField):
    """The label of a coded value, in the active language."""

    def __init__(self, choices: type[Choices], **options: Any) -> None:
        self.labels = dict(choices.choices)
        super().__init__(read_only=True, **options)

    def to_representation(self, value: Any) -> str:
        return str(self.labels.get(value, value))


class SeenName(serializers.CharField):
    """The name of a related row, or null where the caller may not see that row.

    A row may refer to one that is hidden from those who see the first: a note of one's own in a project that one
    has left, a project below one of another team. One query for a whole page.
    """

    def __init__(self, *, visible: Visible, **options: Any) -> None:
        self.visible = visible
        self._seen: dict[int, str] | None = None
        super().__init__(read_only=True, allow_null=True, **options)

    def get_attribute(self, instance: Any) -> str | None:
        return self._names().get(getattr(instance, f"{self.source}_id"))

    def _names(self) -> dict[int, str]:
        """Id -> name, of all rows that the rows of this answer refer to; asked once for each answer."""
        if self._seen is None:
            shown = self.root.instance
            rows = [shown] if isinstance(shown, Model) else shown or ()
            ids = {getattr(row, f"{self.source}_id") for row in rows} - {None}
            seen = self.visible(self.context["request"].user).filter(pk__in=ids).order_by()
            self._seen = dict(seen.values_list("pk", "name")) if ids else {}
        return self._seen
