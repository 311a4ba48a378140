"""Fields of every kind, in a body, a form and a query -> errors that tell what was given and what would have worked."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.urls import path
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.generics import CreateAPIView, ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from mcpbridge.rest.mendable import mendable
from notes.models import Project, ProjectState

SIZES = [("s", "Small"), ("m", "Medium")]


class Account(serializers.Serializer[Any]):
    login = serializers.CharField(max_length=3)
    answer = serializers.CharField(write_only=True, max_length=3)


class Everything(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=5, required=False)
    size = serializers.ChoiceField(choices=SIZES, required=False)
    number = serializers.ChoiceField(choices=[(n, f"No. {n}") for n in range(100)], required=False)
    sizes = serializers.MultipleChoiceField(choices=SIZES, allow_empty=False, required=False)
    amount = serializers.IntegerField(min_value=1, max_value=9, required=False)
    price = serializers.DecimalField(max_digits=5, decimal_places=2, required=False)
    ratio = serializers.FloatField(required=False)
    flag = serializers.BooleanField(required=False)
    day = serializers.DateField(required=False)
    brazilian_day = serializers.DateField(input_formats=["%d/%m/%Y"], required=False)
    moment = serializers.DateTimeField(required=False)
    hour = serializers.TimeField(required=False)
    lasts = serializers.DurationField(required=False)
    key = serializers.UUIDField(required=False)
    mail = serializers.EmailField(required=False)
    site = serializers.URLField(required=False)
    address = serializers.IPAddressField(protocol="ipv4", required=False)
    state = serializers.PrimaryKeyRelatedField(queryset=ProjectState.objects.all(), required=False)
    by_name = serializers.SlugRelatedField(slug_field="name", queryset=ProjectState.objects.all(), required=False)
    amounts = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=2, required=False)
    by_key = serializers.DictField(child=serializers.IntegerField(), required=False)
    file = serializers.CharField(max_length=5, required=False)
    account = Account(required=False)
    accounts = Account(many=True, required=False)
    unseen = Account(write_only=True, required=False)
    password = serializers.CharField(max_length=3, required=False)
    token = serializers.IntegerField(max_value=9, required=False)
    answer = serializers.CharField(max_length=3, write_only=True, required=False)
    typed = serializers.ChoiceField(choices=SIZES, style={"input_type": "password"}, required=False)
    ruled = serializers.IntegerField(required=False)
    named = serializers.IntegerField(required=False)

    def validate_ruled(self, value: int) -> int:
        raise ValidationError(mendable("Later than that.", "too_early", {"examples": [7]}))

    def validate_named(self, value: int) -> int:
        raise ValidationError("Another one has it.", code="unique")


class Open(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)


class Kinds(Open):
    """A view that makes its serializer by itself, as only the traceback tells."""

    def post(self, request: Request) -> Response:
        Everything(data=request.data).is_valid(raise_exception=True)
        return Response({})


class Many(Open):
    def post(self, request: Request) -> Response:
        Account(data=request.data, many=True).is_valid(raise_exception=True)
        return Response({})


class Afterwards(Open, CreateAPIView[Any]):
    """Refuses outside any serializer."""

    serializer_class = Everything

    def create(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        raise ValidationError({"amount": ["Not today."], "answer": ["Not that one."]})


class Broken(Afterwards):
    """Whose serializer can be had no second time."""

    def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("not now")


def seen_states(request: Request | None) -> QuerySet[ProjectState]:
    return ProjectState.objects.all() if request else ProjectState.objects.none()


class Filters(django_filters.FilterSet):  # type: ignore[misc]
    size = django_filters.ChoiceFilter(choices=SIZES, method="nothing")
    groups = django_filters.ChoiceFilter(choices=[("Sizes", SIZES), ("x", "Other")], method="nothing")
    amount = django_filters.NumberFilter(min_value=1, max_value=9, method="nothing")
    day = django_filters.DateFilter(method="nothing")
    moment = django_filters.IsoDateTimeFilter(method="nothing")
    key = django_filters.UUIDFilter(method="nothing")
    state = django_filters.ModelChoiceFilter(queryset=ProjectState.objects.all())
    seen = django_filters.ModelChoiceFilter(field_name="state", queryset=seen_states)
    api_key = django_filters.ChoiceFilter(choices=SIZES, method="nothing")

    class Meta:
        model = Project
        fields: list[str] = []

    def nothing(self, rows: QuerySet[Any], name: str, value: Any) -> QuerySet[Any]:
        return rows


class Filtered(Open, ListAPIView[Any]):
    queryset = Project.objects.none()
    filter_backends = [DjangoFilterBackend]
    filterset_class = Filters
    serializer_class = Account


urlpatterns = [
    path("api/kinds/", Kinds.as_view()),
    path("api/many/", Many.as_view()),
    path("api/afterwards/", Afterwards.as_view()),
    path("api/broken/", Broken.as_view()),
    path("api/filtered/", Filtered.as_view()),
]
