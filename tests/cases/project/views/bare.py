"""A request -> an answer, from views without a serializer, generic views and views that fail."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import IntegrityError
from django.http import HttpRequest, JsonResponse
from django.views import View
from drf_spectacular.utils import extend_schema
from rest_framework import generics, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.cases.project.models import Stage
from tests.cases.project.serializers import RenameS, StageS

SECRET = "canary SELECT password FROM auth_user WHERE /srv/private"


class Half(viewsets.ViewSet):
    """Writes a row, then refuses."""

    def create(self, request: Request) -> Response:
        Stage.objects.create(label="half")
        raise ValidationError({"label": ["It is never good enough."]})


class Boom(viewsets.ViewSet):
    """Every fault that DRF lets through, and those that it maps."""

    @action(detail=False)
    def value(self, request: Request) -> Response:
        raise ValueError(SECRET)

    @action(detail=False, methods=["post"])
    def integrity(self, request: Request) -> Response:
        raise IntegrityError(f"Duplicate entry: {SECRET}")

    @action(detail=False, methods=["post"])
    def django_validation(self, request: Request) -> Response:
        raise DjangoValidationError(SECRET)

    @action(detail=False)
    def nobody(self, request: Request) -> Response:
        raise NotAuthenticated


class Described(viewsets.ViewSet):
    """No serializer; what it takes is told by an annotation."""

    @extend_schema(request=RenameS)
    def create(self, request: Request) -> Response:
        given = RenameS(data=request.data)
        given.is_valid(raise_exception=True)
        return Response({"title": given.validated_data["title"]}, status=201)


class AsyncV(View):
    """No DRF view, so no part of the API."""

    async def get(self, request: HttpRequest) -> JsonResponse:
        return JsonResponse({"async": True})


class Status(APIView):
    def get(self, request: Request) -> Response:
        return Response({"up": True})

    def post(self, request: Request) -> Response:
        return Response({"got": request.data}, status=201)


@api_view(["GET", "POST"])
def hello(request: Request) -> Response:
    return Response({"hello": request.data.get("name", "nobody") if request.method == "POST" else "nobody"})


class LabelList(generics.ListCreateAPIView[Stage]):
    queryset = Stage.objects.order_by("id")
    serializer_class = StageS


class LabelDetail(generics.RetrieveUpdateDestroyAPIView[Stage]):
    queryset = Stage.objects.order_by("id")
    serializer_class = StageS


class Broken(generics.ListCreateAPIView[Stage]):
    """Cannot even say which serializer it has."""

    queryset = Stage.objects.all()

    def get_serializer_class(self) -> Any:
        raise RuntimeError(SECRET)
