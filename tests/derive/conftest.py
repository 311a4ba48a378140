"""Viewsets that a test makes up -> the catalog that is derived from them, without any database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework import mixins, serializers, viewsets
from rest_framework.routers import DefaultRouter

from mcpbridge import catalog as catalogs
from mcpbridge import catalog_rules
from mcpbridge.derive.build import derive
from mcpbridge.tools import Argument, Catalog, Shape, Tool
from tests.derive.shop import Crate, CrateSerializer, Item, ItemSerializer, Shelf, ShelfSerializer

Derive = Callable[..., Catalog]


class Shelves(viewsets.ModelViewSet[Shelf]):
    queryset = Shelf.objects.all()
    serializer_class = ShelfSerializer


class Crates(viewsets.ReadOnlyModelViewSet[Crate]):
    queryset = Crate.objects.all()
    serializer_class = CrateSerializer


class Items(viewsets.ModelViewSet[Item]):
    queryset = Item.objects.all()
    serializer_class = ItemSerializer


class Making(mixins.CreateModelMixin, viewsets.GenericViewSet[Item]):
    """Nothing but the operation that takes a whole body."""


class Listing:
    """Nothing but what finds a name."""

    http_method_names = ["get"]


def catalog_of(*patterns: Any, **views: Any) -> Catalog:
    """The catalog of routes, and of viewsets registered under the names of their keywords. It always holds together."""
    router = DefaultRouter()
    for prefix, view in views.items():
        router.register(prefix, view, basename=prefix)
    catalog = derive([*patterns, *router.urls])
    assert not list(catalogs.faults(catalog))
    assert not catalog_rules.faults(catalog)
    assert catalogs.parse(catalogs.write(catalog)) == catalog
    return catalog


def argument(tool: Tool, name: str) -> Argument:
    found = {one.name: one for one in tool.arguments}
    assert name in found, f"{tool.name} has no argument {name}, only {', '.join(found)}"
    return found[name]


def names(tool: Tool, place: str = "") -> list[str]:
    return [one.name for one in tool.arguments if place in ("", one.place)]


def shape_of_field(field: serializers.Field[Any, Any, Any, Any], *, name: str = "value") -> Shape:
    """The shape under which one serializer field is offered by a create tool."""
    return field_as_argument(field, name=name).shape


def field_as_argument(field: serializers.Field[Any, Any, Any, Any], *, name: str = "value") -> Argument:
    serializer = type("OneField", (serializers.Serializer,), {name: field})
    view = type("View", (Making,), {"queryset": Item.objects.all(), "serializer_class": serializer})
    lists = {"shelves": type("V", (Listing, Shelves), {}), "crates": type("V", (Listing, Crates), {})}
    return argument(catalog_of(rows=view, **lists).tools["rows_create"], name)


@pytest.fixture
def shop() -> Catalog:
    return catalog_of(items=Items, shelves=Shelves, crates=Crates)
