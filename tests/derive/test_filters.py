"""Filter backends and paginators -> query arguments, as the API truly reads them."""

from __future__ import annotations

import django_filters
import pytest
from django_filters import IsoDateTimeFilter, ModelMultipleChoiceFilter
from django_filters.rest_framework import DjangoFilterBackend, FilterSet
from rest_framework import filters, pagination, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from mcpbridge import listing
from mcpbridge.tools import Argument, Choice, Paging, Shape
from tests.derive.conftest import Crates, Items, Shelves, argument, catalog_of, names
from tests.derive.shop import Item, ItemSerializer, Level, Shelf


def items_list(**attributes):
    view = type("FilteredItems", (Items,), attributes)
    return catalog_of(items=view, shelves=Shelves, crates=Crates).tools["items_list"]


def filtered(one):
    """The query arguments of a filter set with this filter alone, as (name, shape, several, description)."""
    meta = type("Meta", (), {"model": Item, "fields": []})
    filterset = type("OneFilter", (FilterSet,), {"Meta": meta, "value": one})
    tool = items_list(filter_backends=[DjangoFilterBackend], filterset_class=filterset)
    return [(a.name, a.shape, a.several, a.description) for a in tool.arguments if a.place == "query"]


SHELF = Shape("reference", reference="shelves")
LEVELS = (Choice(1, "Low"), Choice(4, "High"))


def shelves_of(request):
    return Shelf.objects.filter(name=request.user.username)


@pytest.mark.parametrize(
    ("one", "found"),
    [
        (django_filters.CharFilter("title"), [("value", Shape("string"), "repeat", "")]),
        (
            django_filters.CharFilter("title", "icontains", max_length=9),
            [("value", Shape("string", limits={"maxLength": 9}), "repeat", "contains")],
        ),
        (django_filters.CharFilter("title", exclude=True), [("value", Shape("string"), "repeat", "not this")]),
        (
            django_filters.CharFilter("title", help_text="Of the front page."),
            [("value", Shape("string"), "repeat", "Of the front page")],
        ),
        (django_filters.BooleanFilter("picture"), [("value", Shape("boolean"), "repeat", "")]),
        (django_filters.UUIDFilter("crate"), [("value", Shape("uuid"), "repeat", "")]),
        (django_filters.NumberFilter("amount", "gte"), [("value", Shape("integer"), "repeat", "at least")]),
        (django_filters.NumberFilter("price"), [("value", Shape("number"), "repeat", "")]),
        (django_filters.NumberFilter("made_at", "year"), [("value", Shape("integer"), "repeat", "")]),
        (
            django_filters.NumberFilter("shelf"),
            [("value", Shape("reference", reference="shelves"), "repeat", "")],
        ),
        (django_filters.DateFilter("made_at"), [("value", Shape("date"), "repeat", "")]),
        (
            django_filters.DateTimeFilter("made_at", "lte"),
            [("value", Shape("datetime", day="end"), "repeat", "at most")],
        ),
        (
            django_filters.IsoDateTimeFilter("made_at", "gt"),
            [("value", Shape("datetime", day="end"), "repeat", "more than")],
        ),
        (IsoDateTimeFilter("made_at", "lt"), [("value", Shape("datetime"), "repeat", "less than")]),
        (django_filters.TimeFilter("made_at"), [("value", Shape("time"), "repeat", "")]),
        (django_filters.DurationFilter("made_at"), [("value", Shape("duration"), "repeat", "")]),
        (
            django_filters.ChoiceFilter(field_name="level", choices=Level.choices),
            [("value", Shape("choice", choices=LEVELS), "repeat", "")],
        ),
        (
            django_filters.ChoiceFilter(field_name="level", choices=lambda: Level.choices, null_label="None"),
            [("value", Shape("choice", choices=(*LEVELS, Choice("null", "None"))), "repeat", "")],
        ),
        (
            django_filters.MultipleChoiceFilter(field_name="level", choices=Level.choices),
            [("value", Shape("array", item=Shape("choice", choices=LEVELS)), "repeat", "")],
        ),
        (django_filters.AllValuesFilter(field_name="title"), [("value", Shape("string"), "repeat", "")]),
        (
            django_filters.ModelChoiceFilter(field_name="shelf", queryset=Shelf.objects.all()),
            [("value", Shape("reference", reference="shelves"), "repeat", "")],
        ),
        (
            django_filters.ModelChoiceFilter(field_name="shelf", queryset=shelves_of),
            [("value", Shape("reference", reference="shelves"), "repeat", "")],
        ),
        (
            django_filters.ModelChoiceFilter(field_name="shelf", queryset=Item.objects.all(), to_field_name="title"),
            [("value", Shape("reference", reference="items_by_title"), "repeat", "")],
        ),
        (
            ModelMultipleChoiceFilter(field_name="shelf", queryset=Shelf.objects.all(), conjoined=True),
            [
                (
                    "value",
                    Shape("array", item=Shape("reference", reference="shelves")),
                    "repeat",
                    "rows with all of them",
                )
            ],
        ),
        (
            django_filters.RangeFilter("price"),
            [("value_min", Shape("number"), "repeat", ""), ("value_max", Shape("number"), "repeat", "")],
        ),
        (
            django_filters.DateFromToRangeFilter("made_at"),
            [("value_after", Shape("date"), "repeat", ""), ("value_before", Shape("date"), "repeat", "")],
        ),
        (
            django_filters.IsoDateTimeFromToRangeFilter("made_at"),
            [
                ("value_after", Shape("datetime"), "repeat", ""),
                ("value_before", Shape("datetime", day="end"), "repeat", ""),
            ],
        ),
        (
            type("NumberInFilter", (django_filters.BaseInFilter, django_filters.NumberFilter), {})("amount"),
            [("value", Shape("array", item=Shape("integer")), "comma", "")],
        ),
        (
            type("NumberRange", (django_filters.BaseRangeFilter, django_filters.NumberFilter), {})("amount"),
            [
                (
                    "value",
                    Shape("array", limits={"minItems": 2, "maxItems": 2}, item=Shape("integer")),
                    "comma",
                    "from, to",
                )
            ],
        ),
        (
            django_filters.OrderingFilter(fields=["title"]),
            [("value", Shape("choice", choices=(Choice("title", "title"), Choice("-title", "-title"))), "repeat", "")],
        ),
        (
            django_filters.LookupChoiceFilter("title", lookup_choices=["exact", "icontains"]),
            [
                ("value", Shape("string"), "repeat", ""),
                (
                    "value_lookup",
                    Shape("choice", choices=(Choice("exact", "exact"), Choice("icontains", "icontains"))),
                    "repeat",
                    "how to compare value",
                ),
            ],
        ),
        (django_filters.Filter("title"), [("value", Shape("string"), "repeat", "")]),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, django_filters.Filter) else "",
)
def test_a_filter_has_the_arguments_that_it_reads(one, found):
    assert filtered(one) == found


