"""A saved user or group -> its folded names beside it.

Signals cover save(). After bulk_create, QuerySet.update() or raw SQL call ``refresh_names()``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import Group, User
from django.db import models, transaction
from django.db.models.signals import post_save

from notes.folding import fold_key
from notes.models import GroupNames, PersonNames


def person_names(user: Any) -> dict[str, str]:
    """The keys of one user; an empty key where there is no such name."""
    return {
        "login": fold_key(user.username),
        "full_name": fold_key(f"{user.first_name} {user.last_name}"),
        "email": fold_key(user.email),
    }


def group_names(group: Any) -> dict[str, str]:
    """The key of one group."""
    return {"name": fold_key(group.name)}


def refresh_names(
    users: Iterable[Any] | None = None,
    groups: Iterable[Any] | None = None,
    person_table: type[models.Model] = PersonNames,
    group_table: type[models.Model] = GroupNames,
) -> None:
    """Store the keys of these users and groups (of all, where left out) in few queries.

    The tables are named by migrations, which work on their own copies of the models.
    """
    _store(person_table, {user.pk: person_names(user) for user in (User.objects.all() if users is None else users)})
    _store(group_table, {group.pk: group_names(group) for group in (Group.objects.all() if groups is None else groups)})


def listen() -> None:
    """From now on a saved user or group brings its names in step. Called once, when the app is ready."""
    post_save.connect(_user_saved, sender=User, dispatch_uid="notes.person_names")
    post_save.connect(_group_saved, sender=Group, dispatch_uid="notes.group_names")


def _user_saved(instance: User, **_signal: Any) -> None:
    PersonNames.objects.update_or_create(pk=instance.pk, defaults=person_names(instance))


def _group_saved(instance: Group, **_signal: Any) -> None:
    GroupNames.objects.update_or_create(pk=instance.pk, defaults=group_names(instance))


def _store(table: type[models.Model], keys: dict[int, dict[str, str]]) -> None:
    with transaction.atomic():
        for batch in _batches(keys):
            table._default_manager.filter(pk__in=batch).delete()
            table._default_manager.bulk_create([table(pk=pk, **keys[pk]) for pk in batch])


def _batches(keys: Iterable[int], size: int = 500) -> Iterable[list[int]]:
    ordered = list(keys)
    return (ordered[start : start + size] for start in range(0, len(ordered), size))
