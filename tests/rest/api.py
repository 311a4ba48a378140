"""A small API of its own, that fails in every way -> what the problem handler and middleware are tested on."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation, ValidationError
from django.db import DataError, IntegrityError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from rest_framework import exceptions, serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from mcpbridge.rest.faults import Conflict
from notes.models import Tag

CANARY = "canary-/srv/secret.py-SELECT-password"

FAULTS: dict[str, Exception] = {
    "missing": Http404(CANARY),
    "forbidden": PermissionDenied(CANARY),
    "invalid": ValidationError({"name": ["Too plain."]}),
    "conflict": Conflict("Two tasks are open. Close them first.", code="open_tasks", counts={"tasks": 2}),
    "unique": IntegrityError(f"UNIQUE constraint failed: {CANARY}"),
    "too_long": DataError(1406, CANARY),
    "down": OperationalError(2006, CANARY),
    "suspicious": SuspiciousOperation(CANARY),
    "throttled": exceptions.Throttled(wait=7.2),
    "unexpected": RuntimeError(CANARY),
    "endless": RecursionError(CANARY),
}


class Item(serializers.Serializer[Any]):
    amount = serializers.IntegerField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["amount"] < 0:
            raise serializers.ValidationError("An item cannot be negative.")
        return attrs


class Order(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=5)
    items = Item(many=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["items"]:
            raise serializers.ValidationError("An order needs an item.")
        return attrs


class Orders(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def get(self, request: Request) -> Response:
        serializer = Item(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        return Response(serializer.data)

    def post(self, request: Request) -> Response:
        serializer = Order(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response(serializer.data)


class Anything(serializers.Serializer[Any]):
    value = serializers.JSONField()


class Anythings(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def post(self, request: Request) -> Response:
        serializer = Anything(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response({"ok": True})


class Tags(APIView):
    """Stores a tag without looking whether there is one, as a view does that lost a race."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def post(self, request: Request) -> Response:
        Tag.objects.create(name=request.data.get("name", "urgente"))
        return Response(status=201)


class Failing(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def get(self, request: Request, fault: str) -> Response:
        raise FAULTS[fault]


def plain_failing(request: HttpRequest, fault: str) -> HttpResponse:
    raise FAULTS[fault]


def own_answer(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"mine": True}, status=418)


urlpatterns = [
    path("api/orders/", Orders.as_view()),
    path("api/anything/", Anythings.as_view()),
    path("api/tags/", Tags.as_view()),
    path("api/failing/<str:fault>/", Failing.as_view()),
    path("api/plain/<str:fault>/", plain_failing),
    path("api/own/", own_answer),
    path("pages/<str:fault>/", plain_failing),
]