def test_every_kind_of_filter_of_the_library_is_known():
    from mcpbridge.derive.filtersets import _READERS

    kinds = {getattr(django_filters, name) for name in django_filters.filters.__all__}

    assert kinds - {django_filters.Filter, django_filters.BaseCSVFilter} <= set(_READERS) | {
        django_filters.TypedMultipleChoiceFilter,  # a kind of MultipleChoiceFilter
        django_filters.DateRangeFilter,  # a kind of ChoiceFilter
        django_filters.IsoDateTimeFilter,  # a kind of DateTimeFilter
    }


@pytest.mark.requirement("N-04")
def test_fields_named_on_the_view_are_filters_with_their_lookups():
    tool = items_list(
        filter_backends=[DjangoFilterBackend], filterset_fields={"shelf": ["exact", "in"], "made_at": ["gte", "lte"]}
    )

    found = {one.name: one for one in tool.arguments}
    assert found["shelf"].shape == Shape("reference", reference="shelves")
    assert found["shelf__in"].shape == Shape("array", item=Shape("reference", reference="shelves"))
    assert found["shelf__in"].several == "comma"
    assert found["made_at__gte"].shape.day == "start"
    assert found["made_at__lte"].shape.day == "end"


def test_search_is_offered_only_where_fields_are_named_and_ordering_is_a_list_of_allowed_values():
    backends = [filters.SearchFilter, filters.OrderingFilter]

    without = items_list(filter_backends=backends)
    named = items_list(filter_backends=backends, search_fields=["title"], ordering_fields=["title", "price"])

    assert "search" not in names(without)
    assert argument(named, "search").shape == Shape("string")
    codes = [choice.code for choice in argument(named, "ordering").shape.choices]
    assert codes == ["title", "-title", "price", "-price"]
    schema = listing.input_schema(named, catalog_of(items=Items))
    assert schema["properties"]["ordering"] == {"type": "string", "enum": codes}
    assert "-amount" in [choice.code for choice in argument(without, "ordering").shape.choices]


