"""A serializer field that refers to a row -> its shape: a reference, or the bare value where no list shows any."""

from __future__ import annotations

from typing import Any

from django.db import models
from rest_framework import relations
from rest_framework.settings import api_settings

from mcpbridge.derive.instances import attempt, field_at, kind_of_column
from mcpbridge.derive.references import PK, References
from mcpbridge.derive.texts import english
from mcpbridge.tools import Kind, Shape


def shape_of(field: Any, references: References) -> tuple[Shape, str]:
    """The shape, and words where the shape does not say all."""
    model = model_of_relation(field)
    if isinstance(field, relations.SlugRelatedField):
        value, kind = field.slug_field, kind_of_column(field_at(model, field.slug_field))
    elif isinstance(field, relations.HyperlinkedRelatedField):
        value, kind = api_settings.URL_FIELD_NAME, "string"
    elif isinstance(field, relations.PrimaryKeyRelatedField):
        value, kind = PK, kind_of_column(model._meta.pk if model else None)
    else:
        # A field of the project's own: what it takes for a row, only its code knows.
        return Shape("json"), f"what the API takes for {_noun(model)}"
    return reference_or_value(model, value, kind, references, scoped=_scoped(field))


def reference_or_value(
    model: type[models.Model] | None, value: str, kind: Kind, references: References, *, scoped: bool
) -> tuple[Shape, str]:
    """A reference to rows of a model by the value that is stored.

    scoped: the API itself takes only rows that the caller may see.
    """
    found = references.find(model, value) if model else None
    if found is not None:
        return Shape("reference", reference=found.name, checked=not scoped and references.is_scoped(found)), ""
    by = {PK: "id", api_settings.URL_FIELD_NAME: "URL"}.get(value, value)
    return Shape(kind), f"{by} of {_noun(model)}"


def model_of_relation(field: Any) -> type[models.Model] | None:
    """The model that the field refers to, without asking the database."""
    queryset = getattr(field, "queryset", None)
    if queryset is None:
        queryset = attempt(field.get_queryset, None)
    model = getattr(queryset, "model", None)
    if model is None:
        # The item of a many-to-many field stands in a field of its own, and that one in the serializer.
        for owner in (field.parent, getattr(field.parent, "parent", None)):
            column = column_of(field, getattr(getattr(owner, "Meta", None), "model", None))
            model = model or getattr(column, "related_model", None)
    return model if isinstance(model, type) and issubclass(model, models.Model) else None


def column_of(field: Any, model: type[models.Model] | None) -> models.Field[Any, Any] | None:
    """The model field behind a serializer field, along dots; None where it is none."""
    source = field.source or getattr(field.parent, "source", None)
    return field_at(model, source) if source and source != "*" else None


def _scoped(field: Any) -> bool:
    """A field with a get_queryset of its own looks at who asks; a plain queryset takes everybody's rows."""
    return type(field).get_queryset is not relations.RelatedField.get_queryset


def _noun(model: type[models.Model] | None) -> str:
    return english(model._meta.verbose_name).lower() if model else "a row"
