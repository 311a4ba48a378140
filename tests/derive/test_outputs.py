"""What an answer shows -> read-back, labels, ids, long text, and what a tool says of itself."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.response import Response

from mcpbridge import listing
from mcpbridge.derive.hints import ToolHint, ViewHints
from mcpbridge.tools import Argument, Shape
from tests.derive.conftest import Items, Shelves, argument, catalog_of
from tests.derive.shop import Item, ItemSerializer, Place, PlaceSerializer, Shelf


class Acting(Items):
    @action(detail=True, methods=["post"])
    def close(self, request, pk=None):
        """Close the item. Nothing can be sold then."""
        return Response()

    @action(detail=False, methods=["post"])
    def recount(self, request):
        return Response()


@pytest.mark.requirement("E-06")
def test_a_write_is_read_back_through_the_operation_that_shows_one_row():
    catalog = catalog_of(items=Acting)

    read_back = {name: tool.read_back for name, tool in catalog.tools.items()}
    assert read_back == {
        "items_list": "",
        "items_get": "",
        "items_create": "items_get",
        "items_update": "items_get",
        "items_delete": "",
        "items_close": "items_get",
        "items_recount": "",
    }
    assert catalog.tools["items_create"].row_id == "id"


def test_a_hint_names_another_action_that_shows_the_row():
    class Shown(Acting):
        tool_hints = ViewHints(tools={"create": ToolHint(reads_back="full")})

        @action(detail=True)
        def full(self, request, pk=None):
            return Response()

    assert catalog_of(items=Shown).tools["items_create"].read_back == "items_full"


@pytest.mark.requirement("E-06")
def test_each_argument_knows_the_key_that_shows_it_and_the_key_of_its_label(shop):
    create = shop.tools["items_create"]

    assert (argument(create, "shelf").row_key, argument(create, "shelf").label_key) == ("shelf", "shelf_name")
    assert (argument(create, "level").row_key, argument(create, "level").label_key) == ("level", "level_label")
    assert (argument(create, "title").row_key, argument(create, "title").label_key) == ("title", "")
    assert dict(create.labels) == {"shelf": "shelf_name", "level": "level_label"}
    assert dict(shop.tools["items_list"].labels) == {"shelf": "shelf_name", "level": "level_label"}


def test_a_field_that_is_read_under_another_name_is_shown_there_and_a_hidden_one_nowhere():
    class Renamed(serializers.ModelSerializer[Item]):
        shelf_id = serializers.PrimaryKeyRelatedField(source="shelf", queryset=Shelf.objects.all(), write_only=True)
        place = serializers.PrimaryKeyRelatedField(source="shelf", read_only=True)
        password = serializers.CharField(write_only=True)

        class Meta:
            model = Item
            fields = ["id", "shelf_id", "place", "password"]

    create = catalog_of(items=type("V", (Items,), {"serializer_class": Renamed})).tools["items_create"]

    assert argument(create, "shelf_id").row_key == "place"
    assert argument(create, "password").row_key == ""


def test_long_text_can_be_read_on_and_names_are_never_cut(shop):
    get = shop.tools["items_get"]

    assert argument(get, "text_from") == Argument(
        "text_from",
        "window",
        "text_from",
        Shape("integer", limits={"minimum": 0}),
        description="where cut text goes on",
    )
    assert [one.name for one in shop.tools["shelves_get"].arguments] == ["id"]


@pytest.mark.parametrize(
    ("field", "is_long"),
    [
        (serializers.CharField(source="body"), True),
        (serializers.ReadOnlyField(source="body"), True),
        (serializers.CharField(style={"base_template": "textarea.html"}), True),
        (serializers.CharField(source="body", max_length=200), False),
        (serializers.CharField(source="body", max_length=100_000), True),
        (serializers.CharField(), False),
        (serializers.CharField(read_only=True), False),
        (serializers.ReadOnlyField(source="shelf.name"), False),
        (serializers.SerializerMethodField(), False),
    ],
)
def test_a_tool_reads_on_only_where_a_row_has_text_that_is_written_at_length(field, is_long):
    serializer = type("One", (serializers.ModelSerializer,), {"said": field, "Meta": meta("said")})

    get = catalog_of(items=type("V", (Items,), {"serializer_class": serializer})).tools["items_get"]

    assert ("text_from" in [one.name for one in get.arguments]) is is_long


@pytest.mark.parametrize("hints", [ViewHints(), ViewHints(names=("title",))])
def test_a_path_of_names_is_no_long_text_whatever_its_column(hints):
    fields = {"full_path": serializers.CharField(source="body", read_only=True), "Meta": meta("full_path")}
    serializer = type("Node", (serializers.ModelSerializer,), fields)
    view = type("V", (Items,), {"serializer_class": serializer, "tool_hints": hints})

    assert [one.name for one in catalog_of(items=view).tools["items_get"].arguments] == ["id"]


def meta(*keys):
    return type("Meta", (), {"model": Item, "fields": ["id", "title", *keys]})


def test_sets_of_unique_keys_are_known():
    class Places(Items):
        queryset = Place.objects.all()
        serializer_class = PlaceSerializer

    catalog = catalog_of(places=Places)

    assert catalog.tools["places_create"].unique_sets == (("row", "number"),)
    assert catalog.tools["places_list"].unique_sets == ()


def test_a_tool_says_briefly_what_it_does(shop):
    acting = catalog_of(items=Acting)

    said = {name: (tool.title, tool.description) for name, tool in (shop.tools | acting.tools).items()}
    assert said["shelves_list"] == ("List shelves", "List shelves.")
    assert said["items_get"] == ("Get item", "Read an item.")
    assert said["items_create"] == ("Create item", "Create an item.")
    assert said["items_update"] == ("Update item", "Change an item; what is not given stays.")
    assert said["items_delete"] == ("Delete item", "Delete an item for good.")
    assert said["items_close"] == ("Close item", "Close the item.")
    assert said["items_recount"] == ("Recount items", "Recount items.")


def test_a_hint_says_when_to_use_a_tool_when_not_and_gives_an_example():
    class Hinted(Shelves):
        tool_hints = ViewHints(
            resource="racks",
            tools={
                "create": ToolHint(
                    title="Put up a shelf",
                    use_when="A new shelf stands in the shop",
                    not_when="To rename one, use racks_update.",
                    example={"name": "A1"},
                ),
                "update": ToolHint(use_when="A shelf is renamed."),
            },
        )

    catalog = catalog_of(shelves=Hinted)

    create = catalog.tools["racks_create"]
    assert create.title == "Put up a shelf"
    assert create.description == "A new shelf stands in the shop. To rename one, use racks_update."
    assert create.example == {"name": "A1"}
    assert catalog.tools["racks_update"].description == ("Change a shelf; what is not given stays. A shelf is renamed.")


def test_a_hint_says_what_a_bare_date_means():
    class Hinted(Items):
        tool_hints = ViewHints(tools={"create": ToolHint(day={"made_at": "end"})})

    catalog = catalog_of(items=Hinted)

    assert argument(catalog.tools["items_create"], "made_at").shape.day == "end"
    assert argument(catalog.tools["items_update"], "made_at").shape.day == "start"
    assert argument(catalog.tools["items_update"], "sell_until").shape.day == "end"


def test_every_tool_names_its_source_and_whether_it_calls_the_api(shop):
    tool = shop.tools["items_update"]

    assert tool.source == "tests.derive.conftest.Items.partial_update"
    assert tool.calls_http
    assert tool.returns_request_id


def test_required_arguments_come_first_and_the_list_of_a_plain_project_is_small(shop):
    create = shop.tools["items_create"]
    required = [one.required for one in create.arguments]

    assert required == sorted(required, reverse=True)
    assert len(str(listing.listed(create, shop)).encode()) < 2000


def test_labels_of_many_rows_stand_beside_their_ids():
    class Tagged(ItemSerializer):
        also_on_names = serializers.SerializerMethodField()
        crate_title = serializers.CharField(source="crate.code", read_only=True)

        class Meta(ItemSerializer.Meta):
            fields = [*ItemSerializer.Meta.fields, "also_on_names", "crate_title"]

        def get_also_on_names(self, item):
            return [shelf.name for shelf in item.also_on.all()]

    create = catalog_of(items=type("V", (Items,), {"serializer_class": Tagged})).tools["items_create"]

    assert argument(create, "also_on").label_key == "also_on_names"
    assert argument(create, "crate").label_key == "crate_title"
