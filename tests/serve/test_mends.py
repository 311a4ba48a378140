"""What an API says would have worked, and what the catalog knows -> what the agent is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.serve.made import body, tool
from tests.serve.test_secrets import called, errors

CARD = tool(
    body("title", "string", limits={"maxLength": 100}),
    body("note", "string", nullable=True, limits={"maxLength": 100}),
    body("day", "date"),
    body("parts", "array", item=body("part", "integer").shape),
)
GIVEN = {"title": "Atlas", "note": "x", "day": "2026-06-01", "parts": [1]}


def told(error: dict[str, Any]) -> dict[str, Any]:
    [found] = errors(called(CARD, 400, {"errors": [{"code": "invalid", "detail": "No.", **error}]}, GIVEN)).values()
    return dict(found)


@pytest.mark.parametrize(
    "allowed", [{"examples": ["2026-07-01"]}, [{"value": "2026-07-01", "label": "July"}]], ids=["examples", "values"]
)
def test_values_that_the_api_names_come_first(allowed: Any):
    assert told({"field": "day", "allowed": allowed})["allowed"] == allowed


def test_of_the_form_the_catalog_tells_and_the_api_its_limits_of_this_case():
    error = told({"field": "title", "allowed": {"type": "string", "minLength": 1, "maxLength": 5, "format": "x"}})

    assert error["allowed"] == {"type": "string", "minLength": 1, "maxLength": 5}


def test_a_limit_goes_to_the_alternative_that_has_its_type():
    error = told({"field": "note", "allowed": {"type": "string", "maxLength": 5}})

    assert error["allowed"] == {"anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}]}


def test_limits_of_another_type_are_left_out():
    error = told({"field": "parts", "allowed": {"type": "integer", "maximum": 5}})

    assert error["allowed"] == {"type": "array", "items": {"type": "integer"}}


def test_where_the_catalog_knows_nothing_the_api_is_believed():
    error = told({"field": "owner.mood", "value": "x" * 500, "allowed": {"type": "integer"}})

    assert error["allowed"] == {"type": "integer"}
    assert error["value"] == "x" * 200 + "…"


def test_a_secret_that_an_api_quotes_is_hidden_though_the_catalog_does_not_know_the_field():
    assert told({"field": "owner.password", "value": "canary"})["value"] == "(hidden)"


def test_where_nobody_knows_nothing_is_told():
    error = told({"field": "owner"})

    assert (error["value"], error["allowed"]) == (None, None)
