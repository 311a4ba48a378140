"""The database -> its rows that the demo did not make, which a reset must not take along unasked.

No row says who made it. A project is the demo's by its code and the moment at which it was created, a task by its
project and that moment, a note by that moment and its title or text; a moment cannot be edited. Entries of lists and
trees are the demo's by their names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Model
from django.utils.text import get_text_list

from notes.demo.drafts import Drafts
from notes.folding import fold_key
from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task

Others = dict[type[Model], list[int]]


def find_others(drafts: Drafts) -> Others:
    """The ids of the rows that are not the demo's, by model; models without such rows are left out."""
    organisation = drafts.organisation
    found: Others = {
        Project: _beside(Project, _projects(drafts), "code_folded", "created_at"),
        Task: _beside(
            Task,
            {(fold_key(task.project.code or ""), task.created_at) for task in drafts.tasks},
            "project__code_folded",
            "created_at",
        ),
        Note: _notes(drafts),
        ProjectState: _beside(ProjectState, {(name,) for name in organisation.states}, "name"),
        ProjectType: _beside(ProjectType, {(name,) for name in organisation.types}, "name"),
        Tag: _beside(Tag, {(fold_key(name),) for name in organisation.tags}, "name_folded"),
        Entity: _beside(Entity, {(path,) for path in organisation.entities}, "full_path"),
        Location: _beside(Location, {(path,) for path in organisation.locations}, "full_path"),
        Category: _beside(Category, {(path,) for path in organisation.categories}, "full_path"),
    }
    return {model: ids for model, ids in found.items() if ids}


def counted(others: Others) -> str:
    """ "3 projects, 12 notes and 1 tag"."""
    told = [
        f"{len(ids)} {model._meta.verbose_name if len(ids) == 1 else model._meta.verbose_name_plural}"
        for model, ids in others.items()
    ]
    return get_text_list(told, "and")


def _projects(drafts: Drafts) -> set[tuple[Any, ...]]:
    return {(fold_key(project.code or ""), project.created_at) for project in drafts.projects}


def _notes(drafts: Drafts) -> list[int]:
    known = {(note.created_at, text) for note, _tags in drafts.notes for text in (note.title, note.body)}
    rows = Note.objects.order_by("pk").values_list("pk", "created_at", "title", "body").iterator()
    return [pk for pk, moment, title, body in rows if not known & {(moment, title), (moment, body)}]


def _beside(model: type[Model], known: set[tuple[Any, ...]], *fields: str) -> list[int]:
    rows: Iterable[Any] = model._default_manager.order_by("pk").values_list("pk", *fields).iterator()
    return [pk for pk, *values in rows if tuple(values) not in known]
