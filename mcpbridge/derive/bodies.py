"""A serializer -> the arguments that travel in the body, and the fields that cannot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rest_framework import fields
from rest_framework.serializers import BaseSerializer, ListSerializer, ModelSerializer
from rest_framework.utils import model_meta

from mcpbridge.derive.fields import FieldReader, Unsendable
from mcpbridge.derive.names import spelled
from mcpbridge.derive.references import References
from mcpbridge.derive.relations import column_of
from mcpbridge.derive.texts import english
from mcpbridge.secrecy import is_secret
from mcpbridge.tools import Argument


@dataclass(frozen=True)
class Body:
    """left_out: sentences on fields that cannot be sent as JSON. impossible: why no call can be made, or ""."""

    arguments: tuple[Argument, ...] = ()
    left_out: tuple[str, ...] = ()
    impossible: str = ""


def body_of(serializer: Any, references: References, *, method: str, partial: bool) -> Body:
    """partial: the API takes any part of the row, so that nothing is required and no default is used."""
    if isinstance(serializer, ListSerializer):
        return Body(impossible="it takes a bare list as its whole body")

    def members(nested: Any, inside: FieldReader, depth: int) -> tuple[Argument, ...]:
        kept = []
        for field in _writable(nested):
            try:
                kept.append(_argument(field, inside, depth, partial))
            except Unsendable as unsendable:
                if field.required and not partial:
                    raise Unsendable(f"holds {field.field_name}, which {unsendable}") from unsendable
        return tuple(kept)

    reader = FieldReader(references, members)
    arguments, left_out = [], []
    for field in _writable(serializer):
        try:
            if _writes_nested_rows(serializer, field, method):
                raise Unsendable("holds nested rows, which the API cannot store (its serializer has no code for it)")
            arguments.append(_argument(field, reader, 0, partial))
        except Unsendable as unsendable:
            if field.required and not partial:
                return Body(impossible=f"its field {field.field_name}, which is required, {unsendable}")
            left_out.append(f"{field.field_name} cannot be sent here: it {unsendable}")
    return Body(tuple(arguments), tuple(left_out))


def _writable(serializer: Any) -> list[Any]:
    return [
        field
        for field in serializer.fields.values()
        if not field.read_only and not isinstance(field, fields.HiddenField)
    ]


def _argument(field: Any, reader: FieldReader, depth: int, partial: bool) -> Argument:
    shape, words = reader.read(field, depth)
    key = field.field_name
    said = [part for part in (english(field.help_text).rstrip("."), words) if part]
    default, has_default = (None, False) if partial or depth else _default(field)
    argument = Argument(
        name=key,
        place="body",
        key=key,
        shape=shape,
        required=field.required and not partial,
        description="; ".join(said),
        has_default=has_default,
        default=default,
        secret=field.style.get("input_type") == "password",
    )
    return spelled(replace(argument, secret=is_secret(argument)))


def _default(field: Any) -> tuple[Any, bool]:
    """A constant that holds when the argument is absent. Empty values say nothing and are left out."""
    found = field.default
    if found is fields.empty:
        column = column_of(field, field.parent.Meta.model) if _stores_plainly(field.parent) else None
        found = column.default if column is not None and column.has_default() else None
    found = getattr(found, "value", found)
    usable = isinstance(found, str | int | float | bool) and found != ""
    return (found, True) if usable and not callable(found) else (None, False)


def _stores_plainly(serializer: Any) -> bool:
    """No code of the project's stands between what is sent and the new row, so a column's default holds."""
    return isinstance(serializer, ModelSerializer) and all(
        getattr(type(serializer), name) is getattr(ModelSerializer, name)
        for name in ("create", "validate", "run_validation", "to_internal_value", "save")
    )


def _writes_nested_rows(serializer: Any, field: Any, method: str) -> bool:
    """DRF refuses, with a failed assertion, to store nested rows by its own create() and update()."""
    if not isinstance(serializer, ModelSerializer) or field.source == "*":
        return False
    handler = "create" if method == "POST" else "update"
    if getattr(type(serializer), handler) is not getattr(ModelSerializer, handler):
        return False
    first, *more = field.source_attrs
    return first in model_meta.get_field_info(serializer.Meta.model).relations and (
        bool(more) or isinstance(field, BaseSerializer)
    )
