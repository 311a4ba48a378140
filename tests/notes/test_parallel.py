"""Requests that arrive at the same moment -> the same rows as if they had come one after the other.

Each request has a thread and a connection of its own. The suite's SQLite lives in memory, where connections that write
at once fail instead of waiting; so on SQLite the requests run on a copy of it in a file, as the product does, and the
result is copied back.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, local
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from rest_framework.test import APIClient

from notes.models import Note, Project, ProjectState, Task
from notes.models.work import Kept
from tests.notes.answers import API

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

# Seconds between what a request has read and what it stores, long enough for all others to read the same; each request
# waits so much longer than the one before it.
MEANWHILE = 0.1


@pytest.fixture
def boss() -> User:
    return User.objects.create(username="boss", is_superuser=True)


@pytest.fixture
def at_once(boss: User, tmp_path, monkeypatch) -> Callable[..., list[int]]:
    """Sends (method, path, body) triples, all at the same moment -> their statuses, in the same order."""
    stored, mine = Kept.save, local()

    def save_late(row: Kept, *args: Any, **options: Any) -> None:
        time.sleep(MEANWHILE * mine.place)
        stored(row, *args, **options)

    def send(*requests: tuple[str, str, Any]) -> list[int]:
        start = Barrier(len(requests))

        def one(place: int, request: tuple[str, str, Any]) -> int:
            mine.place, (method, path, body) = place, request
            api = APIClient()
            api.force_authenticate(User.objects.get(pk=boss.pk))
            start.wait(timeout=20)
            try:
                return getattr(api, method)(f"{API}{path}", body).status_code
            finally:
                connections.close_all()

        with _many_connections(tmp_path / "copy.sqlite3"), monkeypatch.context() as patched:
            patched.setattr(Kept, "save", save_late)
            with ThreadPoolExecutor(len(requests)) as threads:
                return list(threads.map(one, range(1, len(requests) + 1), requests))

    return send


@contextmanager
def _many_connections(path: Any) -> Iterator[None]:
    """The test's database, such that several threads can write to it."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    memory, name = connection.connection, connection.settings_dict["NAME"]
    with sqlite3.connect(path) as copy:
        memory.backup(copy)
    copy.close()
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.settings_dict["NAME"] = name
        copy = sqlite3.connect(path)
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.backup(memory)
        copy.close()


@pytest.mark.requirement("C-02")
def test_four_changes_of_one_row_at_once_are_all_kept(at_once, boss):
    project = Project.objects.create(name="Atlas", manager=boss)
    changes = {"name": "Atlas II", "code": "AT-2", "content": "What it is about", "percent_done": 40}

    statuses = at_once(*(("patch", f"projects/{project.pk}/", {field: value}) for field, value in changes.items()))

    assert statuses == [200] * 4
    assert Project.objects.filter(**changes).exists()


def test_a_row_that_is_closed_while_its_progress_is_written_is_done(at_once, boss):
    project = Project.objects.create(name="Atlas", manager=boss)
    task = Task.objects.create(name="Step", project=project)
    closed = ProjectState.objects.create(name="Closed", is_finished=True)

    statuses = at_once(
        ("patch", f"tasks/{task.pk}/", {"state": closed.pk}), ("patch", f"tasks/{task.pk}/", {"percent_done": 7})
    )

    task.refresh_from_db()
    assert statuses == [200, 200]
    assert (task.state, task.percent_done) == (closed, 100)


@pytest.mark.parametrize("kind", ["projects", "tasks"])
def test_two_rows_that_are_put_below_each_other_at_once_make_no_circle(kind, at_once, boss):
    project = Project.objects.create(name="Atlas", manager=boss)
    model, values = {"projects": (Project, {"manager": boss}), "tasks": (Task, {"project": project})}[kind]
    one, other = (model.objects.create(name=name, **values) for name in "ab")

    statuses = at_once(
        ("patch", f"{kind}/{one.pk}/", {"parent": other.pk}), ("patch", f"{kind}/{other.pk}/", {"parent": one.pk})
    )

    assert sorted(statuses) == [200, 400]
    assert model.objects.filter(pk__in=(one.pk, other.pk)).exclude(parent=None).count() == 1


def test_two_lines_that_are_put_below_each_other_at_once_make_no_circle(at_once, boss):
    one, other = (Project.objects.create(name=name, manager=boss) for name in "ab")
    below_one, below_other = (Project.objects.create(name="c", manager=boss, parent=parent) for parent in (one, other))

    statuses = at_once(
        ("patch", f"projects/{one.pk}/", {"parent": below_other.pk}),
        ("patch", f"projects/{other.pk}/", {"parent": below_one.pk}),
    )

    assert statuses.count(200) == 1
    assert Project.objects.filter(pk__in=(one.pk, other.pk)).exclude(parent=None).count() == 1


@pytest.mark.parametrize("way", ["create", "move", "restore"])
@pytest.mark.parametrize("kind", ["notes", "tasks"])
def test_a_project_does_not_go_to_the_trash_while_it_gets_a_live_row(way, kind, at_once, boss):
    project, other = (Project.objects.create(name=name, manager=boss) for name in ("Atlas", "Other"))
    model, named = {"notes": (Note, "title"), "tasks": (Task, "name")}[kind]
    row = model.objects.create(**{named: "x"}, project=project if way == "restore" else other)
    if way == "restore":
        row.trash()
    arrival = {
        "create": ("post", f"{kind}/", {named: "New", "project": project.pk}),
        "move": ("patch", f"{kind}/{row.pk}/", {"project": project.pk}),
        "restore": ("post", f"{kind}/{row.pk}/restore/", {}),
    }[way]

    arrived, trashed = at_once(arrival, ("delete", f"projects/{project.pk}/", None))

    in_trash = Project.objects.get(pk=project.pk).trashed_at is not None
    assert in_trash != model.objects.filter(project=project, trashed_at=None).exists()
    assert (arrived in (200, 201), trashed == 204) == (not in_trash, in_trash)


def test_a_subtask_is_not_left_behind_by_a_parent_that_moves_at_once(at_once, boss):
    project, other = (Project.objects.create(name=name, manager=boss) for name in ("Atlas", "Other"))
    task = Task.objects.create(name="Step", project=project)

    at_once(
        ("post", "tasks/", {"name": "Below", "project": project.pk, "parent": task.pk}),
        ("patch", f"tasks/{task.pk}/", {"project": other.pk}),
    )

    task.refresh_from_db()
    assert {below.project_id for below in task.children.all()} <= {task.project_id}