def test_a_backend_of_the_projects_own_is_read_by_what_it_declares():
    class Own(filters.BaseFilterBackend):
        def get_schema_operation_parameters(self, view):
            return [
                {
                    "name": "near",
                    "in": "query",
                    "required": True,
                    "description": "Place.",
                    "schema": {"type": "integer"},
                },
                {"name": "way", "in": "query", "schema": {"type": "string", "enum": ["up", "down"]}},
            ]

    tool = items_list(filter_backends=[Own])

    assert argument(tool, "near") == Argument("near", "query", "near", Shape("integer"), True, "Place")
    assert [choice.code for choice in argument(tool, "way").shape.choices] == ["up", "down"]


def test_filters_belong_to_lists_and_to_actions_that_name_them_themselves():
    class Filtered(Items):
        filter_backends = [DjangoFilterBackend]
        filterset_fields = ["title"]

        @action(detail=False)
        def stats(self, request):
            return Response()

        @action(detail=False, filterset_fields=["amount"])
        def some(self, request):
            return Response()

    catalog = catalog_of(items=Filtered)

    assert names(catalog.tools["items_stats"]) == []
    assert names(catalog.tools["items_get"]) == ["id", "text_from"]
    assert "amount" in names(catalog.tools["items_some"])


class Numbered(pagination.PageNumberPagination):
    page_size = 2
    page_size_query_param = "size"
    max_page_size = 3


class Offset(pagination.LimitOffsetPagination):
    default_limit = 5
    max_limit = 50


class Cursor(pagination.CursorPagination):
    page_size = 4


class Renamed(Numbered):
    page_size_query_param = None

    def get_paginated_response_schema(self, schema):
        return {"type": "object", "properties": {"total": {"type": "integer"}, "rows": schema}}


@pytest.mark.parametrize(
    ("paginator", "paging", "arguments"),
    [
        (None, Paging(), [("offset", "window"), ("limit", "window")]),
        (
            Numbered,
            Paging("page", "page", "size", 2, 3, "results", "count"),
            [("page", "query"), ("size", "query")],
        ),
        (
            Offset,
            Paging("offset", "offset", "limit", 5, 50, "results", "count"),
            [("offset", "query"), ("limit", "query")],
        ),
        (Cursor, Paging("cursor", "cursor", "", 4, 0, "results", ""), [("cursor", "query")]),
        (Renamed, Paging("page", "page", "", 2, 0, "rows", "total"), [("page", "query")]),
        (pagination.PageNumberPagination, Paging(), [("offset", "window"), ("limit", "window")]),
    ],
)
def test_a_list_says_how_its_pages_are_turned(paginator, paging, arguments):
    tool = items_list(pagination_class=paginator)

    assert tool.operation.paging == paging
    assert [(one.name, one.place) for one in tool.arguments] == arguments


def test_a_filter_whose_code_fails_costs_the_filters_and_no_tool():
    class Broken(FilterSet):
        def __init__(self, *args, **kwargs):
            raise KeyError("tenant")

    tool = items_list(filter_backends=[DjangoFilterBackend], filterset_class=Broken)

    assert names(tool) == ["offset", "limit"]


def test_a_filter_set_that_needs_a_request_is_read_from_its_class():
    class Asking(FilterSet):
        title = django_filters.CharFilter()

        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self.tenant = self.request.tenant

    assert "title" in names(items_list(filter_backends=[DjangoFilterBackend], filterset_class=Asking))


def test_a_view_without_rows_has_no_filters():
    class Bare(viewsets.GenericViewSet):
        serializer_class = ItemSerializer
        filter_backends = [DjangoFilterBackend]
        filterset_fields = ["title"]

        def list(self, request):
            return Response([])

    assert "title" in names(catalog_of(bare=Bare).tools["bare_list"])
