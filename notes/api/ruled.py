"""Sent values -> a validated row, or every fault of it at once: those of single fields and those between fields."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from copy import copy
from typing import Any

from django.db.models import DateTimeField
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.fields import empty

from mcpbridge.rest.mendable import mendable
from notes.api.fields import CalendarField
from notes.rules import Draft, Finding


class RuledSerializer(serializers.ModelSerializer):  # type: ignore[type-arg]
    """A serializer whose rules run beside its fields.

    DRF looks at the object as a whole only once every field has passed, so a client would learn of an end before
    the start one call after it has mended a name that was too long. Here the rules run on the part that passed,
    over the stored row on a partial update, and one answer tells all.
    """

    serializer_field_mapping = {**serializers.ModelSerializer.serializer_field_mapping, DateTimeField: CalendarField}

    def rules(self, draft: Draft) -> Iterable[Finding]:
        """What is wrong with the row as a whole. The names of fields are the model's own."""
        raise NotImplementedError(f"{type(self).__name__} must say which rules hold.")

    def settle(self, draft: Draft) -> dict[str, Any]:
        """The values that follow from others, once nothing is wrong."""
        return {}

    def run_validation(self, data: Any = empty) -> Any:
        is_empty, data = self.validate_empty_values(data)
        if is_empty:
            return data
        given, errors = self._read(data)
        # A new row stands in for a stored one, so that rules read the model's defaults.
        draft = Draft(given, self.instance or self.Meta.model(), frozenset(errors))  # type: ignore[misc]
        for finding in self.rules(draft):
            would_do = {"examples": [finding.would_do]}
            errors.setdefault(finding.field, []).append(mendable(finding.text, finding.code, would_do))
        if errors:
            raise ValidationError(errors)
        return {**given, **self.settle(draft)}

    def _read(self, data: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The values that passed, and the errors of those that did not."""
        try:
            return self.to_internal_value(data), {}
        except ValidationError as refused:
            if not isinstance(data, MutableMapping) or not isinstance(refused.detail, dict):
                raise
            errors = dict(refused.detail)
        kept = copy(data)
        for name in errors:
            kept.pop(name, None)
        # The fields that were refused are now missing, which must not be told as a second fault.
        partial, self.partial = self.partial, True
        try:
            return self.to_internal_value(kept), errors
        finally:
            self.partial = partial
