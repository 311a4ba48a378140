"""The application of the second project -> Django's registry."""

from __future__ import annotations

from django.apps import AppConfig


class CardsConfig(AppConfig):
    name = "tests.cases.project"
    label = "cards"
    default_auto_field = "django.db.models.BigAutoField"
