"""A request with an unusual body -> an answer."""

from __future__ import annotations

from typing import Any

from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tests.cases.project.models import Card, Locker, Trip
from tests.cases.project.serializers import (
    CardS,
    LockerS,
    NodeS,
    OddS,
    ParS,
    RenameS,
    ShortCardS,
    TallyS,
    TripS,
    UploadS,
)


class Echo(viewsets.GenericViewSet[Any]):
    """Answers with what it has understood."""

    def create(self, request: Request) -> Response:
        given = self.get_serializer(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(given.data, status=201)


class Tallies(Echo):
    serializer_class = TallyS


class Nodes(Echo):
    serializer_class = NodeS


class Odd(Echo):
    serializer_class = OddS


class Uploads(Echo):
    serializer_class = UploadS


class Pars(mixins.CreateModelMixin, viewsets.GenericViewSet[Card]):
    queryset = Card.objects.all()
    serializer_class = ParS


class Trips(viewsets.ModelViewSet[Trip]):
    queryset = Trip.objects.order_by("id")
    serializer_class = TripS


class Lockers(viewsets.ModelViewSet[Locker]):
    queryset = Locker.objects.order_by("id")
    serializer_class = LockerS


class Forms(mixins.UpdateModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Card]):
    """Understands forms alone."""

    queryset = Card.objects.all()
    serializer_class = CardS
    parser_classes = [FormParser, MultiPartParser]


class Phases(viewsets.ModelViewSet[Card]):
    """Another serializer for every action, and an action of two methods."""

    queryset = Card.objects.all()

    def get_serializer_class(self) -> type[BaseSerializer[Any]]:
        return {"create": RenameS, "list": ShortCardS, "rename": RenameS, "flow": CardS}.get(self.action, ShortCardS)

    def perform_create(self, serializer: Any) -> None:
        Card.objects.create(**serializer.validated_data)

    @action(detail=True, methods=["patch"])
    def rename(self, request: Request, pk: str | None = None) -> Response:
        card = self.get_object()
        given = self.get_serializer(data=request.data)
        given.is_valid(raise_exception=True)
        card.title = given.validated_data["title"]
        card.save()
        return Response({"id": card.id, "title": card.title})

    @action(detail=False, methods=["get", "post"])
    def flow(self, request: Request) -> Response:
        if request.method == "GET":
            return Response({"cards": Card.objects.count()})
        given = self.get_serializer(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(CardS(given.save()).data, status=201)


class ProjectMembershipInvitationViewSet(viewsets.GenericViewSet[Card]):
    queryset = Card.objects.all()
    serializer_class = RenameS

    @action(detail=False, methods=["post"])
    def bulk_resend_expired_invitations(self, request: Request) -> Response:
        given = self.get_serializer(data=request.data)
        given.is_valid(raise_exception=True)
        return Response({"resent": given.validated_data["title"]})


class Replacements(mixins.UpdateModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Card]):
    """PUT without PATCH: what is not sent and has a default is set to it."""

    queryset = Card.objects.all()
    serializer_class = ShortCardS
    http_method_names = ["get", "put", "head", "options"]
