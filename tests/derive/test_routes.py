"""URLconfs -> operations, their paths and the path arguments."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import include, path, re_path
from rest_framework import generics, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter, SimpleRouter
from rest_framework.urlpatterns import format_suffix_patterns
from rest_framework.versioning import URLPathVersioning
from rest_framework.views import APIView

from tests.derive.conftest import Items, Shelves, argument, catalog_of, names
from tests.derive.shop import Crate, CrateSerializer, Shelf, ShelfSerializer


class ItemsOfShelf(Items):
    """Below /shelves/{shelf_pk}/."""


def operations(catalog):
    return {tool.operation.method + " " + tool.operation.path for tool in catalog.tools.values()}


def test_a_viewset_has_a_tool_for_each_of_its_operations_and_put_is_excluded(shop):
    assert {name for name in shop.tools if name.startswith("items")} == {
        "items_list",
        "items_get",
        "items_create",
        "items_update",
        "items_delete",
    }
    assert shop.tools["items_update"].operation.method == "PATCH"
    assert [item.operation for item in shop.excluded] == ["PUT /items/{pk}/", "PUT /shelves/{pk}/"]
    assert all("PATCH" in item.reason for item in shop.excluded)


def test_root_page_suffix_twins_head_and_options_are_no_operations(shop):
    assert operations(shop) == {
        "GET /items/", "POST /items/", "GET /items/{pk}/", "PATCH /items/{pk}/", "DELETE /items/{pk}/",
        "GET /shelves/", "POST /shelves/", "GET /shelves/{pk}/", "PATCH /shelves/{pk}/", "DELETE /shelves/{pk}/",
        "GET /crates/", "GET /crates/{pk}/",
    }  # fmt: skip


def test_a_put_without_a_patch_is_the_update_tool_and_demands_everything():
    class Whole(Shelves):
        http_method_names = ["get", "put"]

    catalog = catalog_of(shelves=Whole)

    tool = catalog.tools["shelves_update"]
    assert tool.operation.method == "PUT"
    assert argument(tool, "name").required
    assert "Replace" in tool.description
    assert not catalog.excluded


def test_includes_namespaces_and_nested_prefixes_make_the_path():
    router = SimpleRouter()
    router.register("shelves", Shelves, basename="shelves")

    catalog = catalog_of(path("api/v1/", include((router.urls, "store"), namespace="inner")))

    assert catalog.tools["shelves_get"].operation.path == "/api/v1/shelves/{pk}/"


def test_the_key_of_a_row_is_called_id_and_has_the_kind_of_the_column(shop):
    by_number, by_uuid = shop.tools["items_get"], shop.tools["crates_get"]

    number = argument(by_number, "id")
    assert names(by_number, "path") == ["id"]
    assert (number.key, number.shape.kind, number.required) == ("pk", "integer", True)
    assert argument(by_uuid, "id").shape.kind == "uuid"
    assert by_number.operation.shapes == {"pk": "[^/.]+"}


def test_a_converter_or_digits_in_the_route_decide_the_kind():
    class ByCode(generics.RetrieveAPIView[Crate]):
        queryset = Crate.objects.all()
        serializer_class = CrateSerializer
        lookup_field = "code"

    catalog = catalog_of(
        path("one/<slug:code>/", ByCode.as_view(), name="one-detail"),
        path("two/<int:number>/", ByCode.as_view(), name="two-detail"),
        re_path(r"^three/(?P<number>\d+)/(?P<code>[a-z]{2}(?:-[)(]+)?)/?$", ByCode.as_view(), name="three-detail"),
        path("four/<uuid:pk>/", ByCode.as_view(), name="four-detail"),
    )

    assert argument(catalog.tools["one_get"], "code").shape.kind == "string"
    assert catalog.tools["one_get"].operation.shapes == {"code": "[-a-zA-Z0-9_]+"}
    assert argument(catalog.tools["two_get"], "number").shape.kind == "integer"
    three = catalog.tools["three_get"]
    assert three.operation.path == "/three/{number}/{code}"
    assert three.operation.shapes == {"number": r"\d+", "code": "[a-z]{2}(?:-[)(]+)?"}
    assert argument(three, "number").shape.kind == "integer"
    assert argument(catalog.tools["four_get"], "id").shape.kind == "uuid"


def test_each_method_of_an_action_is_a_tool_of_its_own():
    class Actions(Items):
        @action(detail=True, methods=["post", "delete"])
        def star(self, request, pk=None):
            return Response()

        @action(detail=True, methods=["post"])
        def close(self, request, pk=None):
            return Response()

        @close.mapping.delete
        def reopen(self, request, pk=None):
            return Response()

        @action(detail=False, url_path="best-of")
        def best(self, request):
            return Response()

    catalog = catalog_of(items=Actions)

    made = {name: tool.operation for name, tool in catalog.tools.items() if tool.operation.action == "action"}
    assert {name: f"{one.method} {one.path}" for name, one in made.items()} == {
        "items_star": "POST /items/{pk}/star/",
        "items_star_delete": "DELETE /items/{pk}/star/",
        "items_close": "POST /items/{pk}/close/",
        "items_reopen": "DELETE /items/{pk}/close/",
        "items_best": "GET /items/best-of/",
    }


def test_generic_views_plain_views_and_function_views_have_tools():
    class ShelfList(generics.ListCreateAPIView[Shelf]):
        queryset = Shelf.objects.all()
        serializer_class = ShelfSerializer

    class ShelfDetail(generics.RetrieveUpdateDestroyAPIView[Shelf]):
        queryset = Shelf.objects.all()
        serializer_class = ShelfSerializer

    class Status(APIView):
        def get(self, request):
            return Response()

    @api_view(["GET", "POST"])
    def hello(request):
        return Response(request.data)

    def page(request):
        return HttpResponse()

    catalog = catalog_of(
        path("shelves/", ShelfList.as_view(), name="shelf-list"),
        path("shelves/<int:pk>/", ShelfDetail.as_view(), name="shelf-detail"),
        *format_suffix_patterns([path("status/", Status.as_view())]),
        path("hello/", hello, name="hello"),
        path("page/", page),
    )

    assert sorted(catalog.tools) == [
        "hello_get", "hello_post", "shelf_create", "shelf_delete", "shelf_get", "shelf_list", "shelf_update",
        "status_get",
    ]  # fmt: skip
    assert catalog.tools["shelf_create"].read_back == "shelf_get"


def test_the_parent_of_a_nested_route_is_a_reference_named_after_it():
    router = DefaultRouter()
    router.register("shelves", Shelves, basename="shelves")
    router.register(r"shelves/(?P<shelf_pk>[^/.]+)/items", ItemsOfShelf, basename="shelf-items")

    catalog = catalog_of(*router.urls)

    parent = argument(catalog.tools["shelf_items_list"], "shelf")
    assert (parent.key, parent.shape.kind, parent.shape.reference) == ("shelf_pk", "reference", "shelves")
    assert parent.required
    assert names(catalog.tools["shelf_items_get"], "path") == ["shelf", "id"]
    assert catalog.tools["shelf_items_create"].read_back == "shelf_items_get"


def test_a_path_argument_and_a_body_argument_of_one_name_are_kept_apart():
    class BySlug(viewsets.ModelViewSet[Crate]):
        queryset = Crate.objects.all()
        serializer_class = CrateSerializer
        lookup_field = "code"

    router = DefaultRouter()
    router.register("crates", BySlug, basename="crates")
    router.register("shelves", Shelves, basename="shelves")
    router.register(r"shelves/(?P<shelf>[^/.]+)/items", ItemsOfShelf, basename="shelf-items")

    catalog = catalog_of(*router.urls)

    update = catalog.tools["crates_update"]
    assert [(one.name, one.place, one.key) for one in update.arguments if one.key == "code"] == [
        ("code", "path", "code"),
        ("new_code", "body", "code"),
    ]
    assert update.row_id == "code"
    create = catalog.tools["shelf_items_create"]
    assert argument(create, "shelf").place == "path"
    assert argument(create, "new_shelf").key == "shelf"


def test_one_view_under_two_prefixes_has_two_tools_of_different_names():
    def under(version):
        router = SimpleRouter()
        router.register("shelves", Shelves, basename="shelves")
        return path(f"{version}/", include((router.urls, version), namespace=version))

    catalog = catalog_of(under("v1"), under("v2"))

    assert len(catalog.tools) == 10
    assert {name for name, tool in catalog.tools.items() if tool.operation.action == "list"} == {
        "shelves_list",
        "v2_shelves_list",
    }


def test_long_and_foreign_names_are_shortened_to_letters_that_every_client_takes():
    class Long(Shelves):
        @action(detail=False, methods=["post"])
        def bulk_resend_expired_invitations(self, request):
            return Response()

    router = DefaultRouter()
    router.register("a", Long, basename="project-membership.Invitation")
    router.register("b", Shelves, basename="日本")

    first, second = catalog_of(*router.urls), catalog_of(*router.urls)

    assert list(first.tools) == list(second.tools)
    assert "project_membership_invitation_list" in first.tools
    (shortened,) = [name for name, tool in first.tools.items() if "bulk" in tool.operation.path]
    assert shortened.startswith("project_membership_invitation_bulk_resend")
    assert all(len(name) <= 48 and name.isascii() for name in first.tools)


def test_the_version_in_a_path_is_one_of_those_that_the_view_allows():
    class Versions(URLPathVersioning):
        allowed_versions = ["v1", "v2"]

    class Versioned(Shelves):
        versioning_class = Versions

    router = SimpleRouter()
    router.register("shelves", Versioned, basename="shelves")

    catalog = catalog_of(path("<version>/", include(router.urls)))

    version = argument(catalog.tools["shelves_list"], "version")
    assert [choice.code for choice in version.shape.choices] == ["v1", "v2"]


def test_pages_for_people_and_whole_file_uploads_are_excluded_with_a_reason():
    from rest_framework.parsers import FileUploadParser
    from rest_framework.renderers import TemplateHTMLRenderer

    class Page(APIView):
        renderer_classes = [TemplateHTMLRenderer]

        def get(self, request):
            return Response()

    class Upload(APIView):
        parser_classes = [FileUploadParser]

        def post(self, request):
            return Response(request.data)

    catalog = catalog_of(path("page/", Page.as_view()), path("upload/", Upload.as_view()))

    assert not catalog.tools
    assert {item.operation: item.reason for item in catalog.excluded} == {
        "GET /page/": "It answers pages for people.",
        "POST /upload/": "It takes a file as its whole body.",
    }


def test_views_that_hand_out_tokens_for_a_password_are_excluded_with_a_reason():
    # As the package has it; what it derives from is what counts, so a project's own subclass is known as well.
    package = type("LoginView", (APIView,), {"__module__": "knox.views", "__qualname__": "LoginView"})
    own = type("OurLogin", (package,), {"post": lambda self, request: Response()})

    catalog = catalog_of(path("token/", own.as_view()))

    assert not catalog.tools
    assert [item.reason for item in catalog.excluded] == ["It hands out credentials, which no agent should hold."]


def test_a_view_that_only_reads_forms_gets_forms():
    from rest_framework.parsers import FormParser

    class Forms(Shelves):
        parser_classes = [FormParser]

    catalog = catalog_of(shelves=Forms, items=Items)

    assert catalog.tools["shelves_create"].operation.encoding == "form"
    assert catalog.tools["items_create"].operation.encoding == "json"


def test_only_the_configured_prefixes_are_api(settings):
    settings.MCPBRIDGE = {"PREFIXES": ["/api/"]}
    router = SimpleRouter()
    router.register("shelves", Shelves, basename="shelves")

    catalog = catalog_of(path("api/", include(router.urls)), path("ui/", include(router.urls)))

    assert {tool.operation.path for tool in catalog.tools.values()} == {"/api/shelves/", "/api/shelves/{pk}/"}
