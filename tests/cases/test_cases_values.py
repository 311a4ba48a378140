"""Cases about one value: absent, null, text for numbers, JSON in text, choices."""

from __future__ import annotations

import json

import pytest

from mcpbridge.serve.jsonrpc import Message
from tests.cases.cast import errors_of, values_of
from tests.cases.project.models import Card, Seat
from tests.saying import answer_to


def the_only_card():
    return Card.objects.get()


@pytest.mark.requirement("E-05")
@pytest.mark.requirement("N-05")
@pytest.mark.parametrize(
    ("tool", "arguments", "unknown", "meant"),
    [("cards_create", {"title": "a", "titel": "b"}, "titel", "title"), ("cards_update", {"dne": 1}, "dne", "done")],
)
def test_case_02_a_misspelt_argument_is_refused_and_nothing_is_written(
    call, card, schema, tool, arguments, unknown, meant
):
    before = Card.objects.values().get()
    arguments = arguments | ({"id": card.pk} if tool == "cards_update" else {})

    error = errors_of(call(tool, arguments))[unknown]

    assert error["code"] == "unknown"
    assert values_of(error)[0] == meant
    assert all(name in error["hint"] for name in schema(tool)["properties"])
    assert Card.objects.values().get() == before
    assert schema(tool)["additionalProperties"] is False


@pytest.mark.requirement("E-10")
@pytest.mark.parametrize(
    ("sent", "changed"),
    [
        ({"title": "x"}, {"title": "x"}),
        ({"due": None}, {"due": None}),
        ({"stage": None, "title": "y"}, {"stage_id": None, "title": "y"}),
    ],
)
def test_case_03_absent_stays_null_clears_and_applied_lists_what_was_sent(call, card, sent, changed):
    before = Card.objects.values().get()

    result = call("cards_update", {"id": card.pk, **sent})

    assert Card.objects.values().get() == before | changed
    assert result["status"] == "success"
    assert set(result["applied"]) == set(sent)
    assert {name: shown["stored"] for name, shown in result["applied"].items()} == sent
    assert result["changed_by_system"] == {}


def test_case_05_emptied_lists_and_objects_are_shown_with_what_they_held(call, card, schema, bridge):
    result = call("cards_update", {"id": card.pk, "title": "x", "tags": [], "extra": {}})

    assert result["applied"]["tags"] == {"given": [], "stored": [], "previous_count": 1}
    assert result["applied"]["extra"]["previous_count"] == 1
    assert not [name for name, shown in schema("cards_update")["properties"].items() if "default" in shown]
    assert "Omit what should stay" in instructions(bridge)


def instructions(bridge):
    return answer_to(Message("initialize", {}, 1), bridge, "owner")["result"]["instructions"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("cards_get", {"id": "{pk}"}), ("cards_list", {"page": "1"}), ("cards_update", {"id": "{pk}", "small": "12"})],
)
def test_case_06_numbers_and_ids_may_come_as_text(call, card, tool, arguments):
    arguments = {key: value.replace("{pk}", str(card.pk)) for key, value in arguments.items()}

    result = call(tool, arguments)

    assert result.get("status") != "error", result
    if tool == "cards_update":
        assert result["applied"]["small"] == {"given": "12", "stored": 12}
        assert the_only_card().small == 12


@pytest.mark.parametrize("title", ["2026", 2026])
def test_case_06_a_text_may_come_as_a_number(call, title):
    call("cards_create", {"title": title})

    assert the_only_card().title == "2026"


@pytest.mark.parametrize(
    ("name", "value"),
    [("title", True), ("small", True), ("small", 1.9), ("small", "12.0"), ("flag", "maybe"), ("title", [])],
)
def test_case_06_nothing_is_guessed_beyond_the_schema(call, name, value):
    result = call("cards_create", {"title": "a", name: value})

    assert errors_of(result)[name]["code"] == "type"
    assert not Card.objects.exists()


def test_case_07_a_list_in_json_text_is_read_as_the_list(call, card, cast):
    ids = [cast.stages["12"].pk, cast.stages["Closed"].pk]

    result = call("cards_update", {"id": card.pk, "tags": json.dumps(ids)})

    assert sorted(card.tags.values_list("pk", flat=True)) == sorted(ids)
    assert result["applied"]["tags"]["stored"] == ids
    assert any("tags" in note for note in result["notes"])


def test_case_07_text_for_any_json_stays_text_and_text_fields_are_never_parsed(call, card):
    result = call("cards_update", {"id": card.pk, "extra": '{"a":1}', "body": "[1,2]"})

    card.refresh_from_db()
    assert card.extra == '{"a":1}'
    assert card.body == "[1,2]"
    assert result["applied"]["extra"]["stored"] == '{"a":1}'
    assert any("extra" in note for note in result["notes"])


@pytest.mark.parametrize("text", ["[1,", "{}", "nonsense"])
def test_case_07_text_that_is_no_list_is_refused_with_the_expected_shape(call, card, text):
    error = errors_of(call("cards_update", {"id": card.pk, "tags": text}))["tags"]

    assert error["allowed"]["type"] == "array"


def test_case_07_all_arguments_in_one_json_text_are_read(call, card):
    result = call("cards_update", json.dumps({"id": card.pk, "title": "x"}))

    assert result["status"] == "success"
    assert the_only_card().title == "x"


