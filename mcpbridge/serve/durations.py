"""A length of time as an agent writes it -> [days ]HH:MM:SS, the one form that every API of this kind takes."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from mcpbridge.serve.refused import unfit

FORM = "A duration is written [days ]HH:MM:SS, such as 01:30:00 or 2 00:00:00, or as ISO 8601 (PT1H30M)."

LONGEST = timedelta(microseconds=2**63 - 1)
"""Databases without a type for durations count their microseconds in 64 bits."""

_CLOCK = re.compile(
    r"(?:(?P<days>-?\d{1,9})(?: days?,?)? )?(?P<sign>-?)(?P<hours>\d{1,9}):(?P<minutes>[0-5]\d):"
    r"(?P<seconds>[0-5]\d(?:\.\d{1,6})?)",
    re.ASCII | re.IGNORECASE,
)
_ISO = re.compile(
    r"(?P<sign>-?)P(?=.)(?:(?P<weeks>\d{1,9})W)?(?:(?P<days>\d{1,9})D)?"
    r"(?:T(?=.)(?:(?P<hours>\d{1,9})H)?(?:(?P<minutes>\d{1,9})M)?(?:(?P<seconds>\d{1,9}(?:\.\d{1,6})?)S)?)?",
    re.ASCII | re.IGNORECASE,
)


def read(value: Any) -> str:
    """The text to send. Raises Refused; a bare number too, since nothing says whether it counts seconds or hours."""
    if not isinstance(value, str):
        raise unfit(f"It must be text. {FORM}")
    text = value.strip()
    match = _CLOCK.fullmatch(text) or _ISO.fullmatch(text)
    if match is None:
        raise unfit(FORM, *_likely(text), code="date")
    parts = {name: part for name, part in match.groupdict().items() if name != "sign"}
    try:
        days = timedelta(weeks=int(parts.get("weeks") or 0), days=int(parts["days"] or 0))
        rest = timedelta(hours=int(parts["hours"] or 0), minutes=int(parts["minutes"] or 0)) + _seconds(
            parts["seconds"]
        )
        # ISO 8601 puts one sign before all of it, the other form one before the days and one before the clock.
        signed = -(days + rest) if "weeks" in parts else days - rest
        length = signed if match["sign"] else days + rest
    except OverflowError:
        length = timedelta.max
    if abs(length) > LONGEST:
        raise unfit(f"It is longer than {LONGEST.days} days, which no database keeps.", code="date")
    return _text(length)


def _seconds(text: str | None) -> timedelta:
    whole, _, fraction = (text or "0").partition(".")
    return timedelta(seconds=int(whole), microseconds=int(fraction.ljust(6, "0")))


def _text(length: timedelta) -> str:
    minutes, seconds = divmod(length.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days = f"{length.days} " if length.days else ""
    fraction = f".{length.microseconds:06}" if length.microseconds else ""
    return f"{days}{hours:02}:{minutes:02}:{seconds:02}{fraction}"


def _likely(text: str) -> list[str]:
    """Two numbers may be hours and minutes, or minutes and seconds; people mostly mean the first."""
    match = re.fullmatch(r"(\d{1,2}):([0-5]\d)", text, re.ASCII)
    return [f"{int(match[1]):02}:{match[2]}:00", f"00:{int(match[1]):02}:{match[2]}"] if match else []
