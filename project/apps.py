"""The project as an application: it owns checks, commands and translations -> Django's registry."""

from __future__ import annotations

from django.apps import AppConfig

from project import checks as checks  # importing registers them


class ProjectConfig(AppConfig):
    name = "project"
