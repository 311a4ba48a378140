"""Staff in the admin -> the same rules and the same trash as through the API."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from notes.admin import KeptAdmin
from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task

pytestmark = pytest.mark.django_db

MODELS = (Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task)


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("admin"))
    return client


def page(model: type[Any], what: str, *arguments: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=arguments)


def rows_shown(client: Client, model: type[Any], **query: str) -> set[str]:
    return {str(row) for row in client.get(page(model, "changelist"), query).context["cl"].result_list}


def act(client: Client, action: str, *rows: Any) -> list[str]:
    """Run a list action on rows and return the messages that it leaves."""
    data = {"action": action, "_selected_action": [row.pk for row in rows], "trash": "all"}
    answer = client.post(f"{page(type(rows[0]), 'changelist')}?trash=all", data, follow=True)
    return [str(message) for message in answer.context["messages"]]


def project_form(**values: Any) -> dict[str, Any]:
    return {"name": "Portal", "priority": 3, "percent_done": 0, "content": "", **values}


@pytest.mark.requirement("C-06")
@pytest.mark.parametrize("model", MODELS)
def test_every_table_of_the_product_has_its_pages(staff: Client, model: type[Any]) -> None:
    assert staff.get(page(model, "changelist")).status_code == 200
    assert staff.get(page(model, "add")).status_code == 200


def test_the_admin_is_for_staff(client: Client) -> None:
    client.force_login(User.objects.create_user("owner"))

    response = client.get(page(Project, "changelist"))

    assert response.status_code == 302
    assert response.headers["Location"].startswith("/admin/login/")


@pytest.mark.parametrize(
    ("model", "name", "typed"),
    [(Location, "São Paulo", "sao PAULO"), (Tag, "Reunião", "reuniao"), (Category, "Formação", "FORMAÇÃO")],
)
def test_search_ignores_case_and_accents(staff: Client, model: type[Any], name: str, typed: str) -> None:
    model.objects.create(name=name)
    model.objects.create(name="Other")

    assert rows_shown(staff, model, q=typed) == {name}


def test_references_are_found_by_folded_text_as_well(staff: Client) -> None:
    Location.objects.create(name="São Paulo")
    query = {"app_label": "notes", "model_name": "project", "field_name": "location", "term": "sao"}

    found = staff.get(reverse("admin:autocomplete"), query).json()["results"]

    assert [row["text"] for row in found] == ["São Paulo"]


def test_a_list_shows_live_rows_until_asked_for_the_trash(staff: Client) -> None:
    Note.objects.create(title="live")
    Note.objects.create(title="trashed", trashed_at=datetime(2026, 5, 1, tzinfo=UTC))

    assert rows_shown(staff, Note) == {"live"}
    assert rows_shown(staff, Note, trash="in") == {"trashed"}
    assert rows_shown(staff, Note, trash="all") == {"live", "trashed"}


def test_rows_go_to_the_trash_and_come_back(staff: Client) -> None:
    note = Note.objects.create(title="Ata")

    act(staff, "move_to_trash", note)
    note.refresh_from_db()
    assert note.trashed_at is not None

    act(staff, "take_from_trash", note)
    note.refresh_from_db()
    assert note.trashed_at is None


def test_a_project_in_use_stays_and_the_reason_is_told(staff: Client) -> None:
    project = Project.objects.create(name="Portal")
    Note.objects.create(title="Ata", project=project)

    [refusal, outcome] = act(staff, "move_to_trash", project)

    project.refresh_from_db()
    assert project.trashed_at is None
    assert refusal.startswith("Portal: ")
    assert "1" in refusal
    assert outcome == "0 rows were changed."


def test_a_note_does_not_come_back_into_a_project_in_the_trash(staff: Client) -> None:
    when = datetime(2026, 5, 1, tzinfo=UTC)
    project = Project.objects.create(name="Portal", trashed_at=when)
    note = Note.objects.create(title="Ata", project=project, trashed_at=when)

    [refusal, _outcome] = act(staff, "take_from_trash", note)

    note.refresh_from_db()
    assert note.trashed_at == when
    assert refusal.startswith("Ata: ")


def test_only_what_is_in_the_trash_can_be_deleted(staff: Client) -> None:
    live = Note.objects.create(title="live")
    trashed = Note.objects.create(title="trashed", trashed_at=datetime(2026, 5, 1, tzinfo=UTC))

    refused = staff.post(page(Note, "delete", live.pk), {"post": "yes"})
    done = staff.post(page(Note, "delete", trashed.pk), {"post": "yes"})

    assert (refused.status_code, done.status_code) == (403, 302)
    assert set(Note.objects.all()) == {live}
    assert "delete_selected" not in staff.get(page(Note, "changelist")).content.decode()


def test_staff_without_the_right_to_delete_cannot_use_the_trash(client: Client) -> None:
    helper = User.objects.create_user("helper", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(codename__in=("view_note", "change_note")))
    client.force_login(helper)
    note = Note.objects.create(title="Ata")

    act(client, "move_to_trash", note)

    note.refresh_from_db()
    assert note.trashed_at is None


def test_a_form_asks_the_same_rules_as_the_api(staff: Client) -> None:
    dates = {
        "plan_start_date_0": "2026-06-02",
        "plan_start_date_1": "09:00",
        "plan_end_date_0": "2026-06-01",
        "plan_end_date_1": "09:00",
    }

    response = staff.post(page(Project, "add"), project_form(name="x" * 300, **dates))

    errors = response.context["adminform"].form.errors
    assert set(errors) == {"name", "plan_end_date"}
    assert not Project.objects.exists()


def test_a_task_whose_parent_is_of_another_project_is_refused(staff: Client) -> None:
    one, two = (Project.objects.create(name=name) for name in ("One", "Two"))
    parent = Task.objects.create(name="Above", project=one)
    values = {"name": "Below", "project": two.pk, "parent": parent.pk, "urgency": 3, "impact": 3, "priority": 3}

    response = staff.post(page(Task, "add"), {**values, "percent_done": 0, "content": ""})

    assert set(response.context["adminform"].form.errors) == {"parent"}


def test_a_saved_project_keeps_its_folded_copy(staff: Client) -> None:
    response = staff.post(page(Project, "add"), project_form(name="Reunião Geral"))

    assert response.status_code == 302
    assert Project.objects.get().name_folded == "reuniao geral"


def test_two_projects_without_a_code_are_no_conflict(staff: Client) -> None:
    for name in ("One", "Two"):
        staff.post(page(Project, "add"), project_form(name=name, code=""))

    assert list(Project.objects.values_list("code", flat=True)) == [None, None]


def test_a_taken_code_is_refused_in_the_form(staff: Client) -> None:
    Project.objects.create(name="One", code="NET-1")

    response = staff.post(page(Project, "add"), project_form(code="net-1"))

    assert response.status_code == 200
    assert set(response.context["adminform"].form.errors) == {"code"}


def test_a_taken_tag_is_refused_in_the_form(staff: Client) -> None:
    Tag.objects.create(name="Reunião")

    response = staff.post(page(Tag, "add"), {"name": "reuniao"})

    assert response.status_code == 200
    assert set(response.context["adminform"].form.errors) == {"name"}


def test_a_new_note_is_by_whoever_writes_it(staff: Client) -> None:
    form = staff.get(page(Note, "add")).context["adminform"].form

    assert form.initial["author"] == User.objects.get(username="admin").pk


@pytest.mark.parametrize("model", [Project, Task, Note])
def test_a_list_takes_as_many_queries_for_twenty_rows_as_for_two(
    staff: Client, model: type[Any], django_assert_max_num_queries: Any
) -> None:
    state = ProjectState.objects.create(name="New")
    boss = User.objects.get()
    projects = [Project.objects.create(name=f"P{n}", manager=boss, state=state) for n in range(20)]
    for project in projects:
        Task.objects.create(name="T", project=project, state=state)
        Note.objects.create(title="N", project=project, author=boss)

    with django_assert_max_num_queries(14):
        response = staff.get(page(model, "changelist"))

    assert response.context["cl"].result_count == 20


def test_the_admin_speaks_portuguese(staff: Client) -> None:
    Project.objects.create(name="Portal")

    text = staff.get(page(Project, "changelist"), headers={"Accept-Language": "pt-BR"}).content.decode()

    assert "Notas e projetos" in text
    assert "Na lixeira" in text
    assert "Mover para a lixeira" in text


def test_wide_lists_are_not_cut_by_a_sidebar(staff: Client) -> None:
    assert 'id="nav-sidebar"' not in staff.get(page(Project, "changelist")).content.decode()


def test_every_kept_table_has_the_trash(staff: Client) -> None:
    kept = {model for model, shown in admin.site._registry.items() if isinstance(shown, KeptAdmin)}

    assert kept == {Project, Task, Note}
