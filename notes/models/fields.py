"""A row about to be stored -> its folded copies, filled in from the fields that they copy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import models

from notes.folding import KEY_LENGTH, fold, fold_key

if TYPE_CHECKING:
    _CharField = models.CharField[str | None, str | None]
    _TextField = models.TextField[str, str]
else:
    _CharField, _TextField = models.CharField, models.TextField


class FoldedField(_CharField):
    """An indexed key of another field, for exact comparison: see notes.folding.

    Filled in by save() and bulk_create(). QuerySet.update() and bulk_update() do not fill it in: they store what
    they are given, so write a name through save().
    """

    def __init__(self, *, of: str, **options: Any) -> None:
        self.of = of
        options.setdefault("max_length", KEY_LENGTH)
        options.setdefault("editable", False)
        options.setdefault("db_index", not options.get("unique", False))
        super().__init__(**options)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, path, args, options = super().deconstruct()
        return name, path, args, {**options, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str | None:
        text = getattr(model_instance, self.of)
        key = None if text is None and self.null else fold_key(text or "")
        setattr(model_instance, self.attname, key)
        return key


class FoldedText(_TextField):
    """A folded copy of several text fields, for search by what it contains; not indexed."""

    def __init__(self, *, of: Iterable[str], **options: Any) -> None:
        self.of = tuple(of)
        options.setdefault("editable", False)
        super().__init__(**options)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, path, args, options = super().deconstruct()
        return name, path, args, {**options, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = "\n".join(fold(getattr(model_instance, name) or "") for name in self.of)
        setattr(model_instance, self.attname, key)
        return key


class Folding(models.Model):
    """A model whose folded copies follow a partial save as well, and one of a row that was loaded in part."""

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is not None:
            update_fields = {*update_fields, *self._copies_of(set(update_fields))}
        for field in self._meta.concrete_fields:
            if isinstance(field, FoldedField | FoldedText) and field.attname in self.get_deferred_fields():
                # Django saves no field that was deferred. Now it is no longer, and pre_save sets its value.
                setattr(self, field.attname, "")
        super().save(*args, update_fields=update_fields, **kwargs)

    def _copies_of(self, changed: set[str]) -> set[str]:
        copies = set()
        for field in self._meta.concrete_fields:
            if isinstance(field, FoldedField) and field.of in changed:
                copies.add(field.name)
            if isinstance(field, FoldedText) and changed.intersection(field.of):
                copies.add(field.name)
        return copies
