"""/api/v1/notes/ -> notes: their serializer, filters, viewset, and what an agent is told of them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from rest_framework import serializers

from mcpbridge.derive.hints import ToolHint, ViewHints
from notes.api.fields import PersonName, SeenName, VisibleField
from notes.api.filter_kinds import FoldedName, FoldedSearch, TrueOrFalse, VisibleFilter
from notes.api.kept import KeptFilters, ProjectPartViewSet
from notes.models import Category, Note, Project, Tag
from notes.visibility import visible_categories, visible_notes, visible_projects, visible_tags, visible_users


class NoteSerializer(serializers.ModelSerializer[Note]):
    """A note, with the names of what it refers to beside their ids."""

    project = VisibleField(visible=visible_projects, queryset=Project.objects.all(), required=False, allow_null=True)
    project_name = SeenName(visible=visible_projects, source="project")
    category = VisibleField(
        visible=visible_categories, queryset=Category.objects.all(), required=False, allow_null=True
    )
    category_name = serializers.CharField(source="category.full_path", read_only=True, allow_null=True)
    author_name = PersonName(source="author")
    tags = VisibleField(visible=visible_tags, queryset=Tag.objects.all(), many=True, required=False)
    tag_names = serializers.SlugRelatedField[Tag](source="tags", slug_field="name", many=True, read_only=True)

    class Meta:
        model = Note
        fields = [
            "id",
            "title",
            "body",
            "project",
            "project_name",
            "category",
            "category_name",
            "author",
            "author_name",
            "tags",
            "tag_names",
            "pinned",
            "created_at",
            "updated_at",
            "trashed_at",
        ]
        read_only_fields = ["author"]


class NoteFilters(KeptFilters):
    own = "author"

    search = FoldedSearch("text_folded")
    name = FoldedName("title_folded")
    project = VisibleFilter(visible=visible_projects, queryset=Project.objects.all())
    category = VisibleFilter(visible=visible_categories, queryset=Category.objects.all())
    author = VisibleFilter(visible=visible_users, queryset=User.objects.all())
    tags = VisibleFilter(visible=visible_tags, queryset=Tag.objects.all())
    pinned = TrueOrFalse()

    class Meta:
        model = Note
        fields: list[str] = []


class NoteViewSet(ProjectPartViewSet):
    """Your own notes, and those of the projects that you can see."""

    queryset = Note.objects.all()
    serializer_class = NoteSerializer
    filterset_class = NoteFilters
    ordering_fields = ["created_at", "updated_at", "title"]
    tool_hints = ViewHints(
        names=("title",),
        name_filter="name",
        tools={
            "list": ToolHint(
                title="List notes",
                use_when="Find notes by the text in title or body, project, category, author or tag.",
                example={"search": "reunião", "mine": False},
            ),
            "retrieve": ToolHint(title="Get a note", use_when="Read one note in full.", example={"id": 1}),
            "create": ToolHint(
                title="Create a note",
                use_when="Write something down, with or without a project.",
                not_when="For work to be done use tasks_create.",
                example={"title": "Supplier call", "body": "They deliver on Monday.", "project": 1},
            ),
            "partial_update": ToolHint(
                title="Change a note",
                use_when="Change some values of a note; tags replaces all of its tags.",
                example={"id": 1, "pinned": True},
            ),
            "destroy": ToolHint(title="Trash a note", use_when="Put a note in the trash.", example={"id": 1}),
            "restore": ToolHint(title="Restore a note", use_when="Take a note out of the trash.", example={"id": 1}),
            "purge": ToolHint(title="Purge a note", use_when="Remove a trashed note for good."),
        },
    )

    def get_queryset(self) -> QuerySet[Note]:
        rows = visible_notes(self.request.user).select_related("category", "author").prefetch_related("tags")
        # As long as the note itself, and of no use outside of a query.
        return rows.defer("text_folded") if self.action == "list" else rows

    def perform_create(self, serializer: Any) -> None:
        serializer.save(author=self.request.user)
