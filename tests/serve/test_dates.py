"""Dates, times and durations as agents write them -> what is sent, or the form that is expected."""

from __future__ import annotations

from typing import Any

import pytest

from mcpbridge.serve.calls import Rules
from tests.serve.made import Calling, body, query, tool

NEW_YORK = Rules(time_zone="America/New_York")


def of(kind: str, rules: Rules = NEW_YORK, **shape: Any) -> Calling:
    return Calling(tool(body("at", kind, **shape)), rules=rules)


def sent(call: Calling, written: Any) -> Any:
    return call({"at": written}).call.body["at"]


@pytest.mark.requirement("E-04")
@pytest.mark.parametrize(
    "written", ["2026-06-01", "20260601", "2026-06-01T00:00:00", "2026-06-01 00:00", "2026-06-01T00:00", " 2026-06-01 "]
)
def test_case_41_a_date_or_its_midnight_is_sent_as_a_date(written):
    assert sent(of("date"), written) == "2026-06-01"


@pytest.mark.requirement("E-04")
@pytest.mark.parametrize(
    ("written", "works"),
    [
        ("2026-6-1", ["2026-06-01"]), ("2026-W23-1", ["2026-06-01"]), ("01/06/2026", ["2026-06-01", "2026-01-06"]),
        ("25/12/2026", ["2026-12-25"]), ("1.6.2026", ["2026-06-01", "2026-01-06"]), ("2026/06/01", ["2026-06-01"]),
        ("2026-02-30", ["2026-02-28"]), ("2028-02-30", ["2028-02-29"]), ("2026-06-31", ["2026-06-30"]),
        ("2026-06-01T09:00", ["2026-06-01"]), ("2026-06-01T00:00:00Z", ["2026-06-01"]),
        ("2026-06-01T00:00:00.000001", ["2026-06-01"]), ("2026-13-01", None), ("2026-00-10", None),
        ("0000-01-01", None), ("20260230", ["2026-02-28"]), ("June 1st", None), ("", None), ("1780272000", None),
        ("2026-06", None),
        ("today", None), ("tomorrow", None), ("hoje", None), ("next monday", None), ("2026-06-01\x00", None),
        ("٢٠٢٦-٠٦-٠١", None), ("2026-06-01T24:00", ["2026-06-01"]), ("x" * 10_000, None),
    ],
)  # fmt: skip
def test_case_41_every_other_form_is_refused_with_one_that_works(written, works):
    call = of("date")

    problem = call.problem({"at": written})

    assert problem.code == "date"
    assert problem.allowed["type"] == "string"
    assert works is None or problem.allowed["examples"] == works
    for example in problem.allowed["examples"]:
        assert sent(call, example) == example


@pytest.mark.parametrize("written", [1780272000, 20260601, 2026.5, True, ["2026-06-01"], {"year": 2026}])
def test_case_41_a_number_is_no_date(written):
    assert of("date").problem({"at": written}).code == "type"


def test_an_impossible_date_is_named_as_such():
    problem = of("date").problem({"at": "2026-02-30"})

    assert problem.problem == "This day does not exist: February 2026 has 28 days."
    assert "YYYY-MM-DD" in problem.hint


def test_words_about_dates_are_refused_because_there_is_no_clock():
    problem = of("datetime").problem({"at": "tomorrow at nine"})

    assert "no clock" in problem.hint


@pytest.mark.requirement("E-04")
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026-06-01T09:00", "2026-06-01T09:00:00-04:00"),
        ("2026-01-02T09:00:30", "2026-01-02T09:00:30-05:00"),
        ("2026-06-01 09:00:00.25", "2026-06-01T09:00:00.250000-04:00"),
        ("2026-06-01T09:00Z", "2026-06-01T09:00:00+00:00"),
        ("2026-06-01t09:00:00z", "2026-06-01T09:00:00+00:00"),
        ("2026-06-01T09:00:00+01:00", "2026-06-01T09:00:00+01:00"),
        ("2026-06-01T09:00:00-0330", "2026-06-01T09:00:00-03:30"),
        ("2026-06-01", "2026-06-01T00:00:00-04:00"),
        ("20260601", "2026-06-01T00:00:00-04:00"),
    ],
)
def test_a_moment_is_sent_with_its_offset(written, expected):
    assert sent(of("datetime"), written) == expected


@pytest.mark.requirement("E-04")
def test_a_bare_date_is_the_end_of_its_day_where_an_end_is_asked_for():
    assert sent(of("datetime", day="end"), "2026-06-01") == "2026-06-01T23:59:59.999999-04:00"
    assert sent(of("datetime", day="end"), "2026-06-01T10:00") == "2026-06-01T10:00:00-04:00"


@pytest.mark.requirement("E-04")
def test_the_same_rules_hold_in_filters():
    call = Calling(tool(query("due_after", "date"), query("at_before", "datetime", day="end"), method="GET"))

    prepared = call({"due_after": "2026-06-01T00:00:00", "at_before": "2026-06-01"})

    assert prepared.call.query == (("due_after", "2026-06-01"), ("at_before", "2026-06-01T23:59:59.999999-04:00"))


def test_a_time_that_the_clocks_skip_is_refused_with_one_that_exists():
    call = of("datetime")

    problem = call.problem({"at": "2026-03-08T02:30"})

    assert problem.allowed["examples"] == ["2026-03-08T03:30:00-04:00"]
    assert "offset" in problem.hint
    assert sent(call, problem.allowed["examples"][0]) == problem.allowed["examples"][0]


