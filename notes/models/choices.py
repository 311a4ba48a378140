"""A code -> its label: priority, urgency and impact."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Priority(models.IntegerChoices):
    """How much a project or task matters."""

    VERY_LOW = 1, _("Very low")
    LOW = 2, _("Low")
    MEDIUM = 3, _("Medium")
    HIGH = 4, _("High")
    VERY_HIGH = 5, _("Very high")
    MAJOR = 6, _("Major")


class Grade(models.IntegerChoices):
    """How urgent a task is, and how far its impact reaches."""

    VERY_LOW = 1, _("Very low")
    LOW = 2, _("Low")
    MEDIUM = 3, _("Medium")
    HIGH = 4, _("High")
    VERY_HIGH = 5, _("Very high")


def priority_of(urgency: int, impact: int) -> int:
    """The priority of a task: the mean of urgency and impact, rounded up. Major is never computed, only given."""
    return (urgency + impact + 1) // 2
