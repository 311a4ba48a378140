"""/api/v1/projects/ -> projects: their serializer, filters, viewset, and what an agent is told of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import django_filters
from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from mcpbridge.derive.hints import ToolHint, ViewHints
from mcpbridge.rest.faults import Conflict
from notes.api.fields import ChoiceLabel, PersonName, SeenName, VisibleField
from notes.api.filter_kinds import After, Before, FoldedName, FoldedSearch, VisibleFilter
from notes.api.kept import KeptViewSet, StatedFilters
from notes.api.ruled import RuledSerializer
from notes.folding import fold_key
from notes.models import Entity, Location, Priority, Project, ProjectState, ProjectType
from notes.rules import Draft, Finding, project_rules
from notes.visibility import (
    visible_entities,
    visible_groups,
    visible_locations,
    visible_projects,
    visible_states,
    visible_types,
    visible_users,
)


class ProjectSerializer(RuledSerializer):
    """A project, with the names of what it refers to beside their ids."""

    state = VisibleField(visible=visible_states, queryset=ProjectState.objects.all(), required=False, allow_null=True)
    state_name = serializers.CharField(source="state.name", read_only=True, allow_null=True)
    type = VisibleField(visible=visible_types, queryset=ProjectType.objects.all(), required=False, allow_null=True)
    type_name = serializers.CharField(source="type.name", read_only=True, allow_null=True)
    priority_label = ChoiceLabel(Priority, source="priority")
    manager = VisibleField(
        visible=visible_users,
        queryset=User.objects.all(),
        required=False,
        allow_null=True,
        help_text="Yourself, unless given.",
    )
    manager_name = PersonName(source="manager")
    group = VisibleField(visible=visible_groups, queryset=Group.objects.all(), required=False, allow_null=True)
    group_name = serializers.CharField(source="group.name", read_only=True, allow_null=True)
    entity = VisibleField(visible=visible_entities, queryset=Entity.objects.all(), required=False, allow_null=True)
    entity_name = serializers.CharField(source="entity.full_path", read_only=True, allow_null=True)
    location = VisibleField(visible=visible_locations, queryset=Location.objects.all(), required=False, allow_null=True)
    location_name = serializers.CharField(source="location.full_path", read_only=True, allow_null=True)
    parent = VisibleField(  # type: ignore[assignment]
        visible=visible_projects, queryset=Project.objects.all(), required=False, allow_null=True
    )
    parent_name = SeenName(visible=visible_projects, source="parent")

    class Meta:
        model = Project
        fields = [
            "id",
            "name",
            "code",
            "state",
            "state_name",
            "type",
            "type_name",
            "priority",
            "priority_label",
            "manager",
            "manager_name",
            "group",
            "group_name",
            "entity",
            "entity_name",
            "location",
            "location_name",
            "parent",
            "parent_name",
            "plan_start_date",
            "plan_end_date",
            "real_start_date",
            "real_end_date",
            "percent_done",
            "content",
            "created_at",
            "updated_at",
            "trashed_at",
        ]

    def validate_code(self, code: str | None) -> str | None:
        """No code where it is blank; else one that no other project has, case and accents apart."""
        if not code:
            return None
        # Among all projects, hidden ones too: the code is unique whoever looks. The answer does not name the other.
        others = Project.objects.filter(code_folded=fold_key(code))
        if self.instance is not None:
            others = others.exclude(pk=self.instance.pk)
        if others.exists():
            raise ValidationError(_("Another project has this code. Choose another code, or none."), code="unique")
        return code

    def rules(self, draft: Draft) -> Iterable[Finding]:
        return project_rules(draft)


class ProjectFilters(StatedFilters):
    own = "manager"

    search = FoldedSearch("name_folded", "code_folded")
    name = FoldedName("name_folded", "code_folded")
    state = VisibleFilter(visible=visible_states, queryset=ProjectState.objects.all())
    type = VisibleFilter(visible=visible_types, queryset=ProjectType.objects.all())
    priority = django_filters.ChoiceFilter(choices=Priority.choices)
    manager = VisibleFilter(visible=visible_users, queryset=User.objects.all())
    group = VisibleFilter(visible=visible_groups, queryset=Group.objects.all())
    entity = VisibleFilter(visible=visible_entities, queryset=Entity.objects.all())
    location = VisibleFilter(visible=visible_locations, queryset=Location.objects.all())
    parent = VisibleFilter(visible=visible_projects, queryset=Project.objects.all())
    plan_start_date_after = After("plan_start_date")
    plan_start_date_before = Before("plan_start_date")
    plan_end_date_after = After("plan_end_date")
    plan_end_date_before = Before("plan_end_date")
    real_start_date_after = After("real_start_date")
    real_start_date_before = Before("real_start_date")
    real_end_date_after = After("real_end_date")
    real_end_date_before = Before("real_end_date")

    class Meta:
        model = Project
        fields: list[str] = []


class ProjectViewSet(KeptViewSet):
    """Projects that you manage, or that belong to your groups or entities."""

    queryset = Project.objects.all()
    serializer_class = ProjectSerializer
    filterset_class = ProjectFilters
    ordering_fields = [
        "created_at",
        "updated_at",
        "name",
        "priority",
        "plan_start_date",
        "plan_end_date",
        "percent_done",
    ]
    tool_hints = ViewHints(
        names=("name", "code"),
        name_filter="name",
        tools={
            "list": ToolHint(
                title="List projects",
                use_when="Find projects by text, state, people, place or dates.",
                example={"search": "portal", "open": True, "ordering": "-priority"},
            ),
            "retrieve": ToolHint(title="Get a project", use_when="Read one project in full.", example={"id": 1}),
            "create": ToolHint(
                title="Create a project",
                use_when="Start a new project.",
                not_when="For a step of an existing project use tasks_create.",
                example={"name": "Atlas", "state": "Processing", "priority": "High", "manager": "me"},
                day={"plan_end_date": "end", "real_end_date": "end"},
            ),
            "partial_update": ToolHint(
                title="Change a project",
                use_when="Change some values of a project.",
                example={"id": 1, "percent_done": 40},
                day={"plan_end_date": "end", "real_end_date": "end"},
            ),
            "destroy": ToolHint(
                title="Trash a project",
                use_when="Put a project in the trash; its notes and tasks must be there already.",
                example={"id": 38},
            ),
            "restore": ToolHint(
                title="Restore a project", use_when="Take a project out of the trash.", example={"id": 38}
            ),
            "purge": ToolHint(title="Purge a project", use_when="Remove a trashed project for good, with all it has."),
        },
    )

    def get_queryset(self) -> QuerySet[Project]:
        return visible_projects(self.request.user).select_related(
            "state", "type", "manager", "group", "entity", "location"
        )

    def perform_create(self, serializer: Any) -> None:
        # Null was chosen: a project that nobody manages. Only who says nothing gets it themselves.
        chosen = "manager" in serializer.validated_data
        serializer.save(**({} if chosen else {"manager": self.request.user}))

    def check_trash(self, row: Project) -> None:
        counts = {
            "notes": row.notes.filter(trashed_at=None).count(),
            "tasks": row.tasks.filter(trashed_at=None).count(),
        }
        if any(counts.values()):
            raise Conflict(
                _("It still has live rows (notes: %(notes)s, tasks: %(tasks)s). Trash or move those first.") % counts,
                code="has_live_rows",
                counts=counts,
            )

    def check_purge(self, row: Project) -> None:
        children = row.children.count()
        if children:
            raise Conflict(
                _("Other projects stand below it (%(count)s). Give them another parent first.") % {"count": children},
                code="has_children",
                counts={"projects": children},
            )
