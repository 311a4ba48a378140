"""What a database says of a value that is taken -> the field of the request that holds it, nothing of the text itself.

SQLite names the column, MySQL the index and its table, MariaDB the index alone: all three are looked up among the
models of this project. A field that keeps a copy of another (for comparison without case or accents, say) tells its
name in the attribute ``of``; the field meant is then that one, since clients know no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db import IntegrityError
from django.db.models import Model, UniqueConstraint
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.validators import UniqueValidator

from mcpbridge.rest.faults import Conflict

MYSQL_DUPLICATE = 1062
_SQLITE = re.compile(r"UNIQUE constraint failed: (\w+)\.(\w+)")
# The entry before it is the caller's value, and may hold anything.
_MYSQL = re.compile(r".* for key '(?:(\w+)\.)?(\w+)'", re.DOTALL)


class Taken(Conflict):
    """One value of the request is taken, as validation would have said had nobody been faster."""

    def __init__(self, field: str) -> None:
        super().__init__({field: [ErrorDetail(str(UniqueValidator.message), code="unique")]})


def as_taken(fault: Exception, request: Request | None) -> Taken | None:
    """None unless the fault is about one field that the request itself sent: another cannot be mended by its caller."""
    if request is None or not isinstance(fault, IntegrityError):
        return None
    field = taken_field(fault)
    return Taken(field) if field is not None and field in _sent(request) else None


def _sent(request: Request) -> Mapping[str, Any]:
    try:
        body = request.data
    except Exception:
        # The view never read it, so it is not what the fault is about.
        return {}
    return body if isinstance(body, Mapping) else {}


def taken_field(fault: IntegrityError) -> str | None:
    """The name of the one field whose value is taken; None where it is not one field's fault, or not certain whose."""
    named = _named(fault)
    if named is None:
        return None
    table, key = named
    fields = {
        getattr(field, "of", None) or field.name
        for model in apps.get_models()
        if table in (None, model._meta.db_table)
        for field, pattern in _unique_fields(model)
        if re.fullmatch(pattern, key)
    }
    return str(fields.pop()) if len(fields) == 1 else None


def _named(fault: IntegrityError) -> tuple[str | None, str] | None:
    """The table, where it is told, and the column or index."""
    match fault.args:
        case [int(number), str(text), *_] if number == MYSQL_DUPLICATE:
            told = _MYSQL.fullmatch(text)
        case [str(text)]:
            told = _SQLITE.fullmatch(text)
        case _:
            return None
    return (told[1], told[2]) if told else None


def _unique_fields(model: type[Model]) -> Iterator[tuple[Any, str]]:
    """Each field that is unique by itself, with a pattern of the names under which a database knows that."""
    by_name: dict[str, Any] = {field.name: field for field in model._meta.local_concrete_fields}
    for field in by_name.values():
        if field.unique:
            column = re.escape(field.column)
            # The second name is Django's, for a field that became unique later.
            yield field, rf"{column}|{re.escape(model._meta.db_table)}_{column}_[0-9a-f]{{8}}_uniq"
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint) and len(constraint.fields) == 1:
            field = by_name[constraint.fields[0]]
            yield field, f"{re.escape(field.column)}|{re.escape(constraint.name)}"
