"""A request -> cards and the rows that they refer to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import django_filters
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.filters import OrderingFilter, SearchFilter
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import IsAdminUser, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from mcpbridge.derive.hints import ToolHint, ViewHints
from tests.cases.project.models import Card, Folder, Seat, Stage
from tests.cases.project.serializers import CardS, CloseS, FolderS, MineS, SeatS, StageS, UserS

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


class Numbers(django_filters.BaseInFilter, django_filters.NumberFilter):
    """ids=1,2,3"""


class CardFilter(django_filters.FilterSet):
    ids = Numbers(field_name="id", lookup_expr="in")
    due_after = django_filters.DateFilter(field_name="due", lookup_expr="gte")
    at_before = django_filters.IsoDateTimeFilter(field_name="at", lookup_expr="lte")
    stages = django_filters.ModelMultipleChoiceFilter(field_name="stage", queryset=Stage.objects.all())

    class Meta:
        model = Card
        fields = ["done", "level", "stage"]


class ByTwo(PageNumberPagination):
    page_size = 2
    page_size_query_param = "page_size"
    max_page_size = 3


class Stages(viewsets.ReadOnlyModelViewSet[Stage]):
    """No filter and no search: names are found by paging."""

    queryset = Stage.objects.order_by("id")
    serializer_class = StageS
    pagination_class = ByTwo


class Folders(viewsets.ReadOnlyModelViewSet[Folder]):
    """An exact filter by name; not paged."""

    queryset = Folder.objects.order_by("name", "id")
    serializer_class = FolderS
    filter_backends = [DjangoFilterBackend]
    filterset_fields = ["name"]


class Users(viewsets.ReadOnlyModelViewSet[User]):
    """A text search alone."""

    queryset = User.objects.order_by("id")
    serializer_class = UserS
    pagination_class = ByTwo
    filter_backends = [SearchFilter]
    search_fields = ["username", "first_name", "last_name"]


class Cards(viewsets.ModelViewSet[Card]):
    queryset = Card.objects.all()
    serializer_class = CardS
    pagination_class = ByTwo
    filter_backends = [DjangoFilterBackend, OrderingFilter, SearchFilter]
    filterset_class = CardFilter
    ordering_fields = ["title", "due"]
    search_fields = ["title", "body"]
    tool_hints = ViewHints(
        tools={
            "find": ToolHint(level="read", level_reason="It only reads; POST because the text may be long."),
            "rotate_key": ToolHint(level="write"),
        }
    )

    @action(detail=True, methods=["post"], serializer_class=CloseS, permission_classes=[IsAdminUser])
    def close(self, request: Request, pk: str | None = None) -> Response:
        card = self.get_object()
        given = self.get_serializer(data=request.data)
        given.is_valid(raise_exception=True)
        card.done, card.body = True, given.validated_data["reason"]
        card.save()
        return Response({"id": card.id, "done": True})

    @close.mapping.delete
    def reopen(self, request: Request, pk: str | None = None) -> Response:
        card = self.get_object()
        card.done = False
        card.save()
        return Response(status=204)

    @action(detail=True)
    def dump(self, request: Request, pk: str | None = None) -> HttpResponse:
        return HttpResponse(PNG, content_type="image/png")

    @action(detail=False)
    def csv(self, request: Request) -> StreamingHttpResponse:
        def lines() -> Iterator[bytes]:
            yield b"id;title\r\n"
            for card in Card.objects.all():
                yield f"{card.id};{card.title}\r\n".encode("latin-1")

        return StreamingHttpResponse(lines(), content_type="text/csv; charset=iso-8859-1")

    @action(detail=False, methods=["get", "post"])
    def go(self, request: Request) -> HttpResponseRedirect:
        return HttpResponseRedirect("/cards/")

    @action(detail=False, methods=["post"], serializer_class=CloseS)
    def find(self, request: Request) -> Response:
        given = self.get_serializer(data=request.data)
        given.is_valid(raise_exception=True)
        found = Card.objects.filter(title__contains=given.validated_data["reason"])
        return Response({"found": [card.id for card in found]})

    @action(detail=False)
    def rotate_key(self, request: Request) -> Response:
        return Response({"key": Stage.objects.create(label="rotated").id})


class Seats(viewsets.ModelViewSet[Seat]):
    """Answers a bare array."""

    queryset = Seat.objects.all()
    serializer_class = SeatS


class Mine(viewsets.ModelViewSet[Card]):
    """A person's own cards; both queryset and serializer read the request."""

    serializer_class = MineS
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet[Card]:
        return Card.objects.filter(owner=self.request.user)

    def perform_create(self, serializer: Any) -> None:
        serializer.save(owner=self.request.user)
