"""/api/v1/tasks/ -> tasks: their serializer, filters, viewset, and what an agent is told of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers

from mcpbridge.derive.hints import ToolHint, ViewHints
from mcpbridge.rest.faults import Conflict
from notes.api.fields import ChoiceLabel, VisibleField
from notes.api.filter_kinds import After, Before, FoldedName, FoldedSearch, TrueOrFalse, VisibleFilter
from notes.api.kept import ProjectPartViewSet, StatedFilters
from notes.api.ruled import RuledSerializer
from notes.models import Grade, Priority, Project, ProjectState, Task, priority_of
from notes.rules import Draft, Finding, task_rules
from notes.visibility import visible_projects, visible_states, visible_tasks


class TaskSerializer(RuledSerializer):
    """A task, with the names of what it refers to beside their ids."""

    project = VisibleField(visible=visible_projects, queryset=Project.objects.all())
    project_name = serializers.CharField(source="project.name", read_only=True)
    parent = VisibleField(  # type: ignore[assignment]
        visible=visible_tasks, queryset=Task.objects.all(), required=False, allow_null=True
    )
    parent_name = serializers.CharField(source="parent.name", read_only=True, allow_null=True)
    state = VisibleField(visible=visible_states, queryset=ProjectState.objects.all(), required=False, allow_null=True)
    state_name = serializers.CharField(source="state.name", read_only=True, allow_null=True)
    urgency_label = ChoiceLabel(Grade, source="urgency")
    impact_label = ChoiceLabel(Grade, source="impact")
    priority_label = ChoiceLabel(Priority, source="priority")

    class Meta:
        model = Task
        fields = [
            "id",
            "name",
            "project",
            "project_name",
            "parent",
            "parent_name",
            "state",
            "state_name",
            "urgency",
            "urgency_label",
            "impact",
            "impact_label",
            "priority",
            "priority_label",
            "plan_start_date",
            "plan_end_date",
            "percent_done",
            "milestone",
            "content",
            "created_at",
            "updated_at",
            "trashed_at",
        ]
        extra_kwargs = {"priority": {"help_text": "From urgency and impact, unless given."}}

    def rules(self, draft: Draft) -> Iterable[Finding]:
        return task_rules(draft)

    def settle(self, draft: Draft) -> dict[str, Any]:
        """The priority follows urgency and impact whenever one of them is sent, or the task is new."""
        if "priority" in draft.given or not (draft.concerns("urgency", "impact") or draft.stored.pk is None):
            return {}
        return {"priority": priority_of(draft["urgency"], draft["impact"])}


class TaskFilters(StatedFilters):
    own = "project__manager"

    search = FoldedSearch("name_folded")
    name = FoldedName("name_folded")
    project = VisibleFilter(visible=visible_projects, queryset=Project.objects.all())
    parent = VisibleFilter(visible=visible_tasks, queryset=Task.objects.all())
    state = VisibleFilter(visible=visible_states, queryset=ProjectState.objects.all())
    urgency = django_filters.ChoiceFilter(choices=Grade.choices)
    impact = django_filters.ChoiceFilter(choices=Grade.choices)
    priority = django_filters.ChoiceFilter(choices=Priority.choices)
    milestone = TrueOrFalse()
    plan_start_date_after = After("plan_start_date")
    plan_start_date_before = Before("plan_start_date")
    plan_end_date_after = After("plan_end_date")
    plan_end_date_before = Before("plan_end_date")

    class Meta:
        model = Task
        fields: list[str] = []


class TaskViewSet(ProjectPartViewSet):
    """The tasks of the projects that you can see."""

    queryset = Task.objects.all()
    serializer_class = TaskSerializer
    filterset_class = TaskFilters
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
        names=("name",),
        name_filter="name",
        tools={
            "list": ToolHint(
                title="List tasks",
                use_when="Find tasks by project, text, state, priority or dates.",
                example={"open": True, "milestone": True},
            ),
            "retrieve": ToolHint(title="Get a task", use_when="Read one task in full.", example={"id": 1}),
            "create": ToolHint(
                title="Create a task",
                use_when="Add a step to a project.",
                not_when="For something to remember use notes_create.",
                example={
                    "project": "Renovação da rede de São Paulo",
                    "name": "Write the release notes",
                    "urgency": "High",
                    "impact": "Low",
                },
                day={"plan_end_date": "end"},
            ),
            "partial_update": ToolHint(
                title="Change a task",
                use_when="Change some values of a task.",
                example={"id": 1, "percent_done": 40},
                day={"plan_end_date": "end"},
            ),
            "destroy": ToolHint(title="Trash a task", use_when="Put a task in the trash.", example={"id": 1}),
            "restore": ToolHint(title="Restore a task", use_when="Take a task out of the trash.", example={"id": 1}),
            "purge": ToolHint(title="Purge a task", use_when="Remove a trashed task for good."),
        },
    )

    def get_queryset(self) -> QuerySet[Task]:
        return visible_tasks(self.request.user).select_related("project", "parent", "state")

    def check_purge(self, row: Task) -> None:
        children = row.children.count()
        if children:
            raise Conflict(
                _("Other tasks stand below it (%(count)s). Give them another parent first.") % {"count": children},
                code="has_children",
                counts={"tasks": children},
            )
