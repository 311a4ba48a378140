"""What a tool knows of the API's OpenAPI document, and what is lost where drf-spectacular fails: nothing else."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.permissions import IsAdminUser
from rest_framework.response import Response
from rest_framework.views import APIView

from mcpbridge import catalog_rules
from mcpbridge.derive.hints import ToolHint, ViewHints
from mcpbridge.listing import listed
from tests.catalog.conftest import ROOT
from tests.derive.conftest import Items, Shelves, catalog_of


class Failing(AutoSchema):
    def get_operation(self, *args, **kwargs):
        raise RuntimeError("not made for this view")


class Unmakable(APIView):
    def __init__(self, **kwargs):
        raise RuntimeError("needs more")

    def get(self, request):
        return Response({})


class Plain(APIView):
    def get(self, request):
        return Response({})


def twins(catalog):
    return {
        name: (tool.operation.id, tool.operation.status, tool.operation.answer) for name, tool in catalog.tools.items()
    }


def test_a_tool_knows_its_operation_in_the_document():
    class Marked(Items):
        @extend_schema(responses=Items.serializer_class(many=True))
        @action(detail=False)
        def marked(self, request):
            return Response([])

    item = {"$ref": "#/components/schemas/Item"}
    catalog = catalog_of(items=Marked)

    found = twins(catalog)

    assert found["items_create"] == ("items_create", 201, item)
    assert found["items_get"] == ("items_retrieve", 200, item)
    assert found["items_marked"] == ("items_marked", 200, {"type": "array", "items": item})
    assert found["items_delete"] == ("items_destroy", 204, {})
    assert catalog.tools["items_delete"].operation.media_type == ""
    assert catalog.tools["items_create"].operation.media_type == "application/json"


def test_what_a_tool_knows_of_the_document_is_not_listed():
    catalog = catalog_of(items=Items)

    assert "items_retrieve" not in json.dumps(listed(catalog.tools["items_get"], catalog))


def test_a_view_that_drf_spectacular_cannot_describe_costs_its_own_ids_alone(capsys):
    broken = type("Broken", (Items,), {"schema": Failing()})
    without = catalog_of(path("plain/", Plain.as_view()), items=Items, shelves=Shelves)

    catalog = catalog_of(path("plain/", Plain.as_view()), items=broken, shelves=Shelves)

    found, expected = twins(catalog), twins(without)
    assert found.keys() == expected.keys()
    for name, twin in found.items():
        assert twin == (("", 0, {}) if name.startswith("items_") else expected[name])
    assert expected["items_create"][0] == "items_create"
    assert capsys.readouterr() == ("", "")


def test_a_view_that_cannot_be_made_costs_no_other_its_id():
    expected = twins(catalog_of(items=Items))

    catalog = catalog_of(path("unmakable/", Unmakable.as_view()), items=Items)

    assert twins(catalog) == expected
    assert "GET /unmakable/" in {item.operation for item in catalog.excluded}


def test_where_no_document_can_be_made_at_all_the_tools_are_derived_as_ever(monkeypatch):
    expected = catalog_of(items=Items).tools.keys()

    def fail(self, *args, **kwargs):
        raise RuntimeError("no document today")

    monkeypatch.setattr(SchemaGenerator, "get_schema", fail)
    catalog = catalog_of(items=Items)

    assert catalog.tools.keys() == expected
    assert all(twin == ("", 0, {}) for twin in twins(catalog).values())


def test_a_project_without_drf_spectacular_is_derived_without_ids():
    script = """
import sys
sys.modules["drf_spectacular"] = None
import django
from django.conf import settings
settings.configure(INSTALLED_APPS=["rest_framework", "django.contrib.auth", "django.contrib.contenttypes"])
django.setup()
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView
from mcpbridge.derive.build import derive

class Plain(APIView):
    def get(self, request):
        return Response({})

(tool,) = derive([path("plain/", Plain.as_view())]).tools.values()
print(tool.operation)
"""

    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)

    assert ran.returncode == 0, ran.stderr
    assert "path='/plain/'" in ran.stdout
    assert "id='', status=0" in ran.stdout


@pytest.mark.requirement("N-06")
def test_what_is_derived_obeys_the_rules_whatever_hints_and_permissions_say():
    class Governed(Items):
        tool_hints = ViewHints(
            tools={
                "list": ToolHint(level="write"),
                "retrieve": ToolHint(level="admin"),
                "create": ToolHint(level="destructive"),
                "destroy": ToolHint(level="write", level_reason="Rows are kept elsewhere."),
                "count": ToolHint(level="read", level_reason="It only counts."),
            }
        )

        @action(detail=False, methods=["post"])
        def count(self, request):
            return Response({})

        @action(detail=True, methods=["post"], permission_classes=[IsAdminUser])
        def close(self, request, pk):
            return Response({})

        @action(detail=False, methods=["post", "delete"])
        def bulk_close(self, request):
            return Response({})

    catalog = catalog_of(items=Governed, shelves=Shelves)

    assert {tool.safety.level for tool in catalog.tools.values()} == {"read", "write", "admin", "destructive"}
    assert catalog_rules.faults(catalog) == []
