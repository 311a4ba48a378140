"""A model -> the API's own list operation of its rows, by which a name becomes the value that a field stores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models
from rest_framework.fields import CharField, ReadOnlyField, SerializerMethodField
from rest_framework.generics import GenericAPIView
from rest_framework.settings import api_settings

from mcpbridge.derive.backends import backends_of, filters_of, is_scoping, search_parameter
from mcpbridge.derive.instances import field_at, kind_of_column, model_of
from mcpbridge.derive.names import plain_letters, resource_of
from mcpbridge.derive.operations import Endpoint
from mcpbridge.derive.paging import paging_of
from mcpbridge.derive.serializers import UNKNOWN, on_the_ladder
from mcpbridge.derive.texts import english
from mcpbridge.tools import Kind, Reference

PK = "pk"

NAMES = ("full_path", "name", "title", "label", "full_name", "username", "email", "code", "slug")
"""Keys of a row that name it, best first, where no hint says so."""


class References:
    """Finds and keeps the references of one catalog. named: the endpoints that have a tool, with its name."""

    def __init__(self, named: Mapping[Endpoint, str]) -> None:
        self._named = named
        self._lists = [endpoint for endpoint in named if endpoint.action == "list" and not endpoint.keys]
        self._models = {endpoint: model_of(endpoint) for endpoint in self._lists}
        self._found: dict[tuple[type[models.Model], str], Reference | None] = {}
        self._owners: dict[str, Endpoint] = {}

    @property
    def found(self) -> dict[str, Reference]:
        """Every reference that was asked for, by its name."""
        return {reference.name: reference for reference in self._found.values() if reference is not None}

    def find(self, model: type[models.Model], value: str = PK) -> Reference | None:
        """The reference to a model's rows by a value: PK, or another field's name. None where no list shows it."""
        asked = (model, value)
        if asked not in self._found:
            self._found[asked] = self._make(model, value)
        return self._found[asked]

    def list_at(self, path: str) -> Endpoint | None:
        """The list operation on exactly this path."""
        return next((endpoint for endpoint in self._lists if endpoint.path.rstrip("/") == path.rstrip("/")), None)

    def is_scoped(self, reference: Reference) -> bool:
        """The list may show a caller fewer rows than there are."""
        endpoint = self._owners[reference.name]
        own = getattr(endpoint.view, "get_queryset", None)
        return own is not GenericAPIView.get_queryset or any(is_scoping(one) for one in backends_of(endpoint))

    def _make(self, model: type[models.Model], value: str) -> Reference | None:
        for endpoint in sorted(self._of_model(model), key=lambda one: _rank(one, model)):
            if reference := self._read(endpoint, model, value):
                self._owners[reference.name] = endpoint
                return reference
        return None

    def _of_model(self, model: type[models.Model]) -> Iterable[Endpoint]:
        exact = [endpoint for endpoint in self._lists if self._models[endpoint] is model]
        concrete = model._meta.concrete_model
        return exact or [
            endpoint
            for endpoint, shown in self._models.items()
            if shown is not None and shown._meta.concrete_model is concrete
        ]

    def _read(self, endpoint: Endpoint, model: type[models.Model], value: str) -> Reference | None:
        row, _rung = on_the_ladder(endpoint, lambda serializer: _row(getattr(serializer, "child", serializer)))
        if row is UNKNOWN:
            return None
        stored = {PK, model._meta.pk.name} if value == PK else {value}
        keys = [key for key, field in row.items() if field.source in stored or key == value]
        if not keys:
            return None
        names = endpoint.hints.names or tuple(key for key in NAMES if key in row and _is_text(row[key]))
        resource = resource_of(endpoint)
        return Reference(
            name=resource if value == PK else f"{resource}_by_{plain_letters(value)}",
            noun=english(model._meta.verbose_name).lower(),
            list_tool=self._named[endpoint],
            path=endpoint.path,
            item_path=self._item_path(endpoint, stored),
            value=keys[0],
            value_kind=_kind(model, value),
            names=names,
            label=names[0] if names else "",
            exact=_exact(endpoint, names, row),
            search=search_parameter(endpoint),
            withheld=_withheld(endpoint, names, row),
            me=self._me(endpoint),
            paging=paging_of(endpoint),
        )

    def _item_path(self, owner: Endpoint, stored: set[str]) -> str:
        """Where one row is read by that value."""
        start = owner.path.rstrip("/") + "/"
        for endpoint in self._named:
            is_item = len(endpoint.keys) == 1 and endpoint.path.startswith(start + "{")
            if endpoint.handler == "retrieve" and is_item and getattr(endpoint.view, "lookup_field", "") in stored:
                return endpoint.path.replace("{" + endpoint.keys[0].name + "}", "{value}")
        return ""

    def _me(self, owner: Endpoint) -> str:
        if not owner.hints.me:
            return ""
        own = [
            endpoint
            for endpoint in self._named
            if endpoint.view is owner.view and endpoint.handler == "me" and endpoint.method == "GET"
        ]
        return own[0].path if own and not own[0].keys else ""


def _rank(endpoint: Endpoint, model: type[models.Model]) -> tuple[bool, bool, int, str]:
    """The list that was made for it comes first: by its hints, by its name, by the shorter path."""
    plural = plain_letters(english(model._meta.verbose_name_plural))
    own = {plural, f"{model._meta.model_name}s", model._meta.model_name}
    return (not endpoint.hints.names, resource_of(endpoint) not in own, len(endpoint.path), endpoint.path)


def _row(serializer: Any) -> dict[str, Any]:
    return {key: field for key, field in serializer.fields.items() if not field.write_only}


def _is_text(field: Any) -> bool:
    return isinstance(field, CharField | ReadOnlyField)


def _exact(endpoint: Endpoint, names: tuple[str, ...], row: Mapping[str, Any]) -> tuple[str, ...]:
    """Query parameters that compare one of the names as a whole."""
    if endpoint.hints.name_filter:
        return (endpoint.hints.name_filter,)
    sources = {name: (row[name].source if name in row else name).replace(".", "__") for name in names}
    found = {
        source: parameter
        for parameter, one in filters_of(endpoint).items()
        for source in sources.values()
        if one.field_name == source and one.lookup_expr in ("exact", "iexact") and not one.exclude and not one.method
    }
    return tuple(dict.fromkeys(found[source] for source in sources.values() if source in found))


def _withheld(endpoint: Endpoint, names: tuple[str, ...], row: Mapping[str, Any]) -> dict[str, str]:
    """Names that a method of the serializer shows to some callers alone, and that the list can be filtered by."""
    computed = [name for name in names if isinstance(row.get(name), SerializerMethodField)]
    return {name: name for name in computed if name in filters_of(endpoint)}


def _kind(model: type[models.Model], value: str) -> Kind:
    if value == api_settings.URL_FIELD_NAME:
        return "string"
    return kind_of_column(model._meta.pk if value == PK else field_at(model, value))
