"""``manage.py demo`` -> a believable team, once, and logins that work."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import Count, F
from django.test import override_settings
from pytest_django.plugin import DjangoDbBlocker

from notes.demo.words import GROUPS
from notes.folding import fold_key
from notes.models import Category, Entity, Location, Note, PersonNames, Project, ProjectState, Tag, Task
from notes.visibility import visible_notes, visible_projects, visible_tasks, visible_users

pytestmark = pytest.mark.django_db


def demo(*options: str) -> str:
    out = StringIO()
    call_command("demo", *options, stdout=out)
    return out.getvalue()


def quantities() -> dict[str, int]:
    models = (Entity, Location, Category, Project, Task, Note, Tag, ProjectState, User, Note.tags.through)
    return {model.__name__: model._default_manager.count() for model in models}


@pytest.fixture
def accounts_file(tmp_path: Path, settings: Any) -> Path:
    settings.DEMO_ACCOUNTS_FILE = tmp_path / ".demo-accounts"
    return settings.DEMO_ACCOUNTS_FILE


def test_an_admin_who_was_there_before_keeps_the_password(accounts_file: Path) -> None:
    User.objects.create_superuser("admin", "me@company.example", "mine")

    printed = demo()

    assert authenticate(username="admin", password="mine")
    assert "admin     left alone" in printed


def test_production_refuses_the_demo(accounts_file: Path) -> None:
    with override_settings(DEBUG=False), pytest.raises(CommandError, match="set DEBUG=on, or add --force"):
        demo()

    assert not User.objects.exists()
    assert not accounts_file.exists()


def test_force_loads_an_empty_database_but_not_one_in_use(accounts_file: Path) -> None:
    with override_settings(DEBUG=False):
        demo("--force")
        User.objects.create_user("real.person", "real@company.example")

        with pytest.raises(CommandError, match="not the demo's"):
            demo("--force")


@dataclass(frozen=True)
class Loaded:
    printed: str
    file: Path


@pytest.fixture(scope="class")
def once(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Loaded]:
    """The data are made once for the class; what a test does to them is undone after it."""
    file = tmp_path_factory.mktemp("demo") / ".demo-accounts"
    with django_db_blocker.unblock(), transaction.atomic():
        with override_settings(DEMO_ACCOUNTS_FILE=file):
            printed = demo()
        yield Loaded(printed, file)
        transaction.set_rollback(True)


@pytest.fixture
def loaded(once: Loaded, accounts_file: Path, db: None) -> str:
    copyfile(once.file, accounts_file)
    return once.printed


class TestLoaded:
    def test_the_quantities_are_those_of_a_team(self, loaded: str) -> None:
        counted = quantities()

        assert (counted["Entity"], counted["Location"], counted["Category"]) == (5, 12, 20)
        assert (counted["User"], counted["Project"], counted["Task"], counted["Note"]) == (40, 60, 300, 2_000)
        assert Group.objects.filter(name__in=GROUPS).count() == 8
        assert "Added 60 projects, 300 tasks and 2000 notes." in loaded

    def test_a_second_run_adds_nothing_and_prints_the_same_logins(self, loaded: str, accounts_file: Path) -> None:
        before, passwords = quantities(), json.loads(accounts_file.read_text())

        printed = demo()

        assert quantities() == before
        assert "nothing was added" in printed
        assert all(password in printed for password in passwords.values())

    def test_a_reset_gives_the_same_data_again_and_leaves_other_people_alone(self, loaded: str) -> None:
        def shown() -> list[tuple[Any, ...]]:
            projects = Project.objects.order_by("code").values_list(
                "code", "name", "state__name", "priority", "manager__username", "group__name", "plan_start_date"
            )
            notes = Note.objects.order_by("created_at", "title", "body").values_list("title", "body", "created_at")
            return [*projects, *notes]

        before = shown()
        Project.objects.filter(code="NET-01").update(name="Changed")
        Note.objects.create(title="Added by hand")
        User.objects.create_user("real.person", "real@company.example")

        demo("--reset")

        assert shown() == before
        assert User.objects.filter(username="real.person").exists()

    def test_printed_logins_work_and_have_their_roles(self, loaded: str, accounts_file: Path) -> None:
        passwords = json.loads(accounts_file.read_text())

        users = {name: authenticate(username=name, password=password) for name, password in passwords.items()}

        assert set(users) == {"admin", "editor", "viewer", "stranger"}
        assert all(users.values())
        assert users["admin"].is_superuser
        assert users["editor"].has_perm("notes.add_project")
        assert not users["viewer"].has_perm("notes.add_project")
        assert not users["stranger"].groups.exists()
        assert all(f"{name:<9} {password}" in loaded for name, password in passwords.items())

    def test_passwords_lie_in_a_file_that_only_its_owner_can_read(self, loaded: str, accounts_file: Path) -> None:
        demo()

        assert stat.S_IMODE(accounts_file.stat().st_mode) == 0o600
        assert all(len(password) >= 16 for password in json.loads(accounts_file.read_text()).values())

    def test_a_lost_file_gives_new_passwords(self, loaded: str, accounts_file: Path) -> None:
        old = json.loads(accounts_file.read_text())
        accounts_file.unlink()

        demo()

        new = json.loads(accounts_file.read_text())
        assert new["admin"] != old["admin"]
        assert authenticate(username="admin", password=new["admin"])
        assert not authenticate(username="admin", password=old["admin"])

    def test_a_damaged_file_is_replaced(self, loaded: str, accounts_file: Path) -> None:
        accounts_file.write_text("{not json")

        demo()

        assert authenticate(username="admin", password=json.loads(accounts_file.read_text())["admin"])

    def test_names_come_twice_and_have_accents(self, loaded: str) -> None:
        def twice(rows: Any, *fields: str) -> list[Any]:
            return list(rows.values_list(*fields).annotate(rows=Count("pk")).filter(rows__gt=1).order_by())

        assert twice(User.objects, "first_name", "last_name") == [("Maria", "Souza", 2)]
        assert [row[:2] for row in twice(Location.objects, "name_folded")] == [("sala de reuniao", 2)]
        assert set(Project.objects.filter(name_folded="reuniao geral 2026").values_list("name", flat=True)) == {
            "Reunião Geral 2026",
            "Reuniao Geral 2026",
        }

    def test_folded_copies_are_right_although_rows_were_made_in_bulk(self, loaded: str) -> None:
        assert all(row.name_folded == fold_key(row.name) for row in Project.objects.all())
        assert all(row.full_path_folded == fold_key(row.full_path) for row in Location.objects.all())
        assert PersonNames.objects.get(user__username="ana.conceicao").full_name == "ana conceicao"
        assert Note.objects.filter(text_folded__contains="reuniao").exists()

    def test_the_rules_of_the_domain_hold(self, loaded: str) -> None:
        assert not Project.objects.filter(plan_end_date__lt=F("plan_start_date")).exists()
        assert not Project.objects.filter(real_end_date__lt=F("real_start_date")).exists()
        assert not Project.objects.filter(state__is_finished=True).exclude(percent_done=100).exists()
        assert not Task.objects.filter(state__is_finished=True).exclude(percent_done=100).exists()
        assert not Task.objects.exclude(parent=None).exclude(parent__project=F("project")).exists()
        trashed = Project.objects.exclude(trashed_at=None)
        assert trashed.count() == 1
        assert not Note.objects.filter(project__in=trashed, trashed_at=None).exists()
        assert not Task.objects.filter(project__in=trashed, trashed_at=None).exists()

    def test_texts_are_finished(self, loaded: str) -> None:
        texts = "\n".join(f"{title}\n{body}" for title, body in Note.objects.values_list("title", "body"))

        assert "{" not in texts
        assert "lorem" not in texts.lower()
        assert len(set(Note.objects.values_list("body", flat=True))) > 1_500

    def test_each_account_sees_what_its_role_says(self, loaded: str) -> None:
        seen = {
            name: [
                rows(User.objects.get(username=name)).count()
                for rows in (visible_projects, visible_tasks, visible_notes, visible_users)
            ]
            for name in ("admin", "editor", "viewer", "stranger")
        }

        assert seen["admin"] == [60, 300, 2_000, 40]
        assert seen["stranger"] == [0, 0, 0, 1]
        assert 20 <= seen["editor"][0] < 60
        assert 5 <= seen["viewer"][0] < 60

    def test_production_never_resets(self, loaded: str) -> None:
        with override_settings(DEBUG=False), pytest.raises(CommandError, match="works with DEBUG on only"):
            demo("--reset", "--force")

        assert Project.objects.count() == 60
