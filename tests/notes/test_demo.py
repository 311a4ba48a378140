"""``manage.py demo`` -> a believable team, once, and logins that work."""

from __future__ import annotations

import hashlib
import json
import stat
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from shutil import copyfile
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Count, F
from django.test import override_settings
from pytest_django.plugin import DjangoDbBlocker

from notes.demo.words import GROUPS
from notes.folding import fold_key
from notes.models import Category, Entity, Location, Note, PersonNames, Project, ProjectState, Tag, Task
from notes.visibility import visible_notes, visible_projects, visible_tasks, visible_users

pytestmark = pytest.mark.django_db

DIGEST = "964531a5096f40c977241134efa34659050f3d682c92e099822e40c2ee6a35a7"


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


def test_someones_own_account_of_such_a_name_and_address_is_not_the_demos(accounts_file: Path) -> None:
    User.objects.create_superuser("admin", "admin@example.org", "mine")
    User.objects.create_user("editor", "editor@example.org", "mine")

    demo()
    accounts_file.unlink()
    demo()

    assert Project.objects.count() == 60
    assert authenticate(username="admin", password="mine")
    assert authenticate(username="editor", password="mine")
    assert not User.objects.get(username="editor").groups.exists()


def test_entries_that_were_there_are_used_although_written_otherwise(accounts_file: Path) -> None:
    tag = Tag.objects.create(name="URGENTE")
    Group.objects.create(name="Data Platform")
    for _ in range(2):
        ProjectState.objects.create(name="New")

    demo()

    assert tag.notes.exists()
    assert ProjectState.objects.filter(name="New").count() == 2


def test_a_code_that_is_taken_is_told_and_nothing_is_written(accounts_file: Path) -> None:
    for code in ("net-01", "SIS-02"):
        Project.objects.create(name="Mine", code=code)
    before = quantities()

    with pytest.raises(CommandError, match=r"codes that it needs \(net-01 and 1 more\): give them other codes"):
        demo()

    assert quantities() == before
    assert not accounts_file.exists()


def test_a_missing_group_of_rights_is_told_and_nothing_is_written(accounts_file: Path) -> None:
    Group.objects.get(name="viewers").delete()

    with pytest.raises(CommandError, match="there is no group viewers"):
        demo()

    assert not User.objects.exists()


def test_what_a_reset_deleted_comes_back_where_loading_is_refused(accounts_file: Path) -> None:
    Project.objects.create(name="Mine")
    Group.objects.get(name="viewers").delete()

    with pytest.raises(CommandError, match="there is no group viewers"):
        demo("--reset", "--force")

    assert Project.objects.filter(name="Mine").exists()


