"""What an agent wrote -> a call, or everything that is wrong with it in one answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcpbridge.serve import reading
from mcpbridge.serve.reading import MOST_TOLD
from mcpbridge.tools import Shape
from tests.serve.little_api import Listing, LittleApi
from tests.serve.made import LEVELS, Calling, body, placed, query, reference, tool

STAGES = [
    {"id": 1, "name": "New"},
    {"id": 2, "name": "Processing"},
    {"id": 3, "name": "Room"},
    {"id": 4, "name": "Room"},
]
CARD = tool(
    body("title", "string", required=True, limits={"maxLength": 10}),
    body("nick", "string", nullable=True),
    body("level", "choice", choices=LEVELS),
    body("stage", "reference", reference="stages", nullable=True),
    body("place", "reference", reference="stages"),
    body("due", "date", nullable=True),
    body("cost", "decimal", nullable=True, limits={"maxDigits": 8, "decimalPlaces": 2}),
    body("small", "integer", limits={"minimum": 0, "maximum": 100}),
    body("ratio", "number"),
    body("flag", "boolean", default=True),
    body("tags", "array", item=Shape("integer")),
    body("extra", "json"),
    unique_sets=(("title", "level"),),
)  # fmt: skip


def card() -> Calling:
    return Calling(CARD, LittleApi({"stages": Listing(STAGES, exact=("name",))}), reference(exact=("name",)))


def one(kind: str, **shape: Any) -> Calling:
    return Calling(tool(body("field", kind, **shape)))


@pytest.mark.requirement("E-05")
def test_one_answer_names_an_unknown_name_a_missing_one_and_every_wrong_value():
    call = card()

    refusal = call.refusal(
        {"titel": "a", "stage": "Procesing", "place": "room", "due": "2026-02-30", "level": "urgent", "small": "many"}
    )
    problems = {problem.field: problem for problem in refusal.problems}

    assert {field: problem.code for field, problem in problems.items()} == {
        "titel": "unknown", "title": "missing", "stage": "reference", "place": "ambiguous", "due": "date",
        "level": "choice", "small": "type",
    }  # fmt: skip
    assert problems["titel"].allowed == [{"value": "title"}]
    assert problems["title"].allowed["examples"]
    assert problems["stage"].allowed[0] == {"value": 2, "label": "Processing"}
    assert [row["value"] for row in problems["place"].allowed] == [3, 4]
    assert problems["due"].allowed["examples"] == ["2026-02-28"]
    assert {row["value"]: row["label"] for row in problems["level"].allowed} == {"lo": "Low", "hi": "High"}
    assert problems["small"].allowed["type"] == "integer"
    assert all(problem.problem.endswith(".") for problem in refusal.problems)
    assert any("rules between arguments" in sentence for sentence in refusal.unchecked)
    assert any("title and level" in sentence for sentence in refusal.unchecked)


@pytest.mark.requirement("E-05")
def test_nothing_but_lookups_is_sent_while_a_problem_stands():
    call = card()

    call.refusal({"title": "a", "stage": "New", "due": "x"})

    assert {asked.method for asked, _ in call.api.calls} == {"GET"}


def test_problems_come_in_the_order_of_the_arguments_after_what_is_unknown():
    refusal = card().refusal({"extra": float("nan"), "due": "x", "level": "x", "colour": 1, "title": "a"})

    assert [problem.field for problem in refusal.problems] == ["colour", "level", "due", "extra"]


@pytest.mark.requirement("N-05")
@pytest.mark.parametrize(
    ("given", "unknown", "meant"),
    [
        ({"title": "a", "titel": "b"}, "titel", "title"), ({"title": "a", "costs": 1}, "costs", "cost"),
        ({"title": "a", "stage_id": 1}, "stage_id", "stage"), ({"title": "a", "Due": "x"}, "Due", "due"),
    ],
)  # fmt: skip
def test_case_2_a_misspelt_argument_is_refused_with_the_name_that_was_meant(given, unknown, meant):
    problem = card().problem(given)

    assert (problem.field, problem.code) == (unknown, "unknown")
    assert problem.allowed[0] == {"value": meant}
    assert problem.hint.startswith(f"Did you mean {meant}?")


@pytest.mark.requirement("N-05")
def test_case_2_an_argument_that_is_near_to_none_is_to_be_left_out_and_all_names_are_told():
    problem = card().problem({"title": "a", "wxyz": 1})

    assert problem.allowed == []
    assert problem.hint.startswith("Leave it out.")
    assert all(argument.name in problem.hint for argument in CARD.arguments)


def test_case_11_a_read_only_field_is_an_unknown_argument():
    assert card().problem({"title": "a", "id": 999}).code == "unknown"


@pytest.mark.requirement("E-10")
def test_case_3_absent_is_untouched_and_null_clears():
    call = card()

    assert call({"title": "x"}).call.body == {"title": "x"}
    assert call({"title": "x", "due": None, "stage": None}).call.body == {"title": "x", "due": None, "stage": None}
    assert call({"title": "x", "nick": ""}).call.body == {"title": "x", "nick": ""}


@pytest.mark.requirement("E-10")
@pytest.mark.parametrize("name", ["title", "level", "place", "small", "flag", "tags", "extra"])
def test_case_3_null_is_refused_where_nothing_can_be_cleared(name):
    problem = card().problem({"title": "a"} | {name: None})

    assert (problem.field, problem.code, problem.value) == (name, "type", None)
    assert problem.allowed


@pytest.mark.requirement("E-10")
def test_case_5_an_empty_array_or_object_is_a_value_and_is_sent():
    assert card()({"title": "x", "tags": [], "extra": {}}).call.body == {"title": "x", "tags": [], "extra": {}}


@pytest.mark.parametrize(
    ("kind", "written", "value"),
    [
        ("integer", "12", 12), ("integer", "-3", -3), ("integer", 0, 0), ("number", "1.5", 1.5), ("number", "2", 2),
        ("number", "1e3", 1000.0), ("number", 3, 3), ("boolean", "true", True), ("boolean", "false", False),
        ("string", 2026, "2026"), ("string", 1.5, "1.5"), ("string", "true", "true"), ("string", "[1]", "[1]"),
        ("string", " a\nb ", " a\nb "), ("string", "São 日本 😀", "São 日本 😀"),
        ("uuid", "{}".format("A" * 32), "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"),
    ],
)  # fmt: skip
def test_case_6_a_value_may_come_as_its_exact_text(kind, written, value):
    sent = one(kind)({"field": written}).sent["field"]

    assert sent == value
    assert type(sent) is type(value)


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("integer", "12.0"), ("integer", 12.0), ("integer", 1.9), ("integer", True), ("integer", "1e2"),
        ("integer", ""), ("integer", "twelve"), ("integer", "0x1"), ("integer", " 12"), ("integer", "٣"),
        ("integer", [1]),
        ("integer", "9" * 5000), ("integer", 10**40), ("number", "1,5"), ("number", "NaN"), ("number", "Infinity"),
        ("number", float("inf")), ("number", float("nan")), ("number", True), ("number", "1e999"), ("number", "1."),
        ("boolean", "yes"), ("boolean", "True"), ("boolean", 1), ("boolean", "sim"), ("boolean", "False"),
        ("boolean", 0), ("string", True), ("string", ["a"]), ("string", {"a": 1}), ("string", "a\x00b"),
        ("string", "\ud800"),
        ("string", float("nan")), ("uuid", "1"), ("uuid", 5), ("uuid", "{" + "a" * 32 + "}"), ("uuid", ""),
        ("json", float("nan")), ("json", {"a": [float("inf")]}), ("json", ["\ud800"]), ("json", {"\x00": 1}),
    ],
)  # fmt: skip
def test_case_6_nothing_is_guessed_beyond_that(kind, written):
    problem = one(kind).problem({"field": written})

    assert (problem.field, problem.code) == ("field", "type")
    json.dumps(problem.value, allow_nan=False).encode()


@pytest.mark.parametrize(
    ("kind", "written", "likely"),
    [
        ("integer", "12.0", 12), ("integer", 12.0, 12), ("integer", " 12 ", 12), ("integer", "+7", 7),
        ("decimal", "1,5", "1.5"), ("number", "1,5", 1.5), ("boolean", "yes", True), ("boolean", "sim", True),
        ("boolean", 0, False), ("boolean", "False", False),
    ],
)  # fmt: skip
def test_what_was_likely_meant_is_the_first_example(kind, written, likely):
    call = one(kind)

    problem = call.problem({"field": written})

    assert problem.allowed["examples"][0] == likely
    assert call({"field": likely}).sent == {"field": likely}


@pytest.mark.parametrize(
    "shape",
    [
        Shape("integer", limits={"minimum": 5}), Shape("number", limits={"maximum": 0.5}), Shape("uuid"),
        Shape("decimal", limits={"maxDigits": 2, "decimalPlaces": 2}), Shape("string", limits={"minLength": 8}),
        Shape("string", limits={"pattern": r"^[a-z]+@"}), Shape("boolean"), Shape("date"), Shape("datetime"),
        Shape("time"), Shape("duration"), Shape("choice", choices=LEVELS), Shape("reference", reference="stages"),
        Shape("array", item=Shape("date"), limits={"minItems": 2}), Shape("object", members=CARD.arguments),
        Shape("json"), Shape("array", item=Shape("reference", reference="stages")),
    ],
    ids=lambda shape: shape.kind,
)  # fmt: skip
@pytest.mark.requirement("E-05")
def test_a_missing_argument_is_asked_for_with_a_value_that_works(shape):
    made = tool(body("field", "json", required=True))
    made = tool(type(made.arguments[0])("field", "body", "field", shape, required=True))
    call = Calling(made, LittleApi({"stages": Listing(STAGES)}), reference())

    problem = call.problem({})

    assert (problem.code, problem.value) == ("missing", None)
    assert "type" in problem.allowed or "anyOf" in problem.allowed
    for example in problem.allowed["examples"]:
        assert call({"field": example})
        # A limit would not stop the call, so it is looked for beside a problem that does.
        stopped = call.refusal({"field": example, "wrong": 1})
        assert [found.code for found in stopped.problems] == ["unknown"]


def test_a_tools_own_example_comes_before_an_invented_value():
    call = Calling(tool(body("email", "string", required=True), example={"email": "ana@example.com"}))

    assert call.problem({}).allowed["examples"] == ["ana@example.com"]


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        (0.1, "0.1"), ("10.10", "10.10"), (1e2, "100"), (5, "5"), ("1e2", "1e2"), (-0.0000001, "-0.0000001"),
        ("0", "0"), (".5", ".5"), (1234567.5, "1234567.5"), (10.105, "10.105"),
    ],
)  # fmt: skip
def test_case_40_a_decimal_is_sent_as_the_text_that_was_written(written, sent):
    assert one("decimal", limits={"maxDigits": 8, "decimalPlaces": 2})({"field": written}).sent == {"field": sent}


@pytest.mark.parametrize("written", ["1,5", "NaN", "Infinity", "z", "", True, [1], float("nan"), "1" * 300, "1e99999"])
def test_case_40_what_is_no_decimal_is_refused(written):
    assert one("decimal").problem({"field": written}).code == "type"


@pytest.mark.requirement("E-05")
@pytest.mark.parametrize(
    ("kind", "limits", "written", "works"),
    [
        ("decimal", {"maxDigits": 8, "decimalPlaces": 2}, 10.105, ["10.10"]),
        ("decimal", {"maxDigits": 8, "decimalPlaces": 2}, 1234567.5, None),
        ("decimal", {"minimum": 1}, "0.5", [1]),
        ("string", {"maxLength": 3}, "abcde", ["abc"]),
        ("string", {"minLength": 3}, "a", None),
        ("string", {"pattern": "^[a-z]+$"}, "A1", None),
        ("integer", {"minimum": 1}, 0, [1]),
        ("number", {"maximum": 9}, 9.5, [9]),
        ("array", {"maxItems": 1}, ["a", "b"], [["a"]]),
        ("array", {"minItems": 1}, [], None),
    ],
)
def test_a_limit_alone_is_left_to_the_api_and_told_beside_other_problems(kind, limits, written, works):
    call = one(kind, limits=limits)

    assert call({"field": written}).call.body
    problems = call.problems({"field": written, "wrong": 1})

    assert {field: problem.code for field, problem in problems.items()} == {"wrong": "unknown", "field": "limit"}
    assert problems["field"].allowed.get("examples") == works


@pytest.mark.parametrize("written", ["  abc  ", "abc"])
def test_blanks_around_a_text_do_not_count_against_its_length(written):
    problems = one("string", limits={"maxLength": 3}).problems({"field": written, "wrong": 1})

    assert set(problems) == {"wrong"}


def test_case_7_an_array_or_object_as_json_text_is_read_and_said_so():
    made = tool(body("tags", "array", item=Shape("integer")), body("point", "object", members=(body("x", "integer"),)))
    call = Calling(made)

    prepared = call({"tags": "[1, 2]", "point": '{"x": 1}'})

    assert prepared.call.body == {"tags": [1, 2], "point": {"x": 1}}
    assert prepared.given == {"tags": "[1, 2]", "point": '{"x": 1}'}
    assert any("tags" in note and "array" in note for note in prepared.notes)
    assert any("point" in note and "object" in note for note in prepared.notes)


def test_case_7_all_arguments_as_json_text_are_read_and_said_so():
    prepared = card()('{"title": "a"}')

    assert prepared.call.body == {"title": "a"}
    assert len(prepared.notes) == 1


@pytest.mark.parametrize("written", ["title", "[1]", [], 5, True, '{"title": NaN', "null"])
def test_case_7_arguments_that_are_no_object_are_refused(written):
    problem = card().problem(written)

    assert (problem.field, problem.code) == ("", "type")
    assert "title" in problem.allowed["properties"]


def test_no_arguments_at_all_are_an_empty_object():
    assert one("string")(None).call.body == {}


@pytest.mark.parametrize(
    ("written", "works"), [("1,2", [["1", "2"]]), ("5", [["5"]]), (5, [[5]]), ("[1,", [[1]]), ("{}", [[1]])]
)
def test_case_7_what_is_no_array_is_refused_with_the_array_that_was_likely_meant(written, works):
    call = one("array", item=Shape("integer"))

    problem = call.problem({"field": written})

    assert problem.code == "type"
    assert problem.allowed["examples"] == works
    assert call({"field": works[0]})


@pytest.mark.parametrize("written", [[1], 3, "a", {"a": 1}, True, 1.5, "", {"a": [None, {"b": []}]}])
def test_case_44_any_json_is_taken_as_it_is(written):
    assert one("json")({"field": written}).call.body == {"field": written}


def test_case_7_json_text_for_any_json_stays_text_and_is_said_so():
    prepared = one("json")({"field": '{"a": 1}'})

    assert prepared.call.body == {"field": '{"a": 1}'}
    assert len(prepared.notes) == 1


def test_case_45_free_keys_hold_values_of_their_shape():
    call = one("object", open_keys=True, item=Shape("integer"))

    assert call({"field": {"a": "1", "b": 2}}).call.body == {"field": {"a": 1, "b": 2}}
    problems = call.problems({"field": {"a": "x", "b": 1, "c": None}})

    assert set(problems) == {"field.a", "field.c"}


def test_free_keys_without_a_shape_hold_any_json():
    given = {"a": None, "b": [1, {"c": "d"}]}

    assert one("object", open_keys=True)({"field": given}).call.body == {"field": given}


KIDS = tool(
    body("title", "string", required=True),
    body("kids", "array", item=Shape("object", members=(
        body("name", "string", required=True), body("cost", "decimal"), body("stage",
        "reference", reference="stages"),
        body("from", "date", key="since"),
    ))),
)  # fmt: skip


@pytest.mark.requirement("E-05")
def test_case_8_problems_of_members_and_items_carry_their_place():
    call = Calling(KIDS, LittleApi({"stages": Listing(STAGES)}), reference())

    problems = call.problems(
        {"title": "", "kids": [{"name": "a", "cost": 1}, {"cost": "z", "stage": "None", "nam": "b"}, 5, {"name": None}]}
    )

    assert {field: problem.code for field, problem in problems.items()} == {
        "kids.1.nam": "unknown", "kids.1.name": "missing", "kids.1.cost": "type", "kids.1.stage": "reference",
        "kids.2": "type", "kids.3.name": "type",
    }  # fmt: skip
    assert problems["kids.1.nam"].allowed == [{"value": "name"}]
    assert problems["kids.2"].allowed["examples"] == [{"name": "text"}]


def test_case_47_members_are_read_and_sent_under_the_apis_own_keys():
    call = Calling(KIDS, LittleApi({"stages": Listing(STAGES)}), reference())

    prepared = call({"title": "a", "kids": [{"name": "b", "stage": "processing", "from": "2026-06-01T00:00"}]})

    assert prepared.call.body == {"title": "a", "kids": [{"name": "b", "stage": 2, "since": "2026-06-01"}]}


def test_a_value_that_is_nested_too_deeply_is_refused_and_the_rest_still_checked():
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    call = card()

    problems = call.problems({"title": "a", "extra": deep, "due": "x", "wxyz": deep, "tags": deep})

    assert {field: problem.code for field, problem in problems.items()} == {
        "wxyz": "unknown", "tags": "type", "extra": "type", "due": "date",
    }  # fmt: skip
    assert all(len(json.dumps(problem.value)) < 500 for problem in problems.values())


def test_json_text_that_is_nested_too_deeply_is_no_array():
    assert one("array", item=Shape("json")).problem({"field": "[" * 200_000}).code == "type"


@pytest.mark.requirement("N-04")
def test_a_read_carries_typed_query_values_in_the_order_of_the_arguments():
    made = tool(
        query("done", "boolean"), query("stages", "array", item=Shape("reference", reference="stages")),
        query("ids", "array", item=Shape("integer"), several="comma"), query("page", "integer"),
        query("search", "string"), query("stage", "reference", reference="stages", key="stage__id"),
        query("min_cost", "decimal"), method="GET",
    )  # fmt: skip
    call = Calling(made, LittleApi({"stages": Listing(STAGES)}), reference())

    prepared = call(
        {"search": "a & b", "page": "2", "ids": [1, "2"], "stages": ["New", 2], "done": True, "stage": "processing",
         "min_cost": 0.5}
    )  # fmt: skip

    assert prepared.call.query == (
        ("done", "true"), ("stages", "1"), ("stages", "2"), ("ids", "1,2"), ("page", "2"), ("search", "a & b"),
        ("stage__id", "2"), ("min_cost", "0.5"),
    )  # fmt: skip
    assert (prepared.call.method, prepared.call.body) == ("GET", None)
    assert prepared.labels == {"stage": "Processing"}


@pytest.mark.requirement("N-04")
@pytest.mark.parametrize("written", ["yes", "sim", 0, 1, "False", "", None, [True]])
def test_case_35_a_word_that_a_boolean_filter_would_ignore_is_refused(written):
    call = Calling(tool(query("done", "boolean"), method="GET"))

    assert call.problem({"done": written}).code == "type"


def test_null_in_a_filter_is_sent_where_it_may_be_null():
    call = Calling(tool(query("stage", "integer", nullable=True), method="GET"))

    assert call({"stage": None}).call.query == (("stage", "null"),)


def test_an_empty_array_filters_nothing_and_is_said_so():
    prepared = Calling(tool(query("ids", "array", item=Shape("integer")), method="GET"))({"ids": []})

    assert prepared.call.query == ()
    assert "filters nothing" in prepared.notes[0]


def test_an_item_with_a_comma_is_refused_where_commas_part_the_items():
    call = Calling(tool(query("names", "array", item=Shape("string"), several="comma"), method="GET"))

    assert call({"names": ["a", "b"]}).call.query == (("names", "a,b"),)
    assert "comma" in call.problem({"names": ["a,b", "c"]}).problem


def test_case_30_two_arguments_with_one_key_reach_their_own_places():
    made = tool(
        placed("path", "slug", "string"), body("new_slug", "string", key="slug"), method="PATCH",
        path="/api/pages/{slug}/", shapes={"slug": "[-a-z]+"},
    )  # fmt: skip

    prepared = Calling(made)({"slug": "old", "new_slug": "new"})

    assert (prepared.call.path, prepared.call.body) == ("/api/pages/old/", {"slug": "new"})


def test_a_tool_without_a_body_sends_none():
    made = tool(placed("path", "id", "integer"), method="DELETE", path="/api/cards/{id}/")

    assert Calling(made)({"id": 1}).call.body is None


def test_an_argument_without_a_key_is_the_whole_body():
    made = tool(body("rows", "array", item=Shape("json"), key=""), method="PUT")

    assert Calling(made)({"rows": [{"id": 1}]}).call.body == [{"id": 1}]


def test_window_arguments_go_nowhere_and_keep_to_their_bounds():
    made = tool(placed("window", "offset", "integer"), placed("window", "first", "integer", key="limit"), method="GET")
    call = Calling(made)

    prepared = call({"offset": "5", "first": 10})

    assert prepared.window == {"offset": 5, "limit": 10}
    assert (prepared.call.query, prepared.call.body) == ((), None)
    problems = call.problems({"offset": -1, "first": 0})
    assert {field: problem.code for field, problem in problems.items()} == {"offset": "limit", "first": "limit"}
    assert [problem.allowed["examples"] for problem in problems.values()] == [[0], [1]]


def test_the_call_carries_the_tool_and_the_request_id():
    prepared = card()({"title": "a"})

    assert (prepared.call.tool, prepared.call.request_id) == ("cards_create", "request-1")


def test_given_sent_and_labels_are_told_apart():
    prepared = card()({"title": "a", "stage": "processing", "level": "alta", "due": "2026-06-01T00:00", "small": "7"})

    assert prepared.given["stage"] == "processing"
    assert prepared.sent == {"title": "a", "stage": 2, "level": "hi", "due": "2026-06-01", "small": 7}
    assert prepared.labels == {"stage": "Processing", "level": "High"}


def test_defaults_are_the_apis_to_fill_in():
    assert "flag" not in card()({"title": "a"}).call.body


def test_long_values_are_quoted_in_part():
    problems = card().problems({"title": "a", "due": "x" * 5000, "tags": {"a": ["y" * 5000]}, "u" * 5000: 1})

    assert all(len(json.dumps(problem.value)) < 300 for problem in problems.values())
    assert all(len(field) <= 100 for field in problems)


def test_thousands_of_wrong_items_do_not_make_thousands_of_problems():
    refusal = one("array", item=Shape("integer")).refusal({"field": ["x"] * 1_000})

    assert len(refusal.problems) == MOST_TOLD
    assert f"{1_000 - MOST_TOLD} more problems" in refusal.unchecked[0]


def test_thousands_of_unknown_arguments_are_counted_and_only_those_that_are_told_are_looked_into(monkeypatch):
    looked = []
    monkeypatch.setattr(reading, "near", lambda name, names: looked.append(name) or [])

    refusal = card().refusal({"title": "a"} | {f"unknown{number}": 1 for number in range(20_000)})

    assert len(refusal.problems) == len(looked) == MOST_TOLD
    assert f"{20_000 - MOST_TOLD} more problems" in refusal.unchecked[0]


def test_a_key_that_stands_twice_in_json_text_is_no_value():
    problem = one("object", open_keys=True).problem({"field": '{"a": 1, "a": 2}'})

    assert problem.code == "type"


def test_an_array_of_more_items_than_are_read_is_one_problem():
    problem = one("array", item=Shape("integer")).problem({"field": [1] * 1_001})

    assert "at most 1000" in problem.problem


SECRET = "hunter2-canary"


@pytest.mark.parametrize(
    "arguments",
    [
        {"password": [SECRET]}, {"password": f"{SECRET}\x00"}, {"passwrd": SECRET}, {"born": SECRET},
        {"api_key": SECRET}, {"account": {"pin": [SECRET]}}, {"account": f"not json {SECRET}"},
        {"account": [{"pin": SECRET}]},
        {"extra": {"newPassword": SECRET, "a": float("nan")}},
        {"extra": [{"deep": {"auth_token": SECRET}}, "\ud800"]},
        {"due": json.dumps({"password": SECRET})}, [SECRET],
        {"password": SECRET, "wrong": 1}, {"account": {"pim": SECRET}},
    ],
)  # fmt: skip
def test_case_84_a_secret_is_never_told_back(arguments):
    made = tool(
        body("password", "string", secret=True, limits={"maxLength": 3}), body("born", "date", secret=True),
        body("account", "object", members=(body("pin", "integer", secret=True),)), body("extra", "json"),
        body("due", "date"),
    )  # fmt: skip

    refusal = Calling(made).refusal(arguments)

    assert SECRET not in repr(refusal.problems)


def test_a_near_miss_of_a_secret_is_not_shown_as_an_example():
    made = tool(body("pin", "integer", secret=True), body("born", "date", secret=True))

    problems = Calling(made).problems({"pin": "4711.0", "born": "31.12.1999"})

    assert "4711" not in repr(problems)
    assert "1999" not in repr(problems)
    assert problems["pin"].allowed["type"] == "integer"


def test_words_that_only_resemble_secrets_are_shown():
    problem = one("string").problem({"secretary": "Ana"})

    assert problem.value == "Ana"
