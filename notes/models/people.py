"""Django's users and groups -> indexed folded copies of their names, in tables beside Django's own."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import models

from notes.folding import KEY_LENGTH


class PersonNames(models.Model):
    """The keys under which a user is found: login, full name, e-mail. See notes.people, which keeps them in step."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="names"
    )
    login = models.CharField(max_length=KEY_LENGTH, db_index=True)
    full_name = models.CharField(max_length=KEY_LENGTH, db_index=True)
    email = models.CharField(max_length=KEY_LENGTH, db_index=True)

    def __str__(self) -> str:
        return self.login


class GroupNames(models.Model):
    """The key under which a group is found."""

    group = models.OneToOneField(Group, primary_key=True, on_delete=models.CASCADE, related_name="names")
    name = models.CharField(max_length=KEY_LENGTH, db_index=True)

    def __str__(self) -> str:
        return self.name
