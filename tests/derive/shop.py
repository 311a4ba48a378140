"""A small shop that never had a table: models and serializers for viewsets that the tests make up.

Its models belong to no installed application, so no test can reach a database through them.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers


class Level(models.IntegerChoices):
    LOW = 1, pgettext_lazy("priority", "Low")
    HIGH = 4, pgettext_lazy("priority", "High")


class Shelf(models.Model):
    name = models.CharField(max_length=40)

    class Meta:
        app_label = "shop"
        verbose_name_plural = "shelves"

    def __str__(self) -> str:
        return self.name


class Crate(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    code = models.SlugField(unique=True)

    class Meta:
        app_label = "shop"

    def __str__(self) -> str:
        return self.code


class Item(models.Model):
    title = models.CharField(max_length=60)
    body = models.TextField(blank=True)
    level = models.IntegerField(choices=Level.choices, default=Level.LOW)
    kind = models.CharField(max_length=2, choices=[("Goods", [("a", "Alpha"), ("b", "Beta")])], blank=True)
    shelf = models.ForeignKey(Shelf, models.CASCADE, null=True, blank=True)
    crate = models.ForeignKey(Crate, models.CASCADE)
    also_on = models.ManyToManyField(Shelf, related_name="+", blank=True)
    price = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    amount = models.PositiveIntegerField(default=1, help_text=_("Pieces in stock."))
    made_at = models.DateTimeField(null=True, blank=True)
    sell_until = models.DateTimeField(null=True, blank=True)
    extra = models.JSONField(default=dict, blank=True)
    picture = models.FileField(blank=True)

    class Meta:
        app_label = "shop"

    def __str__(self) -> str:
        return self.title


class Place(models.Model):
    row = models.CharField(max_length=2)
    number = models.IntegerField()
    note = models.CharField(max_length=10, blank=True)

    class Meta:
        app_label = "shop"
        unique_together = [("row", "number")]

    def __str__(self) -> str:
        return self.note


class ShelfSerializer(serializers.ModelSerializer[Shelf]):
    class Meta:
        model = Shelf
        fields = ["id", "name"]


class CrateSerializer(serializers.ModelSerializer[Crate]):
    class Meta:
        model = Crate
        fields = ["id", "code"]


class ItemSerializer(serializers.ModelSerializer[Item]):
    shelf_name = serializers.CharField(source="shelf.name", read_only=True)
    level_label = serializers.CharField(source="get_level_display", read_only=True)

    class Meta:
        model = Item
        fields = [
            "id", "title", "body", "level", "level_label", "kind", "shelf", "shelf_name", "crate", "also_on", "price",
            "amount", "made_at", "sell_until", "extra",
        ]  # fmt: skip


class PlaceSerializer(serializers.ModelSerializer[Place]):
    class Meta:
        model = Place
        fields = ["id", "row", "number", "note"]


class ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=40)
    loudly = serializers.BooleanField(default=False)
