"""Fields that refer to rows -> the list operation by which a name is found."""

from __future__ import annotations

import pytest
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import filters, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from mcpbridge.derive.hints import ViewHints
from mcpbridge.tools import Reference, Shape
from tests.derive.conftest import Crates, Items, Shelves, argument, catalog_of
from tests.derive.shop import Item, ItemSerializer, Shelf, ShelfSerializer


class Searched(Shelves):
    filter_backends = [DjangoFilterBackend, filters.SearchFilter]
    filterset_fields = ["name"]
    search_fields = ["name"]


@pytest.mark.requirement("E-01")
def test_a_reference_tells_all_that_finding_a_name_takes():
    catalog = catalog_of(items=Items, shelves=Searched, crates=Crates)

    assert catalog.references["shelves"] == Reference(
        name="shelves",
        noun="shelf",
        list_tool="shelves_list",
        path="/shelves/",
        item_path="/shelves/{value}/",
        value="id",
        value_kind="integer",
        names=("name",),
        label="name",
        exact=("name",),
        search="search",
    )
    assert catalog.references["crates"].names == ("code",)
    assert catalog.references["crates"].exact == ()


def test_hints_say_which_keys_name_a_row_and_who_is_me():
    class Hinted(Searched):
        tool_hints = ViewHints(names=("full_path", "name"), name_filter="called", me=True)

        @action(detail=False)
        def me(self, request):
            return Response()

    reference = catalog_of(items=Items, shelves=Hinted).references["shelves"]

    assert (reference.names, reference.label) == (("full_path", "name"), "full_path")
    assert reference.exact == ("called",)
    assert reference.me == "/shelves/me/"


def test_without_a_list_the_argument_stays_an_id_and_says_of_what():
    tool = catalog_of(items=Items).tools["items_create"]

    assert argument(tool, "shelf").shape == Shape("integer", nullable=True)
    assert argument(tool, "shelf").description == "id of shelf"
    assert argument(tool, "crate").shape == Shape("uuid")


def test_a_list_below_another_row_or_one_that_has_no_tool_finds_no_names():
    class Excluded(Shelves):
        tool_hints = ViewHints(excluded="It is for people.")

    class Nested(Shelves):
        pass

    catalog = catalog_of(**{"items": Items, "shelves": Excluded, r"rooms/(?P<room>\d+)/shelves": Nested})

    assert argument(catalog.tools["items_create"], "shelf").shape.kind == "integer"
    assert not catalog.references


def test_of_several_lists_the_one_made_for_the_model_is_asked():
    class Hinted(Shelves):
        tool_hints = ViewHints(names=("name",))

    by_name = catalog_of(items=Items, a=Shelves, shelves=Shelves)
    by_hint = catalog_of(items=Items, a=Hinted, shelves=Shelves)

    assert list(by_name.references) == ["shelves"]
    assert list(by_hint.references) == ["a"]


def test_a_list_that_does_not_show_the_stored_value_finds_nothing():
    class Nameless(serializers.ModelSerializer[Shelf]):
        class Meta:
            model = Shelf
            fields = ["name"]

    class Anonymous(Shelves):
        serializer_class = Nameless

    assert not catalog_of(items=Items, shelves=Anonymous).references


def test_an_id_is_checked_where_the_list_hides_rows_and_the_field_does_not():
    class Own(Shelves):
        def get_queryset(self):
            return Shelf.objects.filter(name=self.request.user.username)

    class Hiding(filters.BaseFilterBackend):
        def filter_queryset(self, request, queryset, view):
            return queryset.none()

    class Filtered(Shelves):
        filter_backends = [Hiding]

    class ScopedField(serializers.PrimaryKeyRelatedField):
        def get_queryset(self):
            return super().get_queryset()

    class Scoped(ItemSerializer):
        shelf = ScopedField(queryset=Shelf.objects.all())

    class ScopedItems(Items):
        serializer_class = Scoped

    def checked(items, shelves):
        return argument(catalog_of(items=items, shelves=shelves).tools["items_create"], "shelf").shape.checked

    assert not checked(Items, Searched)
    assert checked(Items, Own)
    assert checked(Items, Filtered)
    assert not checked(ScopedItems, Own)


def test_a_tool_that_fails_later_is_no_ones_reference():
    class Broken(Shelves):
        def get_serializer_class(self):
            if self.action == "list":
                raise RuntimeError("/srv/private is missing")
            return ShelfSerializer

    catalog = catalog_of(items=Items, shelves=Broken)

    assert "shelves_list" not in catalog.tools
    assert "shelves_get" in catalog.tools
    assert not catalog.references
    (reason,) = [one.reason for one in catalog.excluded if one.operation == "GET /shelves/"]
    assert "RuntimeError" in reason
    assert "private" not in reason


def test_a_link_to_a_row_is_found_by_the_link_that_its_list_shows():
    class Linked(serializers.HyperlinkedModelSerializer):
        class Meta:
            model = Shelf
            fields = ["url", "name"]

    class LinkedShelves(Shelves):
        serializer_class = Linked

    class LinkingItem(serializers.ModelSerializer[Item]):
        shelf = serializers.HyperlinkedRelatedField("shelf-detail", queryset=Shelf.objects.all())

        class Meta:
            model = Item
            fields = ["title", "shelf"]

    class LinkingItems(viewsets.ModelViewSet[Item]):
        queryset = Item.objects.all()
        serializer_class = LinkingItem

    catalog = catalog_of(items=LinkingItems, shelves=LinkedShelves)

    reference = catalog.references["shelves_by_url"]
    assert (reference.value, reference.value_kind, reference.names) == ("url", "string", ("name",))
    assert argument(catalog.tools["items_create"], "shelf").shape.reference == "shelves_by_url"
