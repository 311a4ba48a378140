"""The organisation and the words of its projects -> drafts of projects and tasks, a few of them in the trash."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import chain

from notes.demo.organisation import Organisation, in_order
from notes.demo.project_words import KINDS, PROJECTS, PURPOSE, STEPS
from notes.models import Project, Task, priority_of

PREFIXES = {
    "rede": "NET-",
    "sistema": "SIS-",
    "migração": "MIG-",
    "processo": "PRO-",
    "evento": "EVE-",
    "software": "SOF-",
    "research": "RES-",
}
# A fixed day, so that the data are the same whenever they are made.
TODAY = datetime(2026, 5, 18, 9, 0, tzinfo=UTC)
TASKS_EACH = 5
TRASHED_PROJECT = "Redução do consumo de papel"
PROGRAMME = "Migração do ERP"
PROGRAMME_PARTS = ("Emissão de notas fiscais", "Unificação dos diretórios de usuários")
# How far a project is, by state: the share of projects and the range of what is done.
PROGRESS = {
    "New": (2, (0, 0)),
    "Planned": (2, (0, 0)),
    "Processing": (5, (10, 90)),
    "Waiting": (2, (20, 80)),
    "Closed": (3, (100, 100)),
}


def kind_of(project: Project) -> str:
    """The kind of work, which the project's code starts with: "NET-03" is "rede"."""
    return next(kind for kind, prefix in PREFIXES.items() if (project.code or "").startswith(prefix))


def plan_projects(organisation: Organisation, chance: random.Random) -> list[Project]:
    """Draft all projects, in the order of the words."""
    return [
        _project(kind, number, name, organisation, chance)
        for kind, names in PROJECTS.items()
        for number, name in enumerate(names, 1)
    ]


def plan_tasks(projects: list[Project], organisation: Organisation, chance: random.Random) -> list[Task]:
    """Draft five tasks for each project: the second will stand below the first, the last is the milestone."""
    return list(chain.from_iterable(_tasks(project, organisation, chance) for project in projects))


def _project(kind: str, number: int, name: str, organisation: Organisation, chance: random.Random) -> Project:
    state = chance.choices(list(PROGRESS), [share for share, _range in PROGRESS.values()])[0]
    starts = TODAY + timedelta(days=chance.randint(*_start_range(state)), hours=chance.randint(-1, 3))
    ends = starts + timedelta(days=chance.randint(40, 260))
    created = min(starts, TODAY) - timedelta(days=chance.randint(5, 90), minutes=chance.randint(0, 480))
    managers = [user for user in in_order(organisation.people) if user.username != "stranger"]
    return Project(
        name=name,
        code=f"{PREFIXES[kind]}{number:02}",
        state=organisation.states[state],
        type=organisation.types[KINDS[kind][0]],
        priority=chance.choices(range(1, 7), (1, 3, 6, 5, 2, 1))[0],
        manager=chance.choice(managers),
        group=chance.choice(list(organisation.groups.values())),
        entity=chance.choice(list(organisation.entities.values())),
        location=chance.choice([*organisation.locations.values(), None]),
        plan_start_date=starts,
        plan_end_date=ends,
        real_start_date=starts + timedelta(days=chance.randint(0, 6)) if state not in ("New", "Planned") else None,
        real_end_date=min(ends, TODAY - timedelta(days=2)) if state == "Closed" else None,
        percent_done=_done(state, chance),
        content=PURPOSE[kind],
        created_at=created,
        updated_at=min(created + timedelta(days=chance.randint(0, 60)), TODAY),
        trashed_at=TODAY if name == TRASHED_PROJECT else None,
    )


def _tasks(project: Project, organisation: Organisation, chance: random.Random) -> list[Task]:
    *steps, milestone = STEPS[kind_of(project)]
    chosen = sorted(chance.sample(steps, TASKS_EACH - 1), key=steps.index)
    finished = project.state is not None and project.state.is_finished
    return [
        _task(project, step, place, "Closed" if finished else None, organisation, chance)
        for place, step in enumerate([*chosen, milestone])
    ]


def _task(
    project: Project, name: str, place: int, state: str | None, organisation: Organisation, chance: random.Random
) -> Task:
    started = project.percent_done > 20 * place
    state = state or chance.choice(("Closed", "Processing", "Waiting") if started else ("New", "Planned"))
    urgency, impact = chance.choices(range(1, 6), (1, 3, 5, 4, 2), k=2)
    # Spread evenly over the project's time.
    begins, ends = project.plan_start_date or TODAY, project.plan_end_date or TODAY
    starts = (begins + (ends - begins) * place / TASKS_EACH).replace(minute=0, second=0, microsecond=0)
    return Task(
        project=project,
        name=name,
        state=organisation.states[state],
        urgency=urgency,
        impact=impact,
        priority=priority_of(urgency, impact),
        plan_start_date=starts,
        plan_end_date=starts + timedelta(days=chance.randint(3, 20)),
        percent_done=_done(state, chance),
        milestone=place == TASKS_EACH - 1,
        created_at=project.created_at + timedelta(hours=place + 1),
        updated_at=project.updated_at + timedelta(hours=place + 1),
        trashed_at=project.trashed_at or (TODAY if chance.random() < 0.02 else None),
    )


def _done(state: str, chance: random.Random) -> int:
    lowest, highest = PROGRESS[state][1]
    return round(chance.randint(lowest, highest) / 5) * 5


def _start_range(state: str) -> tuple[int, int]:
    """Days from today in which a project of this state starts."""
    return {"New": (20, 200), "Planned": (10, 120), "Closed": (-420, -270)}.get(state, (-200, -20))
