"""An installation -> the same installation with the demo data, once."""

from __future__ import annotations

import random
from dataclasses import dataclass

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.db.models import Model

from notes.demo import words
from notes.demo.note_writing import write_notes
from notes.demo.organisation import DOMAIN, found_organisation
from notes.demo.work import plan_projects, plan_tasks
from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task

SEED = 20260518
ROWS: tuple[type[Model], ...] = (Note, Task, Project, ProjectState, ProjectType, Tag)
TREES: tuple[type[Model], ...] = (Entity, Location, Category)


@dataclass(frozen=True)
class Loaded:
    """How many rows of each kind were added; all zero where the data were there already."""

    projects: int = 0
    tasks: int = 0
    notes: int = 0


def load_demo() -> Loaded:
    """Add the demo data in one transaction, unless they are there."""
    if is_loaded():
        return Loaded()
    # Reproducible on purpose, and nothing secret hangs on it.
    chance = random.Random(SEED)  # noqa: S311
    with transaction.atomic():
        organisation = found_organisation(chance)
        projects = plan_projects(organisation, chance)
        tasks = plan_tasks(projects, organisation, chance)
        return Loaded(len(projects), len(tasks), write_notes(projects, organisation, chance))


def is_loaded() -> bool:
    """Whether the demo's people are there. They are looked for because projects and notes are what one tries out."""
    return User.objects.filter(email__endswith=f"@{DOMAIN}", username__in=_usernames()).exists()


def holds_other_data() -> bool:
    """Whether the database holds people or projects that the demo did not make."""
    others = User.objects.exclude(email__endswith=f"@{DOMAIN}", username__in=_usernames())
    return others.exists() or (not is_loaded() and Project.objects.exists())


def empty() -> None:
    """Delete every row of the product, and the demo's people and groups; other people stay."""
    with transaction.atomic():
        Task.objects.update(parent=None)
        Project.objects.update(parent=None)
        for model in ROWS:
            model._default_manager.all().delete()
        for tree in TREES:
            # A node is protected while others stand below it.
            while tree._default_manager.exists():
                tree._default_manager.filter(children=None).delete()
        User.objects.filter(email__endswith=f"@{DOMAIN}", username__in=_usernames()).delete()
        Group.objects.filter(name__in=words.GROUPS).delete()


def _usernames() -> list[str]:
    return [username for username, _first, _last in words.PEOPLE]