def test_a_time_that_the_clocks_show_twice_is_refused_with_both_moments():
    problem = of("datetime").problem({"at": "2026-11-01T01:30"})

    assert problem.allowed["examples"] == ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00"]


@pytest.mark.parametrize(
    ("zone", "day", "start", "end"),
    [
        # Midnight is skipped.
        ("America/Sao_Paulo", "2018-11-04", "2018-11-04T01:00:00-02:00", "2018-11-04T23:59:59.999999-02:00"),
        # The last hour comes twice.
        ("America/Sao_Paulo", "2018-02-17", "2018-02-17T00:00:00-02:00", "2018-02-17T23:59:59.999999-03:00"),
        # Midnight comes twice.
        ("America/Havana", "2026-11-01", "2026-11-01T00:00:00-04:00", "2026-11-01T23:59:59.999999-05:00"),
        # The gap goes over midnight.
        ("America/Toronto", "1919-03-31", "1919-03-31T00:30:00-04:00", "1919-03-31T23:59:59.999999-04:00"),
        ("America/Toronto", "1919-03-30", "1919-03-30T00:00:00-05:00", "1919-03-30T23:29:59.999999-05:00"),
        ("UTC", "2026-06-01", "2026-06-01T00:00:00+00:00", "2026-06-01T23:59:59.999999+00:00"),
    ],
)
def test_a_bare_date_covers_its_day_whatever_the_clocks_do(zone, day, start, end):
    rules = Rules(time_zone=zone)

    assert sent(of("datetime", rules), day) == start
    assert sent(of("datetime", rules, day="end"), day) == end


def test_a_day_that_the_zone_skips_is_refused():
    problem = of("datetime", Rules(time_zone="Pacific/Apia")).problem({"at": "2011-12-30"})

    assert "skips this day" in problem.problem


@pytest.mark.parametrize("written", ["0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00"])
def test_a_moment_beyond_the_calendar_is_refused(written):
    assert of("datetime").problem({"at": written}).code == "date"


@pytest.mark.parametrize(
    "written", ["2026-06-01T25:00", "2026-06-01T09:60", "2026-06-01T09:00+25:00", "2026-06-01T9:00"]
)
def test_an_impossible_time_or_offset_is_refused_with_one_that_works(written):
    call = of("datetime")

    problem = call.problem({"at": written})

    assert problem.code == "date"
    assert sent(call, problem.allowed["examples"][0])


def test_an_api_without_offsets_gets_the_time_that_its_own_clocks_show():
    call = of("datetime", Rules(time_zone="America/New_York", aware=False))

    assert sent(call, "2026-06-01T09:00") == "2026-06-01T09:00:00"
    assert sent(call, "2026-06-01T13:00Z") == "2026-06-01T09:00:00"
    assert sent(call, "2026-06-01") == "2026-06-01T00:00:00"


@pytest.mark.parametrize(
    ("kind", "form", "written", "expected"),
    [
        ("date", "%d/%m/%Y", "2026-06-01", "01/06/2026"),
        ("date", "iso-8601", "2026-06-01", "2026-06-01"),
        ("datetime", "%d/%m/%Y %H:%M", "2026-06-01T13:00Z", "01/06/2026 09:00"),
        ("datetime", "%Y-%m-%dT%H:%M:%S%z", "2026-06-01T13:00Z", "2026-06-01T13:00:00+0000"),
        ("time", "%Hh%M", "09:30", "09h30"),
    ],
)
def test_an_api_with_a_format_of_its_own_gets_that(kind, form, written, expected):
    assert sent(of(kind, format=form), written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [("09:00", "09:00:00"), ("23:59:59", "23:59:59"), ("09:00:00.5", "09:00:00.500000"), (" 09:00 ", "09:00:00")],
)
def test_a_time_is_sent_with_its_seconds(written, expected):
    assert sent(of("time"), written) == expected


@pytest.mark.parametrize("written", ["9:00", "24:00", "9am", "09:00Z", "", 9, "now"])
def test_any_other_time_is_refused_with_one_that_works(written):
    call = of("time")

    problem = call.problem({"at": written})

    assert sent(call, problem.allowed["examples"][0])


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("01:30:00", "01:30:00"), ("PT90S", "00:01:30"), ("PT1H30M", "01:30:00"), ("P1DT2H", "1 02:00:00"),
        ("P2W", "14 00:00:00"), ("2 03:00:00", "2 03:00:00"), ("1 day, 02:00:00", "1 02:00:00"),
        ("36:00:00", "1 12:00:00"), ("-00:00:30", "-1 23:59:30"), ("-PT30S", "-1 23:59:30"),
        ("PT0.25S", "00:00:00.250000"), ("-P1DT1H", "-2 23:00:00"), ("-1 23:59:30", "-1 23:59:30"),
    ],
)  # fmt: skip
def test_case_82_a_duration_is_sent_in_the_form_that_apis_take(written, expected):
    assert sent(of("duration"), written) == expected


@pytest.mark.parametrize(
    "written", ["90", 90, "01:30", "P1Y", "P", "PT", "1h", "", "999999999 9:00:00", "P106751992D", "00:61:00"]
)
def test_a_length_that_may_mean_two_things_is_refused_with_one_that_works(written):
    call = of("duration")

    problem = call.problem({"at": written})

    assert problem.code in ("date", "type")
    assert sent(call, problem.allowed["examples"][0])


def test_hours_and_minutes_are_offered_where_only_two_numbers_stand():
    assert of("duration").problem({"at": "1:30"}).allowed["examples"] == ["01:30:00", "00:01:30"]
