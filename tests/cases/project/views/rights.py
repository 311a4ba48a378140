"""A request -> an answer that depends on who asks."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import mixins, viewsets
from rest_framework.permissions import DjangoModelPermissions, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle

from tests.cases.project.models import Card, Diary, Entry, Stage
from tests.cases.project.serializers import DiaryS, EntryS, ShortCardS, StageS


class Priv(viewsets.ReadOnlyModelViewSet[Card]):
    queryset = Card.objects.all()
    serializer_class = ShortCardS
    permission_classes = [IsAuthenticated]


class Vault(viewsets.ModelViewSet[Stage]):
    queryset = Stage.objects.order_by("id")
    serializer_class = StageS
    permission_classes = [DjangoModelPermissions]


class Tenants(viewsets.ViewSet):
    """Answers with what initial() has found out."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.tenant = f"tenant of {request.user.get_username() or 'nobody'}"

    def list(self, request: Request) -> Response:
        return Response({"tenant": self.tenant, "middleware": request._request.user.get_username()})


class Diaries(viewsets.ModelViewSet[Diary]):
    serializer_class = DiaryS
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet[Diary]:
        return Diary.objects.filter(owner=self.request.user)

    def perform_create(self, serializer: Any) -> None:
        serializer.save(owner=self.request.user)


class Entries(mixins.CreateModelMixin, viewsets.ReadOnlyModelViewSet[Entry]):
    """Its rows are one's own, but its `diary` accepts everybody's."""

    serializer_class = EntryS
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet[Entry]:
        return Entry.objects.filter(diary__owner=self.request.user)


class Slow(viewsets.ViewSet):
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "slow"

    def list(self, request: Request) -> Response:
        return Response({"served": True})
