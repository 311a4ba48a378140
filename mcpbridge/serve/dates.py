"""A date or time as an agent writes it -> the text that the field needs, in ISO 8601 or the API's own format.

Taken are the forms that mean one thing everywhere: 2026-06-01, 20260601, 2026-06-01T09:00 with seconds and offset if
need be. All others are refused with the form that is expected. The bridge has no clock, so "today" means nothing here.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Any

from mcpbridge.serve import zones
from mcpbridge.serve.calls import Rules
from mcpbridge.serve.refused import Refused, unfit
from mcpbridge.tools import Shape

FORMS = {
    "date": "A date is written YYYY-MM-DD.",
    "datetime": "It is written YYYY-MM-DD, or YYYY-MM-DDTHH:MM with :SS and Z or an offset such as +01:00 if need be.",
    "time": "A time is written HH:MM or HH:MM:SS.",
}
ISO = ("", "iso-8601")

_WHOLE = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d|\d{8}(?![ T\d]))"
    r"(?:[ T](?P<clock>\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)\s?(?P<offset>Z|[+-]\d\d:?\d\d)?)?",
    re.ASCII | re.IGNORECASE,
)
_CLOCK = re.compile(r"(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)", re.ASCII)
_WEEK = re.compile(r"\d{4}-?W\d\d-?\d", re.ASCII)
_RELATIVE = re.compile(r"\s*(today|tomorrow|yesterday|now|next|last|this|in|hoje|amanhã|ontem|agora)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Written:
    """What a text says. clock: None for a bare date. offset: None where none was written."""

    day: date
    clock: time | None = None
    offset: tzinfo | None = None


def read(shape: Shape, value: Any, rules: Rules) -> str:
    """The text to send for a shape of kind date, datetime or time. Raises Refused."""
    if not isinstance(value, str):
        raise unfit(f"It must be text. {FORMS[shape.kind]}")
    if _RELATIVE.match(value):
        raise unfit(
            f"It is no date but words about one. {FORMS[shape.kind]}", code="date",
            hint="There is no clock behind this tool: work out the date and write it.",
        )  # fmt: skip
    if shape.kind == "time":
        return _time(shape, value.strip())
    written = _written(value.strip(), shape.kind)
    return _date(shape, written) if shape.kind == "date" else _datetime(shape, written, rules)


def _time(shape: Shape, text: str) -> str:
    match = _CLOCK.fullmatch(text)
    if match is None:
        short = re.fullmatch(r"(\d):(\d\d(?::\d\d)?)", text, re.ASCII)
        raise unfit(FORMS["time"], *([f"0{text}"] if short else []), code="date")
    found = _clock(match)
    if found is None:
        raise unfit(f"There is no such time of day. {FORMS['time']}", code="date")
    return found.isoformat() if shape.format.lower() in ISO else found.strftime(shape.format)


def _date(shape: Shape, written: Written) -> str:
    if written.offset is not None or written.clock not in (None, time.min):
        raise unfit(
            "It takes a day without a time, and a time is not dropped in silence.", written.day.isoformat(),
            code="date", hint=FORMS["date"],
        )  # fmt: skip
    return written.day.isoformat() if shape.format.lower() in ISO else written.day.strftime(shape.format)


def _datetime(shape: Shape, written: Written, rules: Rules) -> str:
    """With an offset where the API's datetimes have one, else as its own zone's clocks show it."""
    zone = zones.named(rules.time_zone)
    try:
        if rules.aware:
            found = _moment(shape, written, zone, rules)
        elif written.clock is None:
            found = datetime.combine(written.day, time.min if shape.day == "start" else zones.LAST)
        else:
            found = datetime.combine(written.day, written.clock, written.offset)
            found = found.astimezone(zone).replace(tzinfo=None, fold=0) if written.offset else found
        if shape.format.lower() in ISO:
            return found.isoformat()
        if found.tzinfo is not None and "%z" not in shape.format:
            found = found.astimezone(zone)
        return found.strftime(shape.format)
    except OverflowError:
        raise unfit("It lies beyond the years that can be reckoned with.", code="date") from None


def _moment(shape: Shape, written: Written, zone: tzinfo, rules: Rules) -> datetime:
    if written.clock is not None and written.offset is not None:
        found = datetime.combine(written.day, written.clock, written.offset)
        found.astimezone(UTC)  # Raises OverflowError where the API could not store it.
        return found
    try:
        if written.clock is not None:
            return zones.moment(datetime.combine(written.day, written.clock), zone)
        return zones.start(written.day, zone) if shape.day == "start" else zones.end(written.day, zone)
    except zones.NoSuchDay:
        raise unfit(f"The zone {rules.time_zone} skips this day.", code="date") from None
    except zones.NoSuchTime as gap:
        raise unfit(
            f"The clocks of {rules.time_zone} skip this time.", gap.later.isoformat(), code="date",
            hint="Add the offset that you mean, or write a time that exists.",
        ) from None  # fmt: skip
    except zones.TwoTimes as twice:
        raise unfit(
            f"The clocks of {rules.time_zone} show this time twice.", twice.first.isoformat(), twice.second.isoformat(),
            code="date", hint="Add the offset that you mean.",
        ) from None  # fmt: skip


def _written(text: str, kind: str) -> Written:
    match = _WHOLE.fullmatch(text)
    if match is None:
        raise unfit(FORMS[kind], *_likely(text), code="date")
    digits = match["day"].replace("-", "")
    year, month, day = int(digits[:4]), int(digits[4:6]), int(digits[6:])
    try:
        found = date(year, month, day)
    except ValueError:
        raise _impossible(year, month, kind) from None
    if match["clock"] is None:
        return Written(found)
    clock = _CLOCK.fullmatch(match["clock"])
    read_clock, offset = _clock(clock) if clock else None, _offset(match["offset"])
    if read_clock is None or (offset is None and match["offset"]):
        raise unfit(f"There is no such time of day or offset. {FORMS[kind]}", found.isoformat(), code="date")
    return Written(found, read_clock, offset)


def _impossible(year: int, month: int, kind: str) -> Refused:
    """The refusal of a day that no calendar has."""
    if year < 1 or not 1 <= month <= 12:
        return unfit(f"This day does not exist: months go from 01 to 12. {FORMS[kind]}", code="date")
    last = calendar.monthrange(year, month)[1]
    return unfit(
        f"This day does not exist: {calendar.month_name[month]} {year} has {last} days.",
        date(year, month, last).isoformat(), code="date", hint=FORMS[kind],
    )  # fmt: skip


def _clock(match: re.Match[str]) -> time | None:
    hour, minute, second, fraction = match.groups()
    try:
        return time(int(hour), int(minute), int(second or 0), int((fraction or "").ljust(6, "0")))
    except ValueError:
        return None


def _offset(text: str | None) -> tzinfo | None:
    if not text or text in "Zz":
        return UTC if text else None
    hours, minutes = int(text[1:3]), int(text[-2:])
    if hours > 14 or minutes > 59:
        return None
    shift = timedelta(hours=hours, minutes=minutes)
    return timezone(-shift if text[0] == "-" else shift)


def _likely(text: str) -> list[str]:
    """The dates that a text in another form may mean, each in the form that works: two where day and month may swap."""
    readings = []
    if match := _YEAR_FIRST.match(text):
        year, month, day = map(int, match.groups())
        readings = [(year, month, day)]
    elif match := _YEAR_LAST.match(text):
        first, second, year = map(int, match.groups())
        readings = [(year, second, first), (year, first, second)]
    elif _WEEK.fullmatch(text):
        try:
            return [date.fromisoformat(text).isoformat()]
        except ValueError:
            return []
    found = []
    for year, month, day in readings:
        if 1 <= month <= 12 and year and 1 <= day <= calendar.monthrange(year, month)[1]:
            found.append(date(year, month, day).isoformat())
    return list(dict.fromkeys(found))
