"""Cases about addresses: keys that collide, slashes, nested routes, values in a path."""

from __future__ import annotations

import json
import re
from io import StringIO

import pytest
from django.conf import settings as project_settings
from django.core.management import call_command
from django.test import override_settings

from mcpbridge.derive.build import derive
from tests.cases.cast import errors_of
from tests.cases.project.models import Board, Card, Page, Pin, Seat
from tests.cases.project.views.cards import Cards


@pytest.fixture
def boards(db):
    first, second = Board.objects.create(name="Kitchen"), Board.objects.create(name="Garden")
    return first, second, Pin.objects.create(board=first, text="salt"), Pin.objects.create(board=second, text="seeds")


def test_case_30_the_key_of_a_row_and_the_field_of_the_same_name_are_two_arguments(call, schema):
    Page.objects.create(slug="old", title="t")

    result = call("pages_update", {"slug": "old", "new_slug": "new"})

    assert set(schema("pages_update")["properties"]) == {"slug", "new_slug", "title"}
    assert schema("pages_update")["required"] == ["slug"]
    assert set(schema("pages_create")["properties"]) == {"slug", "title"}
    assert result["status"] == "success"
    assert result["applied"]["new_slug"]["stored"] == "new"
    assert Page.objects.get().slug == "new"


def test_case_30_a_parent_in_the_path_and_in_the_body_reach_their_places(call, schema, boards):
    kitchen, garden, salt, _seeds = boards

    result = call("desk_tickets_update", {"board": kitchen.pk, "id": salt.pk, "new_board": "Garden"})

    assert set(schema("desk_tickets_update")["properties"]) == {"board", "id", "new_board", "text"}
    assert result["status"] == "success"
    salt.refresh_from_db()
    assert salt.board == garden


def test_case_31_the_slash_of_the_resolved_route_is_kept(call, boards):
    kitchen = boards[0]

    created = call("plain_pins_create", {"board": kitchen.pk, "text": "x"})

    assert [row["name"] for row in call("plain_boards_list")["items"]] == ["Kitchen", "Garden"]
    assert call("plain_boards_get", {"id": kitchen.pk})["item"]["name"] == "Kitchen"
    assert created["status"] == "success"
    assert Pin.objects.filter(text="x").count() == 1


def test_case_31_a_redirect_is_an_error_that_is_never_followed(call, catalog, card):
    found = [tool for tool in catalog.tools.values() if tool.operation.path == "/cards/go/"]

    assert {tool.operation.method for tool in found} == {"GET", "POST"}
    for tool in found:
        result = call(tool.name, {})
        assert errors_of(result)[""]["code"] == "redirect"
        assert "/cards/" in result["message"]
        assert result["http_status"] == 302
        assert "items" not in result


@pytest.mark.parametrize(
    "value", ["../../seats/1", "1?x=1", "1#a", "a/b", "..", ".", "", "a\\b", "a\x00b", "\ud800", "a.json"]
)
def test_case_76_a_value_that_the_route_refuses_is_never_sent(call, value):
    Seat.objects.create(row="A", num=1)

    result = call("pages_get", {"slug": value})

    assert result["http_status"] in (400, 404)
    if not re.fullmatch(r"[^/.]+", value) or value in ("a\x00b", "\ud800"):
        assert "slug" in errors_of(result)
        assert result["http_status"] == 400


@pytest.mark.parametrize("value", ["a b", "%2e%2e", "%2F", "é", "a;b", "a&b=c", "a+b"])
def test_case_76_a_strange_value_reaches_its_place_whole(call, value):
    Page.objects.create(slug=value, title="strange")

    assert call("pages_get", {"slug": value})["item"] == {"slug": value, "title": "strange"}


def test_case_78_a_child_of_another_parent_is_missing(call, boards):
    kitchen, garden, salt, _seeds = boards

    own = call("board_pins_get", {"board": kitchen.pk, "id": salt.pk})
    foreign = call("board_pins_get", {"board": garden.pk, "id": salt.pk})

    assert own["item"]["text"] == "salt"
    assert foreign["http_status"] == 404


def test_case_78_the_parent_is_required_named_after_its_model_and_takes_id_or_name(call, schema, boards):
    kitchen = boards[0]

    created = call("board_pins_create", {"board": "kitchen", "text": "pepper"})

    assert set(schema("board_pins_list")["properties"]) >= {"board"}
    assert schema("board_pins_list")["required"] == ["board"]
    assert schema("board_pins_create")["required"] == ["board", "text"]
    assert created["status"] == "success"
    assert Pin.objects.get(text="pepper").board == kitchen
    assert [row["text"] for row in call("board_pins_list", {"board": "Kitchen"})["items"]] == ["salt", "pepper"]
    assert errors_of(call("board_pins_list", {}))["board"]["code"] == "missing"


def test_case_77_versions_in_the_namespace_reach_the_view(call, catalog):
    by_path = {tool.operation.path: tool.name for tool in catalog.tools.values()}

    assert call(by_path["/v1/ver/"])["item"] == {"version": "v1"}
    assert call(by_path["/v2/ver/"])["item"] == {"version": "v2"}


@pytest.mark.requirement("C-04")
def test_case_93_root_twins_options_and_head_are_no_tools_and_every_operation_is_accounted_for(catalog):
    operations = [(tool.operation.method, tool.operation.path) for tool in catalog.tools.values()]

    assert len(set(operations)) == len(operations)
    assert not [path for _method, path in operations if "format" in path or path.endswith(".json") or path == "/"]
    assert not [path for _method, path in operations if path.startswith("/async")]
    assert not [name for name in catalog.tools if "root" in name]
    excluded = {item.operation: item.reason for item in catalog.excluded}
    assert all(excluded.values())
    assert [operation for operation in excluded if operation.startswith("PUT /cards/")]
    assert [operation for operation in excluded if operation.endswith("/broken/")] == ["GET /broken/", "POST /broken/"]


def test_case_93_the_projects_own_openapi_document_is_the_same_without_the_bridge():
    def document() -> str:
        written = StringIO()
        call_command("spectacular", stdout=written, stderr=StringIO())
        return written.getvalue()

    with_bridge = document()
    without = [app for app in project_settings.INSTALLED_APPS if app != "mcpbridge"]
    with override_settings(INSTALLED_APPS=without):
        assert document() == with_bridge


def test_case_38_rest_answers_the_same_bytes_before_and_after_and_no_class_is_changed(call, rest, card):
    def answers():
        one, many = rest().get(f"/cards/{card.pk}/"), rest().get("/cards/", {"ordering": "-title"})
        return one.content, many.content, dict(one.headers), dict(many.headers)

    before, attributes = answers(), dict(vars(Cards))

    derive("tests.cases.project.urls")
    call("cards_list", {"ordering": "-title"})
    call("cards_get", {"id": card.pk})
    call("cards_update", {"id": card.pk, "title": card.title})

    assert answers() == before
    assert dict(vars(Cards)) == attributes
    assert rest().post("/cards/", {"title": "by rest"}).status_code == 201
    assert Card.objects.count() == 2


def test_no_result_of_a_read_names_a_host(call, card):
    assert "http" not in json.dumps(call("cards_list", {"page_size": 1}))
