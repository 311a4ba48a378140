"""The words and one seed -> every row of the demo, drafted without a database: the same for every one of them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from notes.demo.note_writing import write_notes
from notes.demo.organisation import Organisation, Place, draw_places, imagine_organisation
from notes.demo.work import plan_projects, plan_tasks
from notes.models import Note, Project, Task

SEED = 20260518


@dataclass(frozen=True)
class Drafts:
    """Rows that refer to each other and have no ids yet. Notes come with the names of their tags."""

    organisation: Organisation
    places: dict[str, Place]
    projects: list[Project]
    tasks: list[Task]
    notes: list[tuple[Note, list[str]]]


def draft_demo() -> Drafts:
    # Reproducible on purpose, and nothing secret hangs on it.
    chance = random.Random(SEED)  # noqa: S311
    organisation = imagine_organisation()
    places = draw_places(organisation, chance)
    projects = plan_projects(organisation, chance)
    tasks = plan_tasks(projects, organisation, chance)
    return Drafts(organisation, places, projects, tasks, write_notes(projects, organisation, chance))
