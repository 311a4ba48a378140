"""Rows with a trash -> list, get, create, update, trash, restore, purge; and the filters that all of them share."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import SAFE_METHODS, IsAdminUser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ModelViewSet

from mcpbridge.rest.faults import Conflict
from notes.api.filter_kinds import After, AskedFilters, Before, Trashed, TrueOrFalse
from notes.api.lists import OneAnswerList
from notes.api.rights import ChangeRight, ModelRights
from notes.locks import hold_for
from notes.models.work import Kept
from notes.visibility import visible_projects


class KeptFilters(AskedFilters):
    """``own`` names the user to whom a row belongs, for "mine"."""

    own: ClassVar[str]

    mine = TrueOrFalse(method="only_mine")
    trashed = Trashed()
    created_at_after = After("created_at")
    created_at_before = Before("created_at")
    updated_at_after = After("updated_at")
    updated_at_before = Before("updated_at")

    def only_mine(self, rows: QuerySet[Any], _name: str, wanted: bool) -> QuerySet[Any]:
        mine = Q((self.own, self.request.user.pk))
        return rows.filter(mine if wanted else ~mine)


class StatedFilters(KeptFilters):
    """For rows with a state."""

    open = TrueOrFalse(method="only_open")

    def only_open(self, rows: QuerySet[Any], _name: str, wanted: bool) -> QuerySet[Any]:
        is_open = Q(state=None) | Q(state__is_finished=False)
        return rows.filter(is_open if wanted else ~is_open)


class NoInput(serializers.Serializer[Any]):
    """An action that takes no body."""


class KeptViewSet(OneAnswerList, ModelViewSet[Any]):
    """A row in the trash can be read, restored and purged; to change it, restore it first."""

    permission_classes = [ModelRights]
    ordering = ("-created_at",)

    def __init_subclass__(cls, **options: Any) -> None:
        """What restore answers with is the row, which only the viewset of one kind of row can tell."""
        super().__init_subclass__(**options)
        extend_schema_view(restore=extend_schema(request=None, responses=cls.serializer_class))(cls)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Who may write at all holds the rows before anything is read of them."""
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS:
            hold_for(cast(Any, self).queryset.model, kwargs.get("pk"), request.data)

    def get_object(self) -> Any:
        row = super().get_object()
        if row.trashed_at and self.action in ("update", "partial_update", "destroy"):
            raise Conflict(_("It is in the trash. Restore it first."), code="in_trash")
        return row

    def perform_destroy(self, instance: Kept) -> None:
        self.check_trash(instance)
        instance.trash()

    @action(detail=True, methods=["post"], permission_classes=[ChangeRight], serializer_class=NoInput)
    def restore(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Take it out of the trash. What is not there stays as it is."""
        row = self.get_object()
        if row.trashed_at:
            self.check_restore(row)
            row.restore()
        # The action's own serializer class describes its input; the answer is the row.
        rendered = type(self).serializer_class(row, context=self.get_serializer_context())  # type: ignore[misc]
        return Response(rendered.data)

    @extend_schema(responses={204: None})
    @action(detail=True, methods=["delete"], permission_classes=[IsAdminUser])
    def purge(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Remove it for good. It must be in the trash."""
        row = self.get_object()
        if not row.trashed_at:
            raise Conflict(_("It is not in the trash. Only what is in the trash can be purged."), code="not_in_trash")
        self.check_purge(row)
        row.delete()
        return Response(status=status.HTTP_204_NO_CONTENT)

    def check_trash(self, row: Any) -> None:
        """Raise Conflict where the row may not go to the trash."""

    def check_restore(self, row: Any) -> None:
        """Raise Conflict where the row may not come back."""

    def check_purge(self, row: Any) -> None:
        """Raise Conflict where the row may not be removed."""


class ProjectPartViewSet(KeptViewSet):
    """Rows of a project, which come back from the trash only where the project is not there itself."""

    def check_restore(self, row: Any) -> None:
        if row.project and row.project.trashed_at:
            if not self._sees(row.project_id):
                # One's own note in a project that one has left: nothing of that project is told.
                raise Conflict(_("Its project cannot take it back now."), code="not_restored")
            raise Conflict(
                _("Its project %(id)s is in the trash. Restore the project first.") % {"id": row.project_id},
                code="project_in_trash",
                project=row.project_id,
            )

    def _sees(self, project: int) -> bool:
        """The admin asks without a request, and staff see every project."""
        request: Request | None = getattr(self, "request", None)
        return request is None or visible_projects(request.user).filter(pk=project).exists()
