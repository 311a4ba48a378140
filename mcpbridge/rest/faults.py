"""An exception of Django's or the database's -> the API's exception for it, without SQL, path or value in its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from traceback import walk_tb
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
from django.db.models import Model, ProtectedError, RestrictedError
from django.http import Http404, UnreadablePostError
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status
from rest_framework.serializers import as_serializer_error

PARSERS = "rest_framework.parsers"
JSON_WRITER = "json.encoder"


class Conflict(exceptions.APIException):
    """What is stored stands against the request: 409.

    ``members`` become members of the answer beside its text, so that a client reads counts or ids as data:
    ``Conflict("Two tasks are still open.", code="open_tasks", counts={"tasks": 2})``.
    """

    status_code = status.HTTP_409_CONFLICT
    default_detail = _("The request conflicts with what is stored. Read the current state and try again.")
    default_code = "conflict"

    def __init__(self, detail: Any = None, code: str | None = None, **members: Any) -> None:
        super().__init__(detail, code)
        self.members: Mapping[str, Any] = members


class TooLarge(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = _("The request is larger than this server accepts. Send less at once.")
    default_code = "too_large"


class DatabaseUnavailable(exceptions.APIException):
    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_detail = _("The database cannot answer at the moment. Try again in a few seconds.")
    default_code = "database_unavailable"
    wait = 5


class Unexpected(exceptions.APIException):
    default_detail = _("Something went wrong on the server. Quote the request id when you report it.")
    default_code = "internal_error"


def as_api_exception(fault: Exception) -> exceptions.APIException:
    """The API's exception for any exception; one that nobody foresaw becomes Unexpected, whose text says nothing of it.

    Http404 loses its text on purpose: a row that the caller may not see must answer like one that does not exist.
    """
    match fault:
        case exceptions.APIException():
            return fault
        case Http404():
            return exceptions.NotFound()
        case PermissionDenied():
            return exceptions.PermissionDenied()
        case DjangoValidationError():
            return exceptions.ValidationError(as_serializer_error(fault))
        case ProtectedError():
            return _still_used(Counter(_kind(row) for row in fault.protected_objects))
        case RestrictedError():
            return _still_used(Counter(_kind(row) for row in fault.restricted_objects))
        case RequestDataTooBig():
            return TooLarge()
        case SuspiciousOperation() | BadRequest() | UnreadablePostError():
            return exceptions.ParseError(_("The request could not be read. Check its headers and body."))
        case RecursionError() if _is_of_parsing(fault):
            return exceptions.ParseError(_("The body is nested too deeply. Send it with fewer levels."))
        case _:
            return _from_database(fault)


def _is_of_parsing(fault: RecursionError) -> bool:
    """Whether it came up while a body was read, or a field wrote it as JSON; not in code that calls itself for ever."""
    frames = [frame.f_globals.get("__name__", "") for frame, _line in walk_tb(fault.__traceback__)]
    return PARSERS in frames or frames[-1:] == [JSON_WRITER]


def _from_database(fault: Exception) -> exceptions.APIException:
    match fault:
        case IntegrityError():
            return Conflict(
                _(
                    "A value that must be unique is already taken, or a row that this one refers to is gone. "
                    "Change the values and try again."
                )
            )
        case DataError():
            return exceptions.ValidationError(
                _("A value is too long or too large to be stored. Shorten it and try again."), code="does_not_fit"
            )
        case OperationalError() | InterfaceError():
            return DatabaseUnavailable()
        case _:
            return Unexpected()


def _kind(row: Model) -> tuple[str, str]:
    return row._meta.model_name or "", str(row._meta.verbose_name_plural)


def _still_used(counts: Counter[tuple[str, str]]) -> Conflict:
    listed = ", ".join(f"{capfirst(plural)}: {count}" for (_name, plural), count in sorted(counts.items()))
    text = _("Other rows still refer to this one (%(listed)s). Change or remove those first.") % {"listed": listed}
    return Conflict(text, code="still_used", counts={name: count for (name, _plural), count in sorted(counts.items())})
