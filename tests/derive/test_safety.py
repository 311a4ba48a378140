"""Method, permissions and hints -> level, annotations, scopes and permissions of a tool."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.urls import path
from rest_framework import permissions
from rest_framework.decorators import action
from rest_framework.response import Response

from mcpbridge.derive.build import derive
from mcpbridge.derive.hints import ToolHint, ViewHints
from mcpbridge.exceptions import CatalogError, ProtocolError
from mcpbridge.govern.identity import Caller
from mcpbridge.govern.policy import LevelGate
from mcpbridge.serve.calls import Rules
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.running import Run
from tests.derive.conftest import Items, Shelves, catalog_of
from tests.serve.little_api import Listing, LittleApi


class Acting(Items):
    @action(detail=True, methods=["post"])
    def close(self, request, pk=None):
        return Response()

    @action(detail=False, methods=["post"])
    def find(self, request):
        return Response()

    @action(detail=True)
    def rotate_key(self, request, pk=None):
        return Response()

    @action(detail=False, methods=["post"])
    def bulk_close(self, request):
        return Response()


def hinted(view=Acting, **tools):
    return type("Hinted", (view,), {"tool_hints": ViewHints(tools=tools)})


def annotations(tool):
    safety = tool.safety
    return safety.read_only, safety.destructive, safety.idempotent, safety.open_world


@pytest.mark.requirement("N-06")
@pytest.mark.parametrize(
    ("name", "level", "said"),
    [
        ("items_list", "read", (True, False, True, False)),
        ("items_get", "read", (True, False, True, False)),
        ("items_create", "write", (False, False, False, False)),
        ("items_update", "write", (False, True, True, False)),
        ("items_delete", "destructive", (False, True, False, False)),
        ("items_close", "write", (False, True, False, False)),
        ("items_find", "write", (False, False, False, False)),
        ("items_rotate_key", "read", (True, False, True, False)),
        ("items_bulk_close", "destructive", (False, True, False, False)),
    ],
)
def test_the_method_and_the_action_give_level_and_annotations(name, level, said):
    tool = catalog_of(items=Acting).tools[name]

    assert tool.safety.level == level
    assert annotations(tool) == said
    assert tool.safety.scopes == (f"items:{level}",)


@pytest.mark.requirement("N-06")
def test_a_deletion_is_a_write_where_a_restore_tool_brings_the_row_back():
    class Trashing(Items):
        @action(detail=True, methods=["post"])
        def restore(self, request, pk=None):
            return Response()

        @action(detail=True, methods=["delete"])
        def purge(self, request, pk=None):
            return Response()

    catalog = catalog_of(items=Trashing)
    without = catalog_of(items=hinted(Trashing, restore=ToolHint(excluded="It is for people.")))

    deletion = catalog.tools["items_delete"]
    assert deletion.safety.level == "write"
    assert deletion.safety.reason == "It goes to the trash; items_restore brings it back."
    assert "trash" in deletion.description
    assert catalog.tools["items_purge"].safety.level == "destructive"
    assert without.tools["items_delete"].safety.level == "destructive"


class Nobody(permissions.BasePermission):
    pass


class StaffOrRead(permissions.IsAdminUser):
    def has_permission(self, request, view):
        return request.method == "GET" or super().has_permission(request, view)


@pytest.mark.requirement("N-06")
@pytest.mark.parametrize(
    ("classes", "is_admin"),
    [
        ([permissions.IsAdminUser], True),
        ([permissions.IsAuthenticated, permissions.IsAdminUser], True),
        ([permissions.IsAuthenticated & permissions.IsAdminUser], True),
        ([permissions.IsAdminUser | (permissions.IsAdminUser & Nobody)], True),
        ([permissions.IsAdminUser | permissions.IsAuthenticated], False),
        ([~permissions.IsAdminUser], False),
        ([StaffOrRead], False),
        ([permissions.IsAuthenticated], False),
        ([], False),
    ],
)
def test_what_only_staff_may_do_is_of_level_admin(classes, is_admin):
    catalog = catalog_of(items=type("V", (Acting,), {"permission_classes": classes}))

    assert (catalog.tools["items_list"].safety.level == "admin") is is_admin
    assert (catalog.tools["items_create"].safety.level == "admin") is is_admin
    assert catalog.tools["items_delete"].safety.level == "destructive"
    assert catalog.tools["items_list"].safety.read_only


def test_the_permissions_of_an_action_count_for_it_alone():
    class Acts(Items):
        @action(detail=True, methods=["post"], permission_classes=[permissions.IsAdminUser])
        def close(self, request, pk=None):
            return Response()

    catalog = catalog_of(items=Acts)

    assert catalog.tools["items_close"].safety.level == "admin"
    assert catalog.tools["items_update"].safety.level == "write"


@pytest.mark.requirement("N-06")
def test_put_patch_and_delete_on_the_route_of_a_list_are_destructive():
    bulk = Items.as_view({"get": "list", "post": "create", "put": "update", "delete": "destroy"})

    catalog = catalog_of(path("items/", bulk, name="items-list"))

    assert catalog.tools["items_update"].safety.level == "destructive"
    assert catalog.tools["items_update"].safety.reason == "It changes many rows at once."
    assert catalog.tools["items_delete"].safety.level == "destructive"
    assert catalog.tools["items_create"].safety.level == "write"
    assert "many" in catalog.tools["items_delete"].description


@pytest.mark.requirement("N-06")
def test_a_hint_raises_a_level_and_lowers_it_only_with_a_reason():
    raised = catalog_of(items=hinted(rotate_key=ToolHint(level="write"), close=ToolHint(level="destructive")))
    lowered = catalog_of(items=hinted(find=ToolHint(level="read", level_reason="It only looks.")))

    rotate = raised.tools["items_rotate_key"]
    assert rotate.safety.level == "write"
    assert annotations(rotate) == (False, True, False, False)
    assert raised.tools["items_close"].safety.level == "destructive"
    find = lowered.tools["items_find"]
    assert annotations(find) == (True, False, True, False)
    assert (find.safety.level, find.safety.reason) == ("read", "It only looks.")
    with pytest.raises(CatalogError, match=r"Hinted\.find lowers the level of POST /items/find/ .* level_reason"):
        catalog_of(items=hinted(find=ToolHint(level="read")))


@pytest.mark.requirement("N-06")
def test_a_get_that_a_hint_raises_to_admin_still_only_reads_and_is_called_with_a_grant():
    hints = {"list": ToolHint(level="admin"), "retrieve": ToolHint(level="admin")}
    view = hinted(view=Items, **hints)
    catalog = catalog_of(
        path("api/items/", view.as_view({"get": "list"}), name="items-list"),
        path("api/items/<int:pk>/", view.as_view({"get": "retrieve"}), name="items-detail"),
    )
    api = LittleApi({"items": Listing([{"id": 7, "title": "Lamp"}], style="none")})
    caller = Caller(User(username="ana"))

    granted = Pipeline(catalog, api, LevelGate(("read", "write", "admin")), Rules)
    refused = Pipeline(catalog, api, LevelGate(), Rules)

    for name in ("items_list", "items_get"):
        safety = catalog.tools[name].safety
        assert (safety.level, safety.scopes) == ("admin", ("items:admin",))
        assert annotations(catalog.tools[name]) == (True, False, True, False)
        with pytest.raises(ProtocolError):
            refused.call(name, {}, caller, Run("request-1"))
    assert granted.call("items_list", {}, caller, Run("request-1")).content["items"] == [{"id": 7, "title": "Lamp"}]
    assert granted.call("items_get", {"id": 7}, caller, Run("request-1")).content["item"] == {"id": 7, "title": "Lamp"}


@pytest.mark.requirement("N-06")
@pytest.mark.parametrize("level", ["write", "destructive"])
def test_only_a_hint_says_that_a_get_writes(level):
    tool = catalog_of(items=hinted(rotate_key=ToolHint(level=level))).tools["items_rotate_key"]

    assert annotations(tool) == (False, True, False, False)


@pytest.mark.requirement("N-06")
def test_a_read_only_server_changes_nothing_whatever_level_a_file_gives_a_tool():
    caller = Caller(User(username="ana"))
    tools = catalog_of(items=Items).tools
    mislabelled = {name: replace(tool, safety=replace(tool.safety, level="read")) for name, tool in tools.items()}

    allowed = {name for name, tool in mislabelled.items() if not LevelGate(read_only=True).refusal(caller, tool)}

    changing = {name for name, tool in tools.items() if tool.operation.method in ("PUT", "PATCH", "DELETE")}
    assert {"items_update", "items_delete"} <= changing
    assert allowed == tools.keys() - changing


def test_django_permissions_come_from_drfs_classes_or_a_hint():
    class Rights(Acting):
        permission_classes = [permissions.IsAuthenticated & permissions.DjangoModelPermissions]
        tool_hints = ViewHints(tools={"close": ToolHint(permissions=("shop.close_item",))})

    class Either(Acting):
        permission_classes = [permissions.DjangoModelPermissions | permissions.IsAdminUser]

    catalog = catalog_of(items=Rights)

    assert catalog.tools["items_list"].safety.permissions == ()
    assert catalog.tools["items_create"].safety.permissions == ("shop.add_item",)
    assert catalog.tools["items_update"].safety.permissions == ("shop.change_item",)
    assert catalog.tools["items_delete"].safety.permissions == ("shop.delete_item",)
    assert catalog.tools["items_close"].safety.permissions == ("shop.close_item",)
    assert catalog_of(items=Either).tools["items_create"].safety.permissions == ()


def test_a_hint_excludes_an_action_or_a_whole_viewset_with_its_reason():
    one = catalog_of(items=hinted(close=ToolHint(excluded="People close items.")))
    whole = catalog_of(shelves=type("V", (Shelves,), {"tool_hints": ViewHints(excluded="Moved away.")}))

    assert "items_close" not in one.tools
    assert ("POST /items/{pk}/close/", "People close items.") in [(x.operation, x.reason) for x in one.excluded]
    assert not whole.tools
    assert {item.reason for item in whole.excluded} == {"Moved away."}


def test_a_wrong_hint_stops_deriving_even_among_broken_views():
    with pytest.raises(CatalogError):
        derive([path("x/", hinted(list=ToolHint(level="read")).as_view({"get": "list"})),
                path("y/", hinted(destroy=ToolHint(level="write")).as_view({"delete": "destroy"}))])  # fmt: skip
