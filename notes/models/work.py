"""What a team plans and writes down -> projects, tasks and notes, each with a trash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notes.models.checks import in_calendar, seen
from notes.models.choices import Grade, Priority
from notes.models.fields import FoldedField, FoldedText, Folding
from notes.models.lookups import ProjectState, ProjectType, Tag
from notes.models.trees import Category, Entity, Location

# So that no answer and no column grows without bound; the same on every database.
TEXT_LENGTH = 50_000


def percent_field() -> models.SmallIntegerField[int, int]:
    """0 to 100, whole."""
    return models.SmallIntegerField(
        _("percent done"), default=0, validators=[MinValueValidator(0), MaxValueValidator(100)]
    )


class Kept(Folding):
    """A row that knows when it was made, changed and put in the trash. Live rows have no trashed_at."""

    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False, db_index=True)
    updated_at = models.DateTimeField(_("updated at"), default=timezone.now, editable=False)
    trashed_at = models.DateTimeField(_("in the trash since"), null=True, blank=True, editable=False, db_index=True)

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if not self._state.adding:
            self.updated_at = timezone.now()
        if update_fields is not None:
            update_fields = {*update_fields, "updated_at"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def trash(self) -> None:
        """Put the row in the trash. Whether it may go there is the caller's question: see notes.api.kept."""
        self.trashed_at = timezone.now()
        self.save(update_fields=["trashed_at"])

    def restore(self) -> None:
        """Take the row out of the trash."""
        self.trashed_at = None
        self.save(update_fields=["trashed_at"])


class Stated(Kept):
    """A row with a state. In a finished one it is 100 % done."""

    state: ProjectState | None
    state_id: int | None
    percent_done: int

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        touched = update_fields is None or {"state", "state_id", "percent_done"}.intersection(update_fields)
        if touched and self.state is not None and self.state.is_finished:
            self.percent_done = 100
            update_fields = None if update_fields is None else {*update_fields, "percent_done"}
        super().save(*args, update_fields=update_fields, **kwargs)


class Project(Stated):
    """A piece of work with a beginning, an end and someone in charge."""

    name = models.CharField(_("name"), max_length=255, validators=[seen])
    name_folded = FoldedField(of="name")
    # None where there is no code, so that any number of projects may have none.
    code = models.CharField(  # noqa: DJ001
        _("code"), max_length=40, null=True, blank=True, default=None, validators=[seen]
    )
    code_folded = FoldedField(of="code", null=True, unique=True)
    state = models.ForeignKey(
        ProjectState, verbose_name=_("state"), null=True, blank=True, on_delete=models.PROTECT, related_name="projects"
    )
    type = models.ForeignKey(
        ProjectType, verbose_name=_("type"), null=True, blank=True, on_delete=models.PROTECT, related_name="projects"
    )
    priority = models.PositiveSmallIntegerField(_("priority"), choices=Priority, default=Priority.MEDIUM.value)
    manager = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("manager"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="managed_projects",
    )
    group = models.ForeignKey(
        Group, verbose_name=_("group"), null=True, blank=True, on_delete=models.SET_NULL, related_name="projects"
    )
    entity = models.ForeignKey(
        Entity, verbose_name=_("entity"), null=True, blank=True, on_delete=models.PROTECT, related_name="projects"
    )
    location = models.ForeignKey(
        Location, verbose_name=_("location"), null=True, blank=True, on_delete=models.PROTECT, related_name="projects"
    )
    parent = models.ForeignKey(
        "self", verbose_name=_("parent"), null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )
    plan_start_date = models.DateTimeField(_("planned start"), null=True, blank=True, validators=[in_calendar])
    plan_end_date = models.DateTimeField(_("planned end"), null=True, blank=True, validators=[in_calendar])
    real_start_date = models.DateTimeField(_("real start"), null=True, blank=True, validators=[in_calendar])
    real_end_date = models.DateTimeField(_("real end"), null=True, blank=True, validators=[in_calendar])
    percent_done = percent_field()
    content = models.TextField(_("content"), blank=True, max_length=TEXT_LENGTH)

    class Meta:
        verbose_name = _("project")
        verbose_name_plural = _("projects")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Remove the project with all of its tasks and notes."""
        with transaction.atomic():
            # InnoDB looks at each row as it goes, and would refuse a parent task that goes before its subtasks.
            self.tasks.update(parent=None)
            return super().delete(*args, **kwargs)


class Task(Stated):
    """A step of a project."""

    project = models.ForeignKey(Project, verbose_name=_("project"), on_delete=models.CASCADE, related_name="tasks")
    # RESTRICT, not PROTECT: a purged project takes all of its tasks along, whatever stands below what.
    parent = models.ForeignKey(
        "self", verbose_name=_("parent"), null=True, blank=True, on_delete=models.RESTRICT, related_name="children"
    )
    name = models.CharField(_("name"), max_length=255, validators=[seen])
    name_folded = FoldedField(of="name")
    content = models.TextField(_("content"), blank=True, max_length=TEXT_LENGTH)
    state = models.ForeignKey(
        ProjectState, verbose_name=_("state"), null=True, blank=True, on_delete=models.PROTECT, related_name="tasks"
    )
    urgency = models.PositiveSmallIntegerField(_("urgency"), choices=Grade, default=Grade.MEDIUM.value)
    impact = models.PositiveSmallIntegerField(_("impact"), choices=Grade, default=Grade.MEDIUM.value)
    priority = models.PositiveSmallIntegerField(_("priority"), choices=Priority, default=Priority.MEDIUM.value)
    plan_start_date = models.DateTimeField(_("planned start"), null=True, blank=True, validators=[in_calendar])
    plan_end_date = models.DateTimeField(_("planned end"), null=True, blank=True, validators=[in_calendar])
    percent_done = percent_field()
    milestone = models.BooleanField(_("milestone"), default=False)

    class Meta:
        verbose_name = _("task")
        verbose_name_plural = _("tasks")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name


class Note(Kept):
    """Something written down, about a project or for oneself."""

    title = models.CharField(_("title"), max_length=255, validators=[seen])
    title_folded = FoldedField(of="title")
    body = models.TextField(_("body"), blank=True, max_length=TEXT_LENGTH)
    text_folded = FoldedText(of=("title", "body"))
    project = models.ForeignKey(
        Project, verbose_name=_("project"), null=True, blank=True, on_delete=models.CASCADE, related_name="notes"
    )
    category = models.ForeignKey(
        Category, verbose_name=_("category"), null=True, blank=True, on_delete=models.PROTECT, related_name="notes"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("author"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="notes",
    )
    tags = models.ManyToManyField(Tag, verbose_name=_("tags"), blank=True, related_name="notes")
    pinned = models.BooleanField(_("pinned"), default=False)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.title
