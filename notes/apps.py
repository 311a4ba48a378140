"""Django starting -> the product's app, listening for changed names of users and groups."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotesConfig(AppConfig):
    """Projects, tasks and notes."""

    name = "notes"
    verbose_name = _("Notes and projects")

    def ready(self) -> None:
        # Imports models, which exist only once every app is loaded.
        from notes.people import listen

        listen()
