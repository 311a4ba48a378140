"""Cases about decimals, dates and times, and about what is applied of them."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal

import pytest
from django.utils import timezone

from tests.cases.cast import errors_of
from tests.cases.project.models import Card, Locker


def the_only_card():
    return Card.objects.get()


@pytest.mark.parametrize(("given", "stored"), [(0.1, "0.10"), ("10.10", "10.10"), (1e2, "100.00"), (7, "7.00")])
def test_case_40_a_decimal_is_taken_as_number_or_text_and_kept_exactly(call, given, stored):
    result = call("cards_create", {"title": "a", "cost": given})

    assert the_only_card().cost == Decimal(stored)
    assert result["applied"]["cost"] == {"given": given, "stored": stored}


@pytest.mark.parametrize("given", [10.105, "1,5", "NaN", 1234567.5, "", True, "1e400"])
def test_case_40_a_decimal_that_does_not_fit_is_refused_never_rounded(call, given):
    error = errors_of(call("cards_create", {"title": "a", "cost": given}))["cost"]

    assert error["allowed"]
    assert not Card.objects.exists()


def test_case_40_the_description_gives_the_digits(schema):
    assert "2 after the point" in schema("cards_create")["properties"]["cost"]["description"]


@pytest.mark.requirement("E-04")
@pytest.mark.parametrize("given", ["2026-06-01", "2026-06-01T00:00:00", "2026-06-01 00:00", "20260601"])
def test_case_41_a_date_is_taken_as_date_or_as_midnight(call, given):
    result = call("cards_create", {"title": "a", "due": given})

    assert the_only_card().due == date(2026, 6, 1)
    assert result["applied"]["due"] == {"given": given, "stored": "2026-06-01"}


@pytest.mark.parametrize(
    "given",
    ["2026-6-1", "2026-W23-1", "01/06/2026", "2026-02-30", 1780272000, "2026-06-01T09:30:00", "today", ""],
)
def test_case_41_any_other_form_is_refused_with_one_that_works(call, given):
    error = errors_of(call("cards_create", {"title": "a", "due": given}))["due"]
    example = error["allowed"]["examples"][0]

    assert not Card.objects.exists()
    assert call("cards_create", {"title": "a", "due": example})["applied"]["due"]["stored"] == example


@pytest.mark.parametrize(("given", "found"), [("2026-06-01T00:00:00", 1), ("2026-06-02", 0)])
def test_case_41_the_same_forms_hold_in_filters(call, given, found):
    Card.objects.create(title="a", due="2026-06-01")

    assert call("cards_list", {"due_after": given})["total"] == found
    assert "due_after" in errors_of(call("cards_list", {"due_after": "01/06/2026"}))


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("2026-06-01", "2026-06-01T00:00:00-04:00"),
        ("2026-01-01", "2026-01-01T00:00:00-05:00"),
        ("2026-06-01T09:00", "2026-06-01T09:00:00-04:00"),
        ("2026-06-01T09:00:00Z", "2026-06-01T05:00:00-04:00"),
        ("2026-06-01T09:00:00+02:00", "2026-06-01T03:00:00-04:00"),
    ],
)
def test_case_41_a_date_on_a_time_field_is_read_in_the_zone_of_the_api(call, given, stored):
    result = call("cards_create", {"title": "a", "at": given})

    assert the_only_card().at == datetime.fromisoformat(stored)
    assert result["applied"]["at"]["stored"] == stored


def test_case_41_a_bare_date_as_an_upper_bound_includes_the_whole_day(call):
    evening = timezone.make_aware(datetime(2026, 6, 1, 23, 30), timezone.get_default_timezone())
    Card.objects.create(title="a", at=evening)

    assert call("cards_list", {"at_before": "2026-06-01"})["total"] == 1
    assert call("cards_list", {"at_before": "2026-05-31"})["total"] == 0


@pytest.mark.requirement("E-06")
def test_case_82_applied_is_what_is_stored_not_what_was_sent(call):
    given = {"title": " a ", "cost": "1.5", "due": "20260601", "at": "2026-06-01", "span": "PT90S"}

    result = call("cards_create", given)

    stored = {name: shown["stored"] for name, shown in result["applied"].items()}
    assert stored == {
        "title": "a", "cost": "1.50", "due": "2026-06-01", "at": "2026-06-01T00:00:00-04:00", "span": "00:01:30",
    }  # fmt: skip
    assert {name: shown["given"] for name, shown in result["applied"].items()} == given
    assert result["changed_by_system"] == {"level": "lo", "flag": True, "done": False}
    assert result["id"] == the_only_card().pk


def test_case_82_what_save_changes_is_told_and_a_password_is_not(call):
    created = call("lockers_create", {"code": "a1", "password": "open sesame"})
    updated = call("lockers_update", {"id": created["id"], "password": "other words"})

    assert created["applied"]["code"] == {"given": "a1", "stored": "A1"}
    assert created["changed_by_system"] == {"opened": 1}
    assert updated["changed_by_system"] == {"opened": 2}
    assert set(updated["applied"]) == {"password"}
    assert Locker.objects.get().password == "other words"
    assert "sesame" not in json.dumps(created)
    assert "other words" not in json.dumps(updated)


def test_case_84_a_refused_password_is_not_shown_back(call):
    result = call("lockers_create", {"code": "a1", "password": "p" * 50})
    nested = call("lockers_create", {"code": "a1", "password": {"token": "canary"}})

    assert "password" in errors_of(result)
    assert "pppp" not in json.dumps(result)
    assert "password" in errors_of(nested)
    assert "canary" not in json.dumps(nested)
