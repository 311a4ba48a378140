"""Shapes -> the JSON Schema that tools/list and problems show of them: neither more nor less than the API takes."""

from __future__ import annotations

import json

import jsonschema
import pytest

from mcpbridge import listing
from mcpbridge.serve.calls import Rules
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.running import Run
from mcpbridge.tools import Catalog, Shape
from tests.serve.made import body, tool
from tests.serve.test_secrets import Answering, Open

EMPTY = Catalog({})


@pytest.mark.requirement("E-07")
@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({}, "decimal"),
        ({"maxDigits": 8, "decimalPlaces": 2}, "decimal, 6 digits before and 2 after the point"),
        (
            {"maxDigits": 8, "decimalPlaces": 2, "minimum": 0, "maximum": 99.5},
            "decimal, 6 digits before and 2 after the point, 0 to 99.5",
        ),
        ({"minimum": 0}, "decimal, at least 0"),
        ({"maximum": 9}, "decimal, at most 9"),
    ],
)
def test_case_40_a_decimal_tells_its_digits_and_its_bounds(limits, said):
    bounds = {key: value for key, value in limits.items() if key in ("minimum", "maximum")}

    schema = listing.allowed_schema(Shape("decimal", limits=limits), EMPTY)

    assert schema == {"anyOf": [{"type": "number", **bounds}, {"type": "string"}], "description": said}


def test_the_bounds_of_a_decimal_stand_with_the_number_where_it_may_be_null():
    schema = listing.allowed_schema(Shape("decimal", nullable=True, limits={"minimum": 1}), EMPTY)

    assert schema["anyOf"] == [{"type": "number", "minimum": 1}, {"type": "string"}, {"type": "null"}]


@pytest.mark.requirement("E-07")
@pytest.mark.parametrize("value", [{"a": {"b": 1}}, {}, ["a"], [], "a", 3, 1.5, True])
def test_case_44_any_json_includes_arrays_and_every_array_names_one_type_of_items(value):
    schema = listing.allowed_schema(Shape("json"), EMPTY)

    jsonschema.validate(value, schema)
    assert [one["items"] for one in schema["anyOf"] if one["type"] == "array"] == [{"type": "string"}]
    assert schema["description"] == "any JSON"


def test_examples_stand_in_the_schema_where_there_are_any():
    assert listing.allowed_schema(Shape("integer"), EMPTY, [3, 4])["examples"] == [3, 4]
    assert "examples" not in listing.allowed_schema(Shape("integer"), EMPTY)


@pytest.mark.parametrize(
    "shape",
    [
        Shape("decimal", nullable=True, limits={"maxDigits": 4, "decimalPlaces": 2, "minimum": 1}),
        Shape("integer", nullable=True, limits={"minimum": 1, "maximum": 5}),
        Shape("string", limits={"maxLength": 3}),
        Shape("array", item=Shape("string"), limits={"minItems": 1}),
    ],
)
def test_what_the_api_refuses_is_answered_with_the_schema_that_the_tool_shows(shape):
    made = tool(body("field", shape.kind, **{key: value for key, value in vars(shape).items() if key != "kind"}))
    catalog = Catalog({made.name: made})
    pipeline = Pipeline(catalog, Answering(400, {"field": ["No."]}), Open(), Rules)

    (error,) = pipeline.call(
        made.name, {"field": ["a"] if shape.kind == "array" else "2"}, "anyone", Run("request-1")
    ).content["errors"]

    assert error["allowed"] == listing.input_schema(made, catalog)["properties"]["field"]
    assert not {"maxDigits", "decimalPlaces"} & set(json.dumps(error["allowed"]).split('"'))
