"""The project as an application: it owns commands and translations -> Django's registry."""

from __future__ import annotations

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "project"