@pytest.mark.parametrize("place", ["", "missing/file", "file/below", "/proc/none"])
def test_a_place_that_cannot_hold_the_passwords_is_told_before_anything_is_written(
    tmp_path: Path, settings: Any, place: str
) -> None:
    (tmp_path / "file").touch()
    settings.DEMO_ACCOUNTS_FILE = tmp_path / place

    with pytest.raises(CommandError, match="Set DEMO_ACCOUNTS_FILE to a file in a folder that you can write to"):
        demo()

    assert not User.objects.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def digest() -> str:
    """Of the values of all rows of the demo, references by name instead of id."""
    rows = [
        Project.objects.order_by("code").values_list(
            *("code", "name", "name_folded", "state__name", "type__name", "priority", "manager__username"),
            *("group__name", "entity__full_path", "location__full_path", "parent__code", "percent_done", "content"),
            *("plan_start_date", "plan_end_date", "real_start_date", "real_end_date"),
            *("created_at", "updated_at", "trashed_at"),
        ),
        Task.objects.order_by("project__code", "created_at").values_list(
            *("project__code", "name", "parent__name", "state__name", "urgency", "impact", "priority", "milestone"),
            *("plan_start_date", "plan_end_date", "percent_done", "created_at", "updated_at", "trashed_at"),
        ),
        Note.objects.order_by("pk").values_list(
            *("title", "body", "text_folded", "project__code", "category__full_path", "author__username", "pinned"),
            *("created_at", "updated_at", "trashed_at"),
        ),
        [
            (*note, *sorted(tag.name for tag in tags))
            for *note, tags in (
                (note.title, note.body, note.tags.all())
                for note in Note.objects.order_by("pk").prefetch_related("tags")
            )
        ],
        [
            (
                *(user.username, user.first_name, user.last_name, user.email, user.is_staff, user.is_superuser),
                *sorted(group.name for group in user.groups.all()),
                *sorted(entity.full_path for entity in user.entities.all()),
            )
            for user in sorted(User.objects.prefetch_related("groups", "entities"), key=lambda user: user.username)
        ],
    ]
    told = [[[_plain(value) for value in row] for row in table] for table in rows]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _plain(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


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


@pytest.mark.slow
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

    def test_the_data_are_the_same_on_every_database(self, loaded: str) -> None:
        # A new value is right where the words or the drawing were changed on purpose; SQLite and MariaDB share it.
        assert digest() == DIGEST

    def test_a_database_that_does_not_tell_new_ids_gets_the_same_data(self, loaded: str) -> None:
        with patch.object(type(connection.features), "can_return_rows_from_bulk_insert", False):
            demo("--reset")

        assert digest() == DIGEST

    def test_projects_left_by_deleted_people_are_told_and_a_reset_mends_it(self, loaded: str) -> None:
        User.objects.all().delete()

        with pytest.raises(CommandError, match="run manage.py demo --reset, which removes what is left"):
            demo()
        assert not User.objects.exists()

        demo("--reset")
        assert digest() == DIGEST

    def test_a_reset_deletes_nothing_of_others_unless_it_is_told_to(self, loaded: str) -> None:
        Note.objects.create(title="Mine")
        Tag.objects.create(name="mine")
        above = Entity.objects.create(name="Mine")
        Entity.objects.create(name="Below", parent=above)
        before = quantities()

        with pytest.raises(CommandError, match="not the demo's: 1 note, 1 tag and 2 entities. Nothing was deleted."):
            demo("--reset")
        assert quantities() == before

        printed = demo("--reset", "--force")
        assert "Deleting what is not the demo's as well: 1 note, 1 tag and 2 entities." in printed
        assert digest() == DIGEST
        assert not Entity.objects.filter(name__in=("Mine", "Below")).exists()

    @pytest.mark.parametrize(("answer", "left"), [("yes", 0), ("no", 1), ("", 1), (EOFError(), 1)])
    def test_on_a_terminal_a_reset_asks_first(self, loaded: str, answer: str | EOFError, left: int) -> None:
        Note.objects.create(title="Mine")

        told = nullcontext() if left == 0 else pytest.raises(CommandError, match="Nothing was deleted")
        with patch("sys.stdin.isatty", return_value=True), patch("builtins.input", side_effect=[answer]) as asked, told:
            demo("--reset")

        assert Note.objects.filter(title="Mine").count() == left
        assert "not the demo's: 1 note." in asked.call_args.args[0]

    def test_what_people_changed_of_the_demo_still_is_the_demos(self, loaded: str) -> None:
        project = Project.objects.get(code="NET-01")
        project.name, project.manager = "Changed", None
        project.save()
        note = Note.objects.order_by("pk")[0]
        note.title, note.pinned = "Changed", not note.pinned
        note.save()
        Task.objects.filter(project=project).update(name="Changed")

        demo("--reset")

        assert digest() == DIGEST

    def test_other_people_keep_their_memberships_through_a_reset(self, loaded: str) -> None:
        person = User.objects.create_user("real.person", "real@company.example")
        person.groups.add(Group.objects.get(name="Infraestrutura"))
        Entity.objects.get(name="Aurora Labs").members.add(person)

        demo("--reset")

        assert [group.name for group in person.groups.all()] == ["Infraestrutura"]
        assert [entity.name for entity in person.entities.all()] == ["Aurora Labs"]

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

        demo("--reset", "--force")

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

    def test_a_lost_file_gives_new_passwords_and_says_so(self, loaded: str, accounts_file: Path) -> None:
        old = json.loads(accounts_file.read_text())
        accounts_file.unlink()

        printed = demo()

        new = json.loads(accounts_file.read_text())
        assert new["admin"] != old["admin"]
        assert authenticate(username="admin", password=new["admin"])
        assert not authenticate(username="admin", password=old["admin"])
        assert ".demo-accounts was missing or damaged, so the demo accounts have new passwords." in printed
        assert "new passwords" not in loaded

    def test_a_damaged_file_is_replaced(self, loaded: str, accounts_file: Path) -> None:
        accounts_file.write_text("{not json")

        demo()

        assert authenticate(username="admin", password=json.loads(accounts_file.read_text())["admin"])

    @pytest.mark.parametrize("is_lost", [False, True])
    def test_a_second_run_leaves_accounts_as_their_owners_made_them(
        self, loaded: str, accounts_file: Path, is_lost: bool
    ) -> None:
        User.objects.filter(username="admin").update(is_active=False)
        User.objects.filter(username="editor").update(is_staff=True, is_superuser=True)
        viewer = User.objects.get(username="viewer")
        viewer.set_password("my own")
        viewer.save()
        User.objects.get(username="stranger").delete()
        if is_lost:
            accounts_file.unlink()
        fields = [field.attname for field in User._meta.concrete_fields if not is_lost or field.name != "password"]
        before = list(User.objects.order_by("pk").values(*fields))

        printed = demo()

        assert list(User.objects.order_by("pk").values(*fields)) == before
        assert "admin     left alone: this account was deactivated" in printed
        assert "stranger  was deleted: manage.py demo --reset makes it again" in printed
        assert ("viewer    left alone: its password was changed since" in printed) != is_lost

    def test_an_account_of_which_the_file_does_not_know_is_left_alone(self, loaded: str, accounts_file: Path) -> None:
        accounts_file.write_text("{}")
        before = User.objects.get(username="admin").password

        printed = demo()

        assert User.objects.get(username="admin").password == before
        assert "admin     left alone: its password is not in the file" in printed

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