@pytest.mark.requirement("E-11")
def test_case_08_every_fault_is_told_with_value_and_what_is_allowed(call, bridge):
    given = {"title": "", "due": "x", "cost": "z", "level": "High?"}

    outcome = bridge.call("cards_create", given, bridge.caller("owner"))

    errors = errors_of(outcome.content)
    assert outcome.is_error
    assert outcome.content["http_status"] == 400
    assert {name: errors[name]["value"] for name in given} == given
    assert all(errors[name]["allowed"] and errors[name]["problem"].endswith(".") for name in given)
    assert not Card.objects.exists()


def test_case_08_faults_in_nested_values_are_told_by_their_path(call):
    error = errors_of(call("nodes_create", {"name": "a", "kids": [{"name": "b"}, {"name": "c", "cost": "z"}]}))

    assert set(error) == {"kids.1.cost"}


def test_case_09_what_is_checked_later_is_said_and_then_told(call):
    Seat.objects.create(row="A", num=1)
    taken = {"row": "A", "num": 1, "note": "x" * 40}

    first = call("seats_create", taken)
    second = call("seats_create", taken | {"note": "short"})
    third = call("seats_create", {"row": "A", "num": 2, "note": "short"})

    assert set(errors_of(first)) == {"note"}
    assert first["unchecked"]
    unique = next(iter(errors_of(second).values()))
    assert unique["code"] == "unique"
    assert "row" in unique["hint"] and "num" in unique["hint"]
    assert third["status"] == "success"
    assert Seat.objects.count() == 2


@pytest.mark.requirement("E-09")
@pytest.mark.parametrize("word", ["hi", "High", "HI", "Alta", "alta"])
def test_case_10_a_choice_takes_code_or_label_in_both_languages(call, card, word):
    result = call("cards_update", {"id": card.pk, "level": word})

    assert the_only_card().level == "hi"
    assert result["applied"]["level"]["stored"] == "hi"
    assert result["applied"]["level"]["given"] == word


def test_case_10_an_unknown_choice_is_refused_with_codes_and_labels(call, card):
    error = errors_of(call("cards_update", {"id": card.pk, "level": "Highest"}))["level"]

    assert error["allowed"][:2] == [{"value": "hi", "label": "High"}, {"value": "lo", "label": "Low"}]


def test_case_11_what_the_server_sets_is_neither_offered_nor_taken(call, schema):
    shown = schema("cards_create")

    error = errors_of(call("cards_create", {"title": "a", "id": 999}))

    assert "id" not in shown["properties"]
    assert shown["required"] == ["title"]
    assert error["id"]["code"] == "unknown"
    assert not Card.objects.exists()


@pytest.mark.parametrize("name", ["level", "title", "flag", "extra"])
def test_case_28_null_is_refused_where_the_field_cannot_be_empty(call, card, name):
    error = errors_of(call("cards_update", {"id": card.pk, name: None}))[name]

    assert error["code"] == "type"
    assert error["value"] is None


def test_case_28_null_is_shown_as_json_schema_says_it(schema):
    properties = schema("cards_create")["properties"]

    assert properties["due"]["anyOf"] == [{"type": "string", "format": "date"}, {"type": "null"}]
    assert "nullable" not in json.dumps(properties)
    assert "null" not in json.dumps(properties["level"])


@pytest.mark.requirement("N-08")
@pytest.mark.parametrize("value", ["abc", "12 ", 1.5, True, {"a": 1}, [1], "", None, "1/../2", "..", "١٢"])
def test_case_34_an_integer_id_is_an_integer_or_nothing_is_sent(call, card, value):
    result = call("cards_get", {"id": value})

    assert result["http_status"] == 400
    assert errors_of(result)["id"]["code"] == "type"


def test_case_34_an_id_beyond_every_row_is_a_missing_row(call, card):
    result = call("cards_get", {"id": "99999999999999999999"})

    assert result["status"] == "error"
    assert result["http_status"] in (400, 404)


def test_case_34_a_uuid_id_is_declared_and_enforced(call, cast, schema):
    assert schema("folders_get")["properties"]["id"]["format"] == "uuid"
    assert errors_of(call("folders_get", {"id": "12"}))["id"]["code"] == "type"
    assert call("folders_get", {"id": str(cast.inbox.pk)})["item"]["name"] == "Inbox"


@pytest.mark.parametrize("value", [1.9, True, {}])
def test_case_34_a_reference_takes_no_number_that_is_no_id(call, cast, value):
    assert "stage" in errors_of(call("cards_create", {"title": "a", "stage": value}))
    assert not Card.objects.exists()


@pytest.mark.parametrize("value", [[1], 3, "a", {"a": 1}, True, 1.5])
def test_case_44_a_field_for_any_json_takes_any_json(call, value):
    result = call("cards_create", {"title": "a", "extra": value})

    assert the_only_card().extra == value
    assert result["applied"]["extra"]["stored"] == value


def test_case_45_free_keys_have_typed_values_and_faults_name_the_key(call, schema):
    shown = schema("tallies_create")["properties"]["one"]

    good = call("tallies_create", {"one": {"a": "1", "b": 2}})
    bad = call("tallies_create", {"one": {"a": "x", "b": 2}})

    assert shown["type"] == "object"
    assert shown["additionalProperties"] == {"type": "integer"}
    assert good["applied"]["one"]["stored"] == {"a": 1, "b": 2}
    assert set(errors_of(bad)) == {"one.a"}
