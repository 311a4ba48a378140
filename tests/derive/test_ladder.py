"""What tells the fields of a body -> the rung that it stands on, from the serializer's class down to an open body."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import path
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics, serializers, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response
from rest_framework.views import APIView

from mcpbridge.derive.build import derive
from mcpbridge.derive.hints import ToolHint, ViewHints
from mcpbridge.tools import Choice, Shape
from tests.derive.conftest import Items, Shelves, argument, catalog_of, names
from tests.derive.shop import ReasonSerializer, Shelf, ShelfSerializer


def body(tool):
    return names(tool, "body")


class Delegating(Items):
    @action(detail=True, methods=["post"])
    def touch(self, request, pk=None):
        self.get_object().save()
        return Response(self.get_serializer(self.get_object()).data)

    @action(detail=True, methods=["post"], serializer_class=ReasonSerializer)
    def close(self, request, pk=None):
        return self._closed(request)

    def _closed(self, request):
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response()

    @action(detail=True, methods=["post"])
    def clone(self, request, pk=None):
        return self.create(request)

    @action(detail=True, methods=["post"])
    def tag(self, request, pk=None):
        return Response({"tag": self.request.data["tag"]})

    @action(detail=True, methods=["post"])
    def hand_over(self, request, pk=None):
        return service(request)

    @action(detail=True, methods=["patch"], serializer_class=ReasonSerializer)
    def explain(self, request, pk=None):
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response()


def service(request):
    return Response(request.data)


@pytest.mark.parametrize(
    ("name", "fields", "rung"),
    [
        ("items_touch", [], "nothing to send"),
        ("items_close", ["reason", "loudly"], "serializer"),
        ("items_tag", ["body"], "open body"),
        ("items_hand_over", ["body"], "open body"),
        ("items_explain", ["reason", "loudly"], "serializer"),
    ],
)
def test_an_action_takes_what_its_code_reads(name, fields, rung):
    tool = catalog_of(items=Delegating).tools[name]

    assert body(tool) == fields
    assert tool.derived_from == rung


def test_an_action_that_validates_by_the_viewsets_serializer_takes_its_fields():
    catalog = catalog_of(items=Delegating)

    assert body(catalog.tools["items_clone"]) == body(catalog.tools["items_create"])


def test_an_action_by_patch_keeps_its_required_fields():
    tool = catalog_of(items=Delegating).tools["items_explain"]

    assert argument(tool, "reason").required
    assert not argument(tool, "loudly").required
    assert argument(tool, "loudly").default is False


def test_a_serializer_for_each_action_gives_each_tool_its_own_fields():
    class Chosen(Shelves):
        def get_serializer_class(self):
            return ReasonSerializer if self.action in ("create", "close") else ShelfSerializer

        @action(detail=True, methods=["post"])
        def close(self, request, pk=None):
            serializer = self.get_serializer(data=request.data)
            serializer.is_valid(raise_exception=True)
            return Response()

    catalog = catalog_of(shelves=Chosen)

    assert body(catalog.tools["shelves_create"]) == ["reason", "loudly"]
    assert body(catalog.tools["shelves_close"]) == ["reason", "loudly"]
    assert body(catalog.tools["shelves_update"]) == ["name"]


class AsksForUser(serializers.Serializer):
    name = serializers.CharField()

    def get_fields(self):
        found = super().get_fields()
        if not self.context["request"].user.is_staff:
            found["reason"] = serializers.CharField()
        return found


class NeedsTenant(serializers.Serializer):
    def get_fields(self):
        return {"name": self.context["request"].tenant.field}


def test_a_serializer_that_needs_a_request_is_read_with_an_anonymous_one():
    class Asking(Shelves):
        serializer_class = AsksForUser

    tool = catalog_of(shelves=Asking).tools["shelves_create"]

    assert body(tool) == ["name", "reason"]
    assert tool.derived_from == "serializer with a request"


def test_a_serializer_that_needs_more_leaves_the_body_open_and_costs_nothing_else():
    class Tenants(Shelves):
        serializer_class = NeedsTenant

    catalog = catalog_of(shelves=Tenants)

    create = catalog.tools["shelves_create"]
    assert create.derived_from == "open body"
    assert create.arguments[0].shape == Shape("object", open_keys=True)
    assert create.arguments[0].key == ""
    assert set(catalog.tools) == {f"shelves_{word}" for word in ("list", "get", "create", "update", "delete")}


def test_one_broken_view_costs_its_own_tools_and_the_reason_tells_nothing_of_the_inside():
    class Broken(viewsets.ModelViewSet):
        queryset = Shelf.objects.all()

        def __init__(self, **kwargs):
            raise OSError("/etc/secret.key cannot be read")

    catalog = catalog_of(shelves=Shelves, broken=Broken)

    assert set(catalog.tools) == {f"shelves_{word}" for word in ("list", "get", "create", "update", "delete")}
    reasons = [item.reason for item in catalog.excluded if "/broken/" in item.operation]
    assert len(reasons) == 6
    assert all("OSError" in reason for reason in reasons if "PUT beside" not in reason)
    assert "secret" not in " ".join(reasons)


def test_an_annotation_tells_what_a_view_without_a_serializer_takes():
    class Described(viewsets.ViewSet):
        @extend_schema(request=ReasonSerializer)
        def create(self, request):
            return Response(request.data)

        @extend_schema(request=None)
        @action(detail=False, methods=["post"])
        def ping(self, request):
            return Response(request.data)

        @extend_schema(
            parameters=[
                OpenApiParameter("days", OpenApiTypes.INT, required=True, description="How many."),
                OpenApiParameter("unit", str, enum=["d", "w"], default="d"),
                OpenApiParameter("ids", int, many=True, explode=False),
                OpenApiParameter("X-Token", str, location="header"),
            ]
        )
        @action(detail=False)
        def count(self, request):
            return Response()

        def list(self, request):
            return Response([])

    catalog = catalog_of(described=Described)

    assert body(catalog.tools["described_create"]) == ["reason", "loudly"]
    assert catalog.tools["described_ping"].derived_from == "nothing to send"
    count = catalog.tools["described_count"]
    assert names(count) == ["days", "unit", "ids"]
    assert (argument(count, "days").shape, argument(count, "days").required) == (Shape("integer"), True)
    assert argument(count, "unit").shape.choices == (Choice("d", "d"), Choice("w", "w"))
    assert argument(count, "unit").default == "d"
    assert argument(count, "ids").several == "comma"


def test_annotations_are_read_without_a_word_on_standard_error(capsys):
    class Silent(APIView):
        def post(self, request):
            return Response(request.data)

    tool = catalog_of(path("silent/", Silent.as_view())).tools["silent_post"]

    assert tool.derived_from == "open body"
    assert capsys.readouterr().err == ""


def test_a_hint_tells_the_fields_of_a_body_or_that_there_is_none():
    class Hinted(viewsets.ViewSet):
        tool_hints = ViewHints(
            tools={"create": ToolHint(serializer=ReasonSerializer), "ping": ToolHint(nothing_to_send=True)}
        )

        def create(self, request):
            return Response(request.data)

        @action(detail=False, methods=["post"])
        def ping(self, request):
            return Response(request.data)

    catalog = catalog_of(hinted=Hinted)

    assert body(catalog.tools["hinted_create"]) == ["reason", "loudly"]
    assert body(catalog.tools["hinted_ping"]) == []


def test_a_function_view_is_read_like_any_other():
    @api_view(["POST"])
    def loud(request):
        return Response(request.data)

    @api_view(["POST"])
    def quiet(request):
        return Response()

    catalog = catalog_of(path("loud/", loud, name="loud"), path("quiet/", quiet, name="quiet"))

    assert catalog.tools["loud_post"].derived_from == "open body"
    assert catalog.tools["quiet_post"].derived_from == "nothing to send"


def test_a_generic_view_with_a_method_of_its_own_takes_its_serializer():
    class Reasons(generics.GenericAPIView):
        serializer_class = ReasonSerializer

        def post(self, request):
            return Response(self.get_serializer(data=request.data).is_valid())

    assert body(catalog_of(path("reasons/", Reasons.as_view())).tools["reasons_post"]) == ["reason", "loudly"]


class ReadsRows(serializers.Serializer):
    def get_fields(self):
        return {"name": serializers.CharField(max_length=User.objects.count() + 1)}


@pytest.mark.django_db
@pytest.mark.requirement("N-15")
def test_the_catalog_is_the_same_with_and_without_a_database(django_assert_num_queries):
    class Reading(Shelves):
        serializer_class = ReadsRows

    with django_assert_num_queries(0):
        tool = catalog_of(shelves=Reading).tools["shelves_create"]

    assert User.objects.count() == 0, "afterwards the database can be asked again"

    assert tool.derived_from == "open body"


def test_deriving_changes_no_class_and_calls_no_action():
    called = []

    class Watched(Items):
        @action(detail=True, methods=["post"])
        def close(self, request, pk=None):
            called.append("close")

    before = {view: dict(vars(view)) for view in (Watched, Items, viewsets.ModelViewSet)}
    patterns = [path("items/", Watched.as_view({"get": "list"})), path("c/", Watched.as_view({"post": "close"}))]
    before = {view: dict(vars(view)) for view in before}

    derive(patterns)

    assert {view: dict(vars(view)) for view in before} == before
    assert not called
