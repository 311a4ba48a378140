"""/api/v1/entities/, locations/, categories/ -> the trees that rows are filed under."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from rest_framework import serializers

from notes.api.filter_kinds import AskedFilters, FoldedName, FoldedSearch, VisibleFilter
from notes.api.references import ReferenceViewSet, reference_hints
from notes.models import Category, Entity, Location
from notes.visibility import visible_categories, visible_entities, visible_locations, visible_users


class NodeSerializer(serializers.ModelSerializer[Any]):
    """One node, with its full path from the root."""

    parent_name = serializers.CharField(source="parent.name", read_only=True, allow_null=True)

    class Meta:
        fields = ["id", "name", "full_path", "parent", "parent_name"]


class EntitySerializer(NodeSerializer):
    class Meta(NodeSerializer.Meta):
        model = Entity


class LocationSerializer(NodeSerializer):
    class Meta(NodeSerializer.Meta):
        model = Location


class CategorySerializer(NodeSerializer):
    class Meta(NodeSerializer.Meta):
        model = Category


class NodeFilters(AskedFilters):
    """A name is a node's own or its full path: "São Paulo" or "Brasil > São Paulo"."""

    search = FoldedSearch("full_path_folded")
    name = FoldedName("name_folded", "full_path_folded")


class EntityFilters(NodeFilters):
    parent = VisibleFilter(visible=visible_entities, queryset=Entity.objects.all())
    members = VisibleFilter(visible=visible_users, queryset=User.objects.all())


class LocationFilters(NodeFilters):
    parent = VisibleFilter(visible=visible_locations, queryset=Location.objects.all())


class CategoryFilters(NodeFilters):
    parent = VisibleFilter(visible=visible_categories, queryset=Category.objects.all())


class NodeViewSet(ReferenceViewSet):
    """Nodes of a tree, in the order of their full paths."""

    ordering_fields = ["name", "full_path"]
    ordering = ("full_path",)

    def get_queryset(self) -> QuerySet[Any]:
        return super().get_queryset().select_related("parent")


class EntityViewSet(NodeViewSet):
    """The entities that you are a member of, with those below them."""

    visible = visible_entities
    queryset = Entity.objects.all()
    serializer_class = EntitySerializer
    filterset_class = EntityFilters
    tool_hints = reference_hints("entities", {"search": "a"}, ("name", "full_path"))


class LocationViewSet(NodeViewSet):
    """Places."""

    visible = visible_locations
    queryset = Location.objects.all()
    serializer_class = LocationSerializer
    filterset_class = LocationFilters
    tool_hints = reference_hints("locations", {"search": "são paulo"}, ("name", "full_path"))


class CategoryViewSet(NodeViewSet):
    """What notes are about."""

    visible = visible_categories
    queryset = Category.objects.all()
    serializer_class = CategorySerializer
    filterset_class = CategoryFilters
    tool_hints = reference_hints("categories", {"search": "a"}, ("name", "full_path"))
