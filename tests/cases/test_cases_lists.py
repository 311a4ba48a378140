"""Cases about lists: filters, order, pages, sizes."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from rest_framework.utils.encoders import JSONEncoder

from mcpbridge.serve.calls import Rules
from tests.cases.cast import errors_of, values_of
from tests.cases.project.models import Card, Seat


def cards(*titles, **more):
    return [Card.objects.create(title=title, **more) for title in titles]


@pytest.mark.requirement("N-04")
def test_case_01_a_list_has_every_filter_the_search_the_order_and_the_pages_of_its_view(call, rest, schema):
    cards("c1", "c10", "c11", "c12", "d1")
    cards("c13", done=True)
    wanted = {"done": False, "ordering": "-title", "search": "c1", "page": 2}

    result = call("cards_list", wanted)

    over_http = rest().get("/cards/", {**wanted, "done": "false"}).json()
    assert [row["title"] for row in result["items"]] == ["c10", "c1"]
    assert result["items"] == over_http["results"]
    assert result["total"] == over_http["count"] == 4
    properties = schema("cards_list")["properties"]
    assert set(properties) == {
        "at_before", "done", "due_after", "ids", "level", "ordering", "page", "page_size", "search", "stage", "stages",
    }  # fmt: skip
    assert set(properties["ordering"]["enum"]) == {"title", "-title", "due", "-due"}
    assert properties["done"]["type"] == "boolean"
    assert properties["ids"]["type"] == properties["stages"]["type"] == "array"
    assert "search" not in schema("seats_list")["properties"]


@pytest.mark.parametrize("wanted", [{"ids": [1, 3]}, {"ids": "[1, 3]"}, {"level": "High"}, {"due_after": "2026-02-01"}])
def test_case_01_every_filter_finds_what_rest_finds(call, rest, cast, wanted):
    first, _second, third = cards("a", "b", "c")
    Card.objects.filter(pk=third.pk).update(level="hi", due="2026-02-01")
    if "ids" in wanted:
        wanted = {"ids": [first.pk, third.pk] if isinstance(wanted["ids"], list) else f"[{first.pk}, {third.pk}]"}
    in_query = {"ids": f"{first.pk},{third.pk}", "level": "hi", "due_after": "2026-02-01"}

    result = call("cards_list", wanted)

    over_http = rest().get("/cards/", {key: in_query[key] for key in wanted}).json()
    assert result["items"] == over_http["results"]
    assert result["total"] == (2 if "ids" in wanted else 1)


def test_case_01_references_filter_by_name_one_or_several(call, cast):
    closed, paulo = cards("a", stage=cast.stages["Closed"]) + cards("b", stage=cast.stages["São Paulo"])
    cards("c")

    one = call("cards_list", {"stage": "closed"})
    several = call("cards_list", {"stages": ["Closed", "São Paulo"]})

    assert [row["id"] for row in one["items"]] == [closed.pk]
    assert [row["id"] for row in several["items"]] == [closed.pk, paulo.pk]


def test_case_19_a_list_without_pages_is_shown_in_windows_that_lead_to_every_row(call):
    Card.objects.bulk_create(Card(title=f"c{number}", body="x" * 100) for number in range(5000))

    result = call("everything_list", {})
    seen = [row["id"] for row in result["items"]]
    following = call("everything_list", result["next"])

    assert result["total"] == 5000
    assert 0 < result["returned"] == len(seen) <= Rules().max_rows
    assert len(json.dumps(result)) < Rules().max_bytes * 1.1
    assert following["items"][0]["id"] == seen[-1] + 1
    last = call("everything_list", {"offset": 4999, "limit": 3})
    assert last["returned"] == 1
    assert last["next"] is None


def test_case_19_a_long_text_is_cut_with_a_mark_and_the_rest_can_be_had(call):
    text = "".join(f"{number:07}." for number in range(25_000))
    (card,) = cards("long", body=text)

    in_list = call("everything_list", {})["items"][0]["body"]
    read, start = "", 0
    while start < len(text):
        part = call("everything_get", {"id": card.pk, "text_from": start})["item"]["body"]
        kept = part.partition(" [characters ")[0]
        assert kept
        read, start = read + kept, start + len(kept)

    assert len(in_list) < 3000
    assert "200000 characters" in in_list
    assert read == text


def test_case_20_the_next_page_is_given_as_arguments_that_work(call):
    rows = cards("a", "b", "c", "d", "e")

    first = call("cards_list", {"ordering": "title"})
    second = call("cards_list", first["next"])
    third = call("cards_list", second["next"])

    assert first["next"] == {"ordering": "title", "page": 2}
    assert [row["id"] for page in (first, second, third) for row in page["items"]] == [row.pk for row in rows]
    assert third["next"] is None
    assert "cards.example" not in json.dumps([first, second, third])


def test_case_20_a_page_size_beyond_the_cap_is_said_to_be_cut(call):
    cards("a", "b", "c", "d")

    result = call("cards_list", {"page_size": 100})

    assert result["returned"] == 3
    assert any("page_size" in note and "3" in note for note in result["notes"])


def test_case_20_a_page_beyond_the_last_is_refused_with_the_number_of_the_last(call):
    cards("a", "b", "c", "d", "e")

    error = errors_of(call("cards_list", {"page": 99}))["page"]

    assert "3" in error["problem"]
    assert error["allowed"]["maximum"] == 3
    assert error["allowed"]["examples"] == [3]


@pytest.mark.parametrize("page_size", [0, -1])
def test_case_20_a_page_size_that_the_api_would_ignore_is_refused(call, page_size):
    cards("a", "b", "c")

    assert "page_size" in errors_of(call("cards_list", {"page_size": page_size}))


@pytest.mark.parametrize("tool", ["feed_list", "ledger_list"])
def test_case_20_cursor_and_offset_pages_lead_to_every_row_once(call, tool):
    rows = cards("a", "b", "c", "d", "e")

    seen, arguments = [], {}
    while arguments is not None:
        page = call(tool, arguments)
        seen += [row["id"] for row in page["items"]]
        arguments = page["next"]

    assert seen == [row.pk for row in rows]


def test_case_22_a_bare_array_comes_as_items_of_one_object_and_as_the_same_json_in_text(bridge, call, rest, cast):
    Seat.objects.create(row="A", num=1)

    outcome = bridge.call("seats_list", {}, bridge.caller("owner"))
    result = outcome.as_result()

    assert result["structuredContent"]["items"] == rest().get("/seats/").json()
    assert result["structuredContent"]["total"] == 1
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert result["isError"] is False


@pytest.mark.parametrize("given", [True, "true", False, "false"])
def test_case_35_a_boolean_filter_takes_booleans(call, given):
    cards("open")
    cards("done", done=True)

    result = call("cards_list", {"done": given})

    assert [row["done"] for row in result["items"]] == [str(given).lower() == "true"]


@pytest.mark.parametrize("word", ["yes", "sim", "False", 0, 2, "", None])
def test_case_35_a_boolean_filter_refuses_words_that_the_api_would_ignore(call, word):
    cards("open")

    error = errors_of(call("cards_list", {"done": word}))["done"]

    assert error["code"] == "type"
    assert error["allowed"]["type"] == "boolean"


@pytest.mark.parametrize("word", ["nope", "--title", "title,-nope"])
def test_case_36_an_unknown_order_is_refused_with_the_allowed_ones(call, word):
    error = errors_of(call("cards_list", {"ordering": word}))["ordering"]

    assert error["value"] == word
    assert set(values_of(error)) == {"title", "-title", "due", "-due"}


def test_case_02_a_misspelt_filter_reads_nothing(call):
    cards("a")

    result = call("cards_list", {"staus": "hi"})

    error = errors_of(result)["staus"]
    assert error["code"] == "unknown"
    assert values_of(error)[0] in ("stage", "stages")
    assert "items" not in result


def test_case_23_rows_with_uuid_decimal_duration_and_time_are_plain_json(call, card, rest):
    Card.objects.filter(pk=card.pk).update(span=timedelta(seconds=90), at=datetime(2026, 6, 1, 12, tzinfo=UTC))

    result = call("exact_get", {"id": card.pk})

    assert json.loads(json.dumps(result)) == result
    assert result["item"]["folder"] == str(card.folder_id)
    assert result["item"] == rest().get(f"/exact/{card.pk}/").json()
    assert json.dumps(result, cls=JSONEncoder) == json.dumps(result)
