"""An installation -> the same installation with the demo data, or a sentence that says what stands in their way."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import Group, User
from django.core.management.base import CommandError
from django.db import IntegrityError, transaction
from django.db.models import Model

from notes.demo import words
from notes.demo.drafts import Drafts
from notes.demo.organisation import is_the_demos
from notes.demo.others import Others, find_others
from notes.demo.storing import store
from notes.folding import fold_key
from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task

ROWS: tuple[type[Model], ...] = (Note, Task, Project, ProjectState, ProjectType, Tag)
ROLES = ("editors", "viewers")
UNTOUCHED = "Nothing was loaded, because"


def load_demo(drafts: Drafts) -> frozenset[str]:
    """Add the demo data and return the usernames that were made. Raises CommandError where that cannot be."""
    if reason := _in_the_way(drafts):
        raise CommandError(f"{UNTOUCHED} {reason}")
    try:
        with transaction.atomic():
            return store(drafts)
    except IntegrityError as fault:
        raise CommandError(
            f"{UNTOUCHED} a row of this database has a name that the demo needs, or was changed at the same time: "
            "run the command again, or use an empty database."
        ) from fault


def is_loaded() -> bool:
    """Whether the demo's people are there. They are looked for because projects and notes are what one tries out."""
    return bool(_people())


def holds_other_data() -> bool:
    """Whether the database holds people or projects that the demo did not make."""
    people = _people()
    others = User.objects.exclude(pk__in=[user.pk for user in people])
    return others.exists() or (not people and Project.objects.exists())


def empty(others: Others) -> None:
    """Delete every row of the product, and the demo's people; other people stay, and so do their memberships.

    So the demo's groups and entities stay as well: loading finds them again. ``others`` tells which entities go.
    """
    with transaction.atomic():
        Task.objects.update(parent=None)
        Project.objects.update(parent=None)
        for model in ROWS:
            model._default_manager.all().delete()
        for tree in (Location, Category):
            _fell(tree, tree._default_manager.values_list("pk", flat=True))
        _fell(Entity, others.get(Entity, []))
        User.objects.filter(pk__in=[user.pk for user in _people()]).delete()


def _fell(tree: type[Model], ids: Iterable[int]) -> None:
    doomed = tree._default_manager.filter(pk__in=list(ids))
    # A node is protected while others stand below it.
    while doomed.exists():
        doomed.filter(children=None).delete()


def _in_the_way(drafts: Drafts) -> str:
    codes = [fold_key(project.code or "") for project in drafts.projects]
    taken = Project.objects.filter(code_folded__in=codes).order_by("code_folded", "id")
    others = find_others(drafts).get(Project, []) if taken else []
    if foreign := [project.code for project in taken if project.pk in others]:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        return (
            f"projects that are not the demo's have codes that it needs ({foreign[0]}{more}): give them other codes, "
            "or run manage.py demo --reset --force, which deletes every project, task, note and list first."
        )
    if taken:
        return (
            "its projects are still there while its people were deleted: run manage.py demo --reset, which removes "
            "what is left of the demo and loads it again."
        )
    missing = set(ROLES).difference(Group.objects.filter(name__in=ROLES).values_list("name", flat=True))
    if missing:
        return (
            f"there is no group {min(missing)}, which holds the rights of the demo's people: add it in the admin, "
            "under Groups, and run the command again."
        )
    return ""


def _people() -> list[User]:
    named = User.objects.filter(username__in=[username for username, _first, _last in words.PEOPLE])
    return [user for user in named if is_the_demos(user)]
