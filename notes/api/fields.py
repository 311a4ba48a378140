"""A related row <-> its id and its name in an answer, as far as the caller may see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from django.db.models import Choices, Model, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from notes.visibility import Person

Visible = Callable[[Person], QuerySet[Any]]


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
