"""A named node and its parent -> a tree whose nodes know their full path and their line of ancestors."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from notes.models.checks import seen
from notes.models.fields import FoldedField, Folding

SEPARATOR = " > "


class Tree(Folding):
    """One node. ``full_path`` is "Brasil > São Paulo"; ``lineage`` is the ids from the root to here, "/3/17/".

    Both follow when a node is saved under another name or parent, its descendants' too. ``bulk_create`` cannot
    know them: call ``rebuild()`` afterwards.
    """

    name = models.CharField(_("name"), max_length=120, validators=[seen])
    parent_id: int | None
    parent = models.ForeignKey(
        "self", verbose_name=_("parent"), null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )
    full_path = models.TextField(_("full path"), editable=False)
    lineage = models.CharField(max_length=700, editable=False, default="", db_index=True)
    name_folded = FoldedField(of="name")
    full_path_folded = FoldedField(of="full_path")

    class Meta:
        abstract = True
        ordering = ("full_path_folded", "id")

    def __str__(self) -> str:
        return self.full_path or self.name

    def clean(self) -> None:
        if self.pk and f"/{self.pk}/" in self._lineage_above():
            raise ValidationError(
                {"parent": _("This would make a circle: choose a parent that is not below this row.")}
            )
        if self._rows().filter(parent=self.parent_id, name=self.name).exclude(pk=self.pk).exists():
            raise ValidationError({"name": _("This name exists already under the same parent.")})

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Store the node and set the paths of all that stand below it.

        Raises ValueError where the parent stands below the node: forms refuse that before, with a better text.
        """
        if self.pk and f"/{self.pk}/" in self._lineage_above():
            raise ValueError(f"{self.name} cannot stand below itself: give it a parent that is not below it.")
        path_above = self._above("full_path")
        self.full_path = f"{path_above}{SEPARATOR}{self.name}" if path_above else self.name
        if update_fields is not None:
            update_fields = {*update_fields, "full_path"}
        with transaction.atomic():
            super().save(*args, update_fields=update_fields, **kwargs)
            self._settle()

    @classmethod
    def rebuild(cls) -> None:
        """Set full_path and lineage of every node anew, from the names and parents alone."""
        waiting = deque(cls._rows().filter(parent=None))
        while waiting:
            node = waiting.popleft()
            node.save()
            waiting.extend(cls._rows().filter(parent=node.pk))

    def _settle(self) -> None:
        """Store the lineage, known only once the row has its id, and pass path and lineage on to the children."""
        lineage = f"{self._lineage_above()}{self.pk}/"
        if self.lineage != lineage:
            self.lineage = lineage
            self._rows().filter(pk=self.pk).update(lineage=lineage)
        for child in self._rows().filter(parent=self.pk):
            in_step = (f"{self.full_path}{SEPARATOR}{child.name}", f"{lineage}{child.pk}/")
            if (child.full_path, child.lineage) != in_step:
                child.save()

    def _lineage_above(self) -> str:
        return self._above("lineage") or "/"

    def _above(self, column: str) -> str | None:
        """A column of the parent as it is stored: a parent held in memory may be older than that."""
        return self._rows().filter(pk=self.parent_id).values_list(column, flat=True).first()

    @classmethod
    def _rows(cls) -> models.QuerySet[Any, Any]:
        return cls._default_manager.all()


class Entity(Tree):
    """A part of the organisation. Its members see what belongs to it and to all that stands below it."""

    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("members"), blank=True, related_name="entities"
    )

    class Meta(Tree.Meta):
        verbose_name = _("entity")
        verbose_name_plural = _("entities")


class Location(Tree):
    """A place."""

    class Meta(Tree.Meta):
        verbose_name = _("location")
        verbose_name_plural = _("locations")


class Category(Tree):
    """What a note is about."""

    class Meta(Tree.Meta):
        verbose_name = _("category")
        verbose_name_plural = _("categories")
