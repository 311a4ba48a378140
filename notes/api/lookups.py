"""/api/v1/states/, types/, tags/ -> what projects, tasks and notes are sorted by."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import CreateModelMixin

from mcpbridge.derive.hints import ToolHint
from notes.api.filter_kinds import TrueOrFalse
from notes.api.references import NameFilters, ReferenceViewSet, reference_hints
from notes.folding import fold_key
from notes.models import ProjectState, ProjectType, Tag
from notes.visibility import visible_states, visible_tags, visible_types


class StateSerializer(serializers.ModelSerializer[ProjectState]):
    class Meta:
        model = ProjectState
        fields = ["id", "name", "is_finished", "colour"]


class TypeSerializer(serializers.ModelSerializer[ProjectType]):
    class Meta:
        model = ProjectType
        fields = ["id", "name"]


class TagSerializer(serializers.ModelSerializer[Tag]):
    class Meta:
        model = Tag
        fields = ["id", "name"]

    def validate_name(self, name: str) -> str:
        """A name that no other tag has, case and accents apart."""
        other = Tag.objects.filter(name_folded=fold_key(name)).first()
        if other is not None:
            raise ValidationError(
                _("There is the tag %(name)s already; its id is %(id)s.") % {"name": other.name, "id": other.pk},
                code="unique",
            )
        return name


class StateFilters(NameFilters):
    is_finished = TrueOrFalse()


class StateViewSet(ReferenceViewSet):
    """How far projects and tasks have come."""

    visible = visible_states
    queryset = ProjectState.objects.all()
    serializer_class = StateSerializer
    filterset_class = StateFilters
    ordering = ("id",)
    tool_hints = reference_hints("states", {"is_finished": False})


class TypeViewSet(ReferenceViewSet):
    """Kinds of projects."""

    visible = visible_types
    queryset = ProjectType.objects.all()
    serializer_class = TypeSerializer
    tool_hints = reference_hints("types", {"search": "a"})


class TagViewSet(CreateModelMixin, ReferenceViewSet):
    """Words that notes are marked with."""

    visible = visible_tags
    queryset = Tag.objects.all()
    serializer_class = TagSerializer
    tool_hints = reference_hints(
        "tags",
        {"search": "a"},
        tools={
            "create": ToolHint(
                title="Create a tag",
                use_when="Make a tag that tags_list does not find.",
                example={"name": "quarterly review"},
            )
        },
    )
