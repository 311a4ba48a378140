"""A name -> a state, a type or a tag that rows refer to."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from notes.models.checks import seen
from notes.models.fields import FoldedField, Folding


class ProjectState(Folding):
    """How far a project or task has come. A finished state makes it 100 % done."""

    name = models.CharField(_("name"), max_length=60, validators=[seen])
    name_folded = FoldedField(of="name")
    is_finished = models.BooleanField(_("finished"), default=False)
    colour = models.CharField(
        _("colour"),
        max_length=7,
        default="#64748b",
        validators=[
            RegexValidator(r"^#[0-9a-fA-F]{6}$", _("Write a colour as # and six hex digits, such as #2563eb."))
        ],
    )

    class Meta:
        verbose_name = _("project state")
        verbose_name_plural = _("project states")
        ordering = ("id",)

    def __str__(self) -> str:
        return self.name


class ProjectType(Folding):
    """What kind of project it is."""

    name = models.CharField(_("name"), max_length=60, validators=[seen])
    name_folded = FoldedField(of="name")

    class Meta:
        verbose_name = _("project type")
        verbose_name_plural = _("project types")
        ordering = ("name_folded", "id")

    def __str__(self) -> str:
        return self.name


class Tag(Folding):
    """A word that notes are marked with. Two tags never differ by case or accents alone."""

    name = models.CharField(_("name"), max_length=60, validators=[seen])
    name_folded = FoldedField(of="name", unique=True)

    class Meta:
        verbose_name = _("tag")
        verbose_name_plural = _("tags")
        ordering = ("name_folded", "id")

    def __str__(self) -> str:
        return self.name
