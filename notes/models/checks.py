"""One value of a column -> nothing, or ValidationError with a sentence. Serializers and the admin's forms both ask."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from notes.folding import shows

FIRST_YEAR, LAST_YEAR = 1900, 2200
OUT_OF_CALENDAR = _("Give a date from the years 1900 to 2200.")


def seen(text: str) -> None:
    """A name of which a reader sees something: one of zero-width characters would be a blank row in every list."""
    if not shows(text):
        raise ValidationError(_("Write at least one character that can be seen."), code="blank")


def in_calendar(moment: datetime) -> None:
    """A moment that every time zone and every database can show; the ends of the calendar overflow in some."""
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValidationError(OUT_OF_CALENDAR, code="overflow")
