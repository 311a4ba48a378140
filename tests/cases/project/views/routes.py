"""A request on an unusual route -> an answer."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import mixins, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.versioning import NamespaceVersioning

from tests.cases.project.models import Board, Page, Pin
from tests.cases.project.serializers import BoardS, PageS, PinS, TicketS


class Pages(viewsets.ModelViewSet[Page]):
    """Found by a slug that can be changed."""

    queryset = Page.objects.order_by("slug")
    serializer_class = PageS
    lookup_field = "slug"


class Boards(viewsets.ModelViewSet[Board]):
    queryset = Board.objects.order_by("id")
    serializer_class = BoardS


class BoardPins(mixins.CreateModelMixin, viewsets.ReadOnlyModelViewSet[Pin]):
    """Below a board: /boards/{board_pk}/pins/"""

    serializer_class = PinS

    def get_queryset(self) -> QuerySet[Pin]:
        return Pin.objects.filter(board_id=self.kwargs["board_pk"])

    def perform_create(self, serializer: Any) -> None:
        serializer.save(board_id=self.kwargs["board_pk"])


class BoardTickets(mixins.CreateModelMixin, mixins.UpdateModelMixin, viewsets.ReadOnlyModelViewSet[Pin]):
    """Below a board whose key is also a field of the body: /desks/{board}/tickets/"""

    serializer_class = TicketS

    def get_queryset(self) -> QuerySet[Pin]:
        return Pin.objects.filter(board_id=self.kwargs["board"])


class Ver(viewsets.ViewSet):
    versioning_class = NamespaceVersioning

    def list(self, request: Request) -> Response:
        return Response({"version": request.version})


class Plain(viewsets.ReadOnlyModelViewSet[Board]):
    """Routed without a slash at the end."""

    queryset = Board.objects.order_by("id")
    serializer_class = BoardS


class PlainPins(mixins.CreateModelMixin, viewsets.GenericViewSet[Pin]):
    """Written to without a slash at the end."""

    queryset = Pin.objects.all()
    serializer_class = TicketS
