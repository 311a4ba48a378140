"""The rows of the second project."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Stage(models.Model):
    label = models.CharField(max_length=40)

    def __str__(self) -> str:
        return self.label


class Folder(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60)

    def __str__(self) -> str:
        return self.name


class Card(models.Model):
    LEVELS = [("lo", _("Low")), ("hi", _("High"))]

    title = models.CharField(_("title"), max_length=60, help_text=_("what the card is about"))
    body = models.TextField(blank=True)
    nick = models.CharField(max_length=20, null=True, blank=True)  # noqa: DJ001  (null and "" differ in some cases)
    level = models.CharField(max_length=2, choices=LEVELS, blank=True, default="lo")
    stage = models.ForeignKey(Stage, models.SET_NULL, null=True, blank=True)
    folder = models.ForeignKey(Folder, models.SET_NULL, null=True, blank=True)
    tags = models.ManyToManyField(Stage, blank=True, related_name="tagged")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True)
    due = models.DateField(null=True, blank=True)
    at = models.DateTimeField(null=True, blank=True)
    cost = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    span = models.DurationField(null=True, blank=True)
    extra = models.JSONField(default=dict, blank=True)
    big = models.BigIntegerField(null=True, blank=True)
    small = models.IntegerField(null=True, blank=True)
    ratio = models.FloatField(null=True, blank=True)
    flag = models.BooleanField(default=True)
    done = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.title


class Seat(models.Model):
    row = models.CharField(max_length=5)
    num = models.IntegerField(null=True, blank=True)
    note = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["id"]
        unique_together = [("row", "num")]

    def __str__(self) -> str:
        return f"{self.row}{self.num}"


class Page(models.Model):
    slug = models.SlugField(unique=True, max_length=40)
    title = models.CharField(max_length=60)

    def __str__(self) -> str:
        return self.slug


class Board(models.Model):
    name = models.CharField(max_length=40)

    def __str__(self) -> str:
        return self.name


class Pin(models.Model):
    board = models.ForeignKey(Board, models.PROTECT, related_name="pins")
    text = models.CharField(max_length=80)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.text


class Diary(models.Model):
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    diary = models.ForeignKey(Diary, models.CASCADE)
    text = models.CharField(max_length=80)

    def __str__(self) -> str:
        return self.text


class Trip(models.Model):
    code = models.CharField(max_length=12, unique=True)
    start = models.DateField()
    end = models.DateField(null=True, blank=True)
    seats = models.IntegerField(default=1)

    def __str__(self) -> str:
        return self.code


class Locker(models.Model):
    """save() writes what nobody sent."""

    code = models.CharField(max_length=20)
    password = models.CharField(max_length=40)
    opened = models.IntegerField(default=0)

    def __str__(self) -> str:
        return self.code

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.code = self.code.upper()
        self.opened += 1
        super().save(*args, **kwargs)
