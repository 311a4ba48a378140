"""Cases about what comes back: nothing, bytes, other texts, NaN, other keys than declared."""

from __future__ import annotations

import json

import pytest
from django.db import connection

from mcpbridge import listing
from tests.cases.cast import errors_of
from tests.cases.project.models import Card, Stage
from tests.cases.project.views.bare import SECRET


def test_case_21_an_empty_answer_to_a_delete_is_its_success_and_the_second_is_a_missing_row(call, card):
    first = call("cards_delete", {"id": card.pk})
    second = call("cards_delete", {"id": card.pk})

    assert (first["status"], first["deleted"], first["id"]) == ("success", True, card.pk)
    assert second["http_status"] == 404
    assert not Card.objects.exists()


def test_case_49_and_50_an_answer_with_other_keys_than_declared_goes_out_whole(call, catalog, rest, card):
    read = call("drift_get", {"id": card.pk})
    written = call("drift_create", {"title": "abc", "nick": "n"})

    assert read["item"] == rest().get(f"/drift/{card.pk}/").json()
    assert read["item"]["facts"] == {"letters": 4}
    assert written["status"] == "success"
    assert written["applied"]["title"]["stored"] == "abc"
    assert written["applied"]["nick"] == {"given": "n", "sent": "n"}
    assert "outputSchema" not in listing.listed(catalog.tools["drift_get"], catalog)


def test_case_58_text_is_shown_in_its_own_charset(call):
    Card.objects.create(title="São Paulo")

    result = call("cards_csv")

    assert "São Paulo" in result["item"]["text"]
    assert result["item"]["type"] == "text/csv"


@pytest.mark.parametrize(
    ("tool", "kind", "least"), [("media_pdf", "application/pdf", 2000), ("cards_dump", "image/png", 50)]
)
def test_case_58_other_bytes_are_described(call, card, tool, kind, least):
    result = call(tool, {"id": card.pk} if tool == "cards_dump" else {})

    assert result["item"]["type"] == kind
    assert result["item"]["bytes"] >= least
    assert len(json.dumps(result)) < 600


def test_case_58_problem_details_are_read_and_an_error_page_is_not_shown(call):
    problem = call("media_problem")
    page = call("media_page")

    assert problem["http_status"] == 409
    assert problem["problem"]["title"] == "Out of paper"
    assert "Tray 2 is empty." in problem["message"]
    assert page["http_status"] == 503
    assert "<html" not in json.dumps(page)


@pytest.mark.parametrize(("tool", "item"), [("media_nothing", None), ("media_number", 42)])
def test_case_22_an_answer_that_is_no_object_comes_in_one(call, tool, item):
    assert call(tool)["item"] == item


def test_case_61_nan_comes_out_as_null(call, card):
    result = call("ratio_get", {"id": card.pk})

    assert result["item"]["worst"] is None
    assert "NaN" not in json.dumps(result)


def test_case_61_an_api_that_fails_on_nan_fails_as_it_does_over_http(call, rest, card):
    assert rest().get(f"/strict-ratio/{card.pk}/").status_code == 500
    assert call("strict_ratio_get", {"id": card.pk})["http_status"] == 500


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {"a": [float("nan")]}])
def test_case_61_nan_is_not_taken(call, value):
    result = call("cards_create", {"title": "a", "extra": value})

    assert "extra" in next(iter(errors_of(result)))
    assert not Card.objects.exists()
    json.dumps(result, allow_nan=False)


@pytest.mark.parametrize("atomic", [True, False])
def test_case_70_a_refusal_after_a_write_leaves_what_rest_leaves(call, rest, settings, monkeypatch, atomic):
    monkeypatch.setitem(connection.settings_dict, "ATOMIC_REQUESTS", atomic)

    over_http = rest().post("/half/").status_code
    left_by_rest = Stage.objects.filter(label="half").count()
    result = call("half_create", {"body": {"label": "x"}})

    assert result["http_status"] == over_http == 400
    assert "never good enough" in result["message"]
    assert left_by_rest == (0 if atomic else 1)
    assert Stage.objects.filter(label="half").count() == 2 * left_by_rest


def test_case_77_views_without_a_serializer_are_usable_and_say_what_they_stand_on(call, catalog):
    by_operation = {(tool.operation.method, tool.operation.path): tool for tool in catalog.tools.values()}
    described = by_operation["POST", "/described/"]

    assert call(described.name, {"title": "x"})["status"] == "success"
    assert [argument.name for argument in described.arguments] == ["title"]
    assert call(by_operation["GET", "/status/"].name)["item"] == {"up": True}
    assert call(by_operation["GET", "/hello/"].name)["item"] == {"hello": "nobody"}
    open_body = by_operation["POST", "/hello/"]
    assert open_body.derived_from == "open body"
    assert by_operation["POST", "/half/"].derived_from == "open body"
    assert by_operation["GET", "/status/"].arguments == ()


def test_case_77_an_open_body_is_sent_as_it_is_given(call, catalog):
    (tool,) = [t for t in catalog.tools.values() if (t.operation.method, t.operation.path) == ("POST", "/hello/")]
    (argument,) = tool.arguments or (None,)
    arguments = {argument.name: {"name": "Ana"}} if argument else {"name": "Ana"}

    assert call(tool.name, arguments)["result"] == {"hello": "Ana"}


def test_case_77_generic_views_are_tools_of_their_own(call, catalog):
    by_operation = {(tool.operation.method, tool.operation.path): tool.name for tool in catalog.tools.values()}

    created = call(by_operation["POST", "/labels/"], {"label": "x"})
    updated = call(by_operation["PATCH", "/labels/{pk}/"], {"id": created["id"], "label": "y"})

    assert created["applied"]["label"]["stored"] == "x"
    assert updated["applied"]["label"]["stored"] == "y"
    assert Stage.objects.filter(label="y").exists()


def test_case_48_a_nested_object_that_the_api_cannot_write_costs_that_tool_alone_and_says_why(catalog, rest):
    (reason,) = [item.reason for item in catalog.excluded if item.operation == "POST /pars/"]

    assert rest().post("/pars/", {"title": "a", "stage": {"label": "z"}}).status_code == 500
    assert "pars_create" not in catalog.tools
    assert "stage" in reason


def test_case_92_a_view_that_reads_forms_alone_keeps_what_was_not_sent(call, catalog, card, cast):
    before = Card.objects.values().get()

    result = call("forms_update", {"id": card.pk, "title": "x"})

    assert catalog.tools["forms_update"].operation.encoding == "form"
    assert result["status"] == "success", result
    assert Card.objects.values().get() == before | {"title": "x"}
    assert list(card.tags.all()) == [cast.stages["New"]]


def test_case_92_lists_booleans_and_null_reach_a_form_whole(call, card, cast):
    ids = sorted([cast.stages["12"].pk, cast.stages["Closed"].pk])

    result = call("forms_update", {"id": card.pk, "tags": ids, "done": True, "flag": False, "due": None})

    card.refresh_from_db()
    assert result["status"] == "success", result
    assert sorted(card.tags.values_list("pk", flat=True)) == ids
    assert (card.done, card.flag, card.due) == (True, False, None)


def test_case_92_an_empty_list_is_refused_where_a_form_would_lose_it(call, card):
    error = errors_of(call("forms_update", {"id": card.pk, "tags": []}))["tags"]

    assert "form" in error["problem"]
    assert card.tags.count() == 1


def test_a_reason_for_an_exclusion_tells_nothing_of_the_inside(catalog):
    assert SECRET not in json.dumps([item.reason for item in catalog.excluded])
