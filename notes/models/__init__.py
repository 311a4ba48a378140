"""The tables of the product -> one place to import them from.

choices.py  codes and labels      fields.py   folded copies        trees.py  entities, locations, categories
lookups.py  states, types, tags   people.py   names of users       work.py   projects, tasks, notes
checks.py   what one value must be
"""

from __future__ import annotations

from notes.models.choices import Grade, Priority, priority_of
from notes.models.lookups import ProjectState, ProjectType, Tag
from notes.models.people import GroupNames, PersonNames
from notes.models.trees import Category, Entity, Location
from notes.models.work import TEXT_LENGTH, Note, Project, Task

__all__ = [
    "TEXT_LENGTH",
    "Category",
    "Entity",
    "Grade",
    "GroupNames",
    "Location",
    "Note",
    "PersonNames",
    "Priority",
    "Project",
    "ProjectState",
    "ProjectType",
    "Tag",
    "Task",
    "priority_of",
]
