"""A list of few rows and one of many -> the same number of queries."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task
from tests.notes.answers import API

KINDS = ["projects", "tasks", "notes", "users", "groups", "entities", "locations", "categories", "states", "tags"]


def _fill(owner, design, aurora, count):
    for _ in range(count):
        n = Project.objects.count()
        place = Location.objects.create(name=f"L{n}", parent=Location.objects.first())
        category = Category.objects.create(name=f"C{n}", parent=Category.objects.first())
        Entity.objects.create(name=f"E{n}", parent=aurora).members.add(owner)
        project = Project.objects.create(
            name=f"P{n}",
            manager=owner,
            group=design,
            entity=aurora,
            location=place,
            parent=Project.objects.first(),
            state=ProjectState.objects.create(name=f"S{n}"),
            type=ProjectType.objects.create(name=f"T{n}"),
        )
        Task.objects.create(name="t", project=project, state=project.state)
        note = Note.objects.create(title="n", project=project, author=owner, category=category)
        note.tags.add(Tag.objects.create(name=f"tag {n}"), Tag.objects.create(name=f"other {n}"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_takes_a_handful_of_queries_however_many_rows_it_has(kind, as_user, owner, design, aurora):
    api = as_user(owner)
    arguments = {"page_size": 100, "ordering": "created_at" if kind in KINDS[:3] else ""}
    counts = []

    for rows in (2, 10):
        _fill(owner, design, aurora, rows)
        with CaptureQueriesContext(connection) as queries:
            api.get(f"{API}{kind}/", arguments)
        counts.append(len(queries))

    assert counts[0] == counts[1]
    # Two of them are the savepoint of the request.
    assert counts[0] <= 6


@pytest.mark.parametrize("kind", ["projects", "tasks", "notes"])
def test_one_row_is_read_in_a_handful_of_queries(kind, as_user, owner, design, aurora):
    _fill(owner, design, aurora, 2)
    pk = {"projects": Project, "tasks": Task, "notes": Note}[kind].objects.first().pk
    api = as_user(owner)

    with CaptureQueriesContext(connection) as queries:
        assert api.get(f"{API}{kind}/{pk}/").status_code == 200

    assert len(queries) <= 5
