"""Projects, people and the words of notes -> drafts of notes with tags, most of them about a project."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from notes.demo.note_words import FILLERS, KINDS, NoteKind
from notes.demo.organisation import Organisation, in_order
from notes.demo.project_words import KINDS as PROJECT_KINDS
from notes.demo.work import TODAY, kind_of
from notes.models import Note, Project

QUANTITY = 2_000
MEAN_AGE = 90  # days
MONTHS = ("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez")


def write_notes(
    projects: list[Project], organisation: Organisation, chance: random.Random
) -> list[tuple[Note, list[str]]]:
    """Draft the notes, oldest first, each with the names of its tags."""
    days_ago = [chance.expovariate(1 / MEAN_AGE) for _ in range(QUANTITY)]
    drafts = [_note(TODAY - timedelta(days=days), projects, organisation, chance) for days in days_ago]
    return sorted(drafts, key=lambda draft: draft[0].created_at)


def _note(
    when: datetime, projects: list[Project], organisation: Organisation, chance: random.Random
) -> tuple[Note, list[str]]:
    project = chance.choice(projects) if chance.random() < 0.9 else None
    if project is not None:
        when = max(when, project.created_at + timedelta(days=1))
    when = min(when.replace(hour=chance.randint(8, 18), second=0, microsecond=0), TODAY)
    kind = chance.choice([kind for kind in KINDS if project is None or kind.language == _language(project)])
    author, other = chance.sample([user for user in in_order(organisation.people) if user.username != "stranger"], 2)
    fill = {
        "project": project.name if project else "uma ideia antiga",
        "person": author.first_name,
        "other": other.get_full_name(),
        "group": chance.choice(list(organisation.groups)),
        "place": chance.choice(list(organisation.locations.values())).name,
        "day": _day(when, kind.language),
        "later": _day(when + timedelta(days=chance.randint(5, 30)), kind.language),
        "percent": str(chance.randint(3, 92)),
        **{name: chance.choice(words) for name, words in FILLERS.items()},
    }
    note = Note(
        title=_capital(chance.choice(kind.titles).format(**fill)),
        body=_body(kind, fill, chance),
        project=project,
        category=organisation.categories[kind.category],
        author=author,
        pinned=chance.random() < 0.03,
        created_at=when,
        updated_at=min(when + timedelta(minutes=chance.choice((0, 0, 0, 25, 1_500))), TODAY),
        trashed_at=_trashed(project, chance),
    )
    return note, chance.sample(kind.tags, chance.randint(0, len(kind.tags)))


def _trashed(project: Project | None, chance: random.Random) -> datetime | None:
    # A project in the trash has no live notes.
    if project is not None and project.trashed_at:
        return project.trashed_at
    return TODAY if chance.random() < 0.01 else None


def _body(kind: NoteKind, fill: dict[str, str], chance: random.Random) -> str:
    middles = chance.sample(kind.middles, chance.randint(1, min(3, len(kind.middles))))
    points = "\n".join(f"- {sentence}" for sentence in middles)
    return f"{chance.choice(kind.openings)}\n\n{points}\n\n{chance.choice(kind.endings)}".format(**fill)


def _language(project: Project) -> str:
    return PROJECT_KINDS[kind_of(project)][1]


def _day(when: datetime, language: str) -> str:
    if language == "pt":
        return f"{when.day} de {MONTHS[when.month - 1]}"
    return f"{when.day} {when:%B}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
