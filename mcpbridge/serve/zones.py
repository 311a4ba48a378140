"""A wall clock's time in a zone -> the moment that it means, where it means exactly one.

Twice a year clocks jump in many zones: times in the gap do not exist, times after the jump back exist twice.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

LAST = time(23, 59, 59, 999999)
"""The end of a day, to the microsecond."""


class NoSuchTime(ValueError):
    """The clocks skip this time. later: what they show instead."""

    def __init__(self, later: datetime) -> None:
        super().__init__(later)
        self.later = later


class TwoTimes(ValueError):
    """The clocks show this time twice. first, second: the two moments."""

    def __init__(self, first: datetime, second: datetime) -> None:
        super().__init__(first, second)
        self.first, self.second = first, second


class NoSuchDay(ValueError):
    """The calendar of the zone skips this day."""


def named(name: str) -> tzinfo:
    """The zone of an IANA name. UTC needs no database of zones."""
    return UTC if name == "UTC" else ZoneInfo(name)


def moment(wall: datetime, zone: tzinfo) -> datetime:
    """The moment of a naive wall time. Raises NoSuchTime, TwoTimes; OverflowError at the ends of the calendar."""
    first, second = wall.replace(tzinfo=zone, fold=0), wall.replace(tzinfo=zone, fold=1)
    if first.utcoffset() == second.utcoffset():
        return first
    shown = first.astimezone(UTC).astimezone(zone)
    if shown.replace(tzinfo=None, fold=0) == wall:
        raise TwoTimes(first, second)
    raise NoSuchTime(shown)


def start(day: date, zone: tzinfo) -> datetime:
    """The first moment of a day, midnight or not. Raises NoSuchDay."""
    try:
        found = moment(datetime.combine(day, time.min), zone)
    except TwoTimes as twice:
        found = twice.first
    except NoSuchTime:
        found = _jump(datetime.combine(day, time.min), zone)
    if found.date() != day:
        raise NoSuchDay(day)
    return found


def end(day: date, zone: tzinfo) -> datetime:
    """The last microsecond of a day. Raises NoSuchDay."""
    try:
        found = moment(datetime.combine(day, LAST), zone)
    except TwoTimes as twice:
        found = twice.second
    except NoSuchTime:
        jump = _jump(datetime.combine(day, LAST), zone)
        found = (jump.astimezone(UTC) - timedelta(microseconds=1)).astimezone(zone)
    if found.date() != day:
        raise NoSuchDay(day)
    return found


def _jump(wall: datetime, zone: tzinfo) -> datetime:
    """The first moment after the gap in which a wall time lies."""
    # Read with the offset after the jump a time in the gap lies before it, read with the one before, at or after it.
    before = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    after = wall.replace(tzinfo=zone, fold=0).astimezone(UTC).replace(microsecond=0) + timedelta(seconds=1)
    low, high = 0, int((after - before).total_seconds()) + 1
    before = before.replace(microsecond=0)
    old = before.astimezone(zone).utcoffset()
    while high - low > 1:
        middle = (low + high) // 2
        if (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == old:
            low = middle
        else:
            high = middle
    return (before + timedelta(seconds=high)).astimezone(zone)
