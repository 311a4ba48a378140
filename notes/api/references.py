"""What other rows refer to -> viewsets that list and get it, by search and by exact name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin

from mcpbridge.derive.hints import ToolHint, ViewHints
from notes.api.filter_kinds import AskedFilters, FoldedName, FoldedSearch
from notes.api.lists import OneAnswerList
from notes.api.rights import ModelRights
from notes.visibility import Person


class NameFilters(AskedFilters):
    """For rows with a name."""

    search = FoldedSearch("name_folded")
    name = FoldedName("name_folded")


class ReferenceViewSet(ListModelMixin, RetrieveModelMixin, OneAnswerList):
    """``visible`` says which rows a person may see."""

    visible: ClassVar[Callable[[Person], QuerySet[Any]]]
    permission_classes = [ModelRights]
    filterset_class = NameFilters
    ordering_fields = ["name"]
    ordering = ("name",)

    def get_queryset(self) -> QuerySet[Any]:
        return type(self).visible(self.request.user)


def reference_hints(
    rows: str,
    example: Mapping[str, Any],
    names: tuple[str, ...] = ("name",),
    tools: Mapping[str, ToolHint] | None = None,
    *,
    me: bool = False,
) -> ViewHints:
    """Hints of rows that are there to be referred to. Mostly a name in place of an id is enough, without a look-up."""
    return ViewHints(
        names=names,
        name_filter="name",
        me=me,
        tools={
            "list": ToolHint(title=f"List {rows}", use_when=f"Find {rows} by name.", example=example),
            "retrieve": ToolHint(title=f"Get one of the {rows}", example={"id": 1}),
            **(tools or {}),
        },
    )
