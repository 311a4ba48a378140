"""One value that is sent -> stored, or refused with a sentence: names that show nothing, dates no zone can show."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from notes.folding import shows
from notes.models import Location, Note, Project, Tag, Task
from tests.notes.answers import API, errors_of

NAMES = [("projects", "name"), ("projects", "code"), ("tasks", "name"), ("notes", "title"), ("tags", "name")]


@pytest.mark.parametrize(
    "text", ["\u200b", "\u200b \u2060", "\u3164", "\u2800", "\u00ad", "\u0301", "\ufe0f", "\u202e"]
)
@pytest.mark.parametrize(("kind", "field"), NAMES)
def test_a_name_that_shows_nothing_is_refused_like_a_blank_one(kind, field, text, as_user, staff, project):
    api, before = as_user(staff), [model.objects.count() for model in (Project, Task, Note, Tag)]

    response = api.post(f"{API}{kind}/", {"name": "x", "title": "x", "project": project.pk, field: text})

    assert errors_of(response) == {field: "blank"}
    assert [model.objects.count() for model in (Project, Task, Note, Tag)] == before


@pytest.mark.parametrize("text", ["\u200b", "\u3164"])
@pytest.mark.parametrize("model", [Tag, Location])
def test_the_admin_refuses_a_name_that_shows_nothing(model, text, client, db):
    client.force_login(User.objects.create_superuser("admin"))

    response = client.post(reverse(f"admin:notes_{model._meta.model_name}_add"), {"name": text})

    assert response.context["adminform"].form.errors["name"] == ["This field cannot be blank."]
    assert not model.objects.exists()


@pytest.mark.parametrize("text", ["a", "!", "😀", "❤\ufe0f", "日", "\u200bé\u200b", "ค", "1"])
def test_a_name_of_which_something_is_seen_passes(text):
    assert shows(text)


DATES = [
    ("projects", "plan_start_date"),
    ("projects", "plan_end_date"),
    ("projects", "real_start_date"),
    ("projects", "real_end_date"),
    ("tasks", "plan_start_date"),
    ("tasks", "plan_end_date"),
]


@pytest.mark.parametrize(
    "value",
    [
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "1899-12-31T23:59:59Z",
        "2201-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "9999-12-31T23:59:59-12:00",
    ],
)
@pytest.mark.parametrize(("kind", "field"), DATES)
def test_a_date_out_of_the_calendar_is_refused_with_the_years_that_are_in_it(
    kind, field, value, as_user, owner, project
):
    response = as_user(owner).post(f"{API}{kind}/", {"name": "x", "project": project.pk, field: value})

    assert errors_of(response) == {field: "overflow"}
    assert response.json()["errors"][0]["detail"] == "Give a date from the years 1900 to 2200."


@pytest.mark.parametrize("value", ["1900-01-01T00:00:00Z", "2200-12-31T23:59:59Z"])
def test_the_first_and_the_last_moment_of_the_calendar_are_shown_in_every_zone(value, as_user, owner, settings):
    api = as_user(owner)
    made = api.post(f"{API}projects/", {"name": "x", "plan_start_date": value})

    assert made.json()["plan_start_date"] == value
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        settings.TIME_ZONE = zone
        assert api.get(f"{API}projects/").status_code == 200
