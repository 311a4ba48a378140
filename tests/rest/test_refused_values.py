"""An error of one value -> what was given there, never a secret, and what would have worked, never rows."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from mcpbridge.rest.problems import MOST_ERRORS
from notes.models import ProjectState

pytestmark = [pytest.mark.urls("tests.rest.refusing"), pytest.mark.django_db]

CANARY = "canary-7Gx"
SIZES = [{"value": "s", "label": "Small"}, {"value": "m", "label": "Medium"}]


@pytest.fixture
def client() -> APIClient:
    return APIClient()


def errors_of(response: Any) -> dict[str, dict[str, Any]]:
    """By field."""
    assert response.status_code == 400
    return {error["field"]: error for error in json.loads(response.content)["errors"]}


def error_of(client: APIClient, **body: Any) -> dict[str, Any]:
    [error] = errors_of(client.post("/api/kinds/", body)).values()
    return error


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("text", "too long", {"type": "string", "minLength": 1, "maxLength": 5}),
        ("size", "xl", SIZES),
        ("sizes", ["s", "xl"], {"type": "array", "items": {"enum": ["s", "m"]}, "minItems": 1}),
        ("amount", 10, {"type": "integer", "minimum": 1, "maximum": 9}),
        ("amount", "ten", {"type": "integer", "minimum": 1, "maximum": 9}),
        (
            "price",
            "1.234",
            {"type": "number", "multipleOf": 0.01, "exclusiveMaximum": 1000, "exclusiveMinimum": -1000},
        ),
        ("ratio", "x", {"type": "number"}),
        ("flag", "perhaps", {"type": "boolean"}),
        ("day", "01/06/2026", {"type": "string", "format": "date"}),
        ("brazilian_day", "2026-06-01", {"type": "string", "examples": ["01/06/2026"]}),
        ("moment", "soon", {"type": "string", "format": "date-time"}),
        ("hour", "noon", {"type": "string", "examples": ["09:30:00"]}),
        ("lasts", "long", {"type": "string", "examples": ["1 02:30:00"]}),
        ("key", "x", {"type": "string", "format": "uuid"}),
        ("mail", "x", {"type": "string", "format": "email", "minLength": 1}),
        ("site", "x", {"type": "string", "format": "uri", "minLength": 1}),
        ("address", "x", {"type": "string", "format": "ipv4", "minLength": 1}),
        ("state", "new", {"type": "integer"}),
        ("amounts", "1", {"type": "array", "items": {"type": "integer", "minimum": 1}, "maxItems": 2}),
        ("by_key", [], {"type": "object"}),
    ],
)
def test_a_value_of_the_wrong_form_is_told_with_what_its_field_takes(
    client: APIClient, field: str, value: Any, allowed: Any
) -> None:
    error = error_of(client, **{field: value})

    assert error["value"] == value
    assert error["allowed"] == allowed


def test_the_first_choices_of_many_are_listed(client: APIClient) -> None:
    error = error_of(client, number=100)

    assert error["allowed"] == [{"value": n, "label": f"No. {n}"} for n in range(30)]


def test_rows_are_never_listed(client: APIClient) -> None:
    ProjectState.objects.create(name=CANARY)

    by_key, by_name = error_of(client, state=99999), error_of(client, by_name="Nowhere")

    assert (by_key["value"], by_name["value"]) == (99999, "Nowhere")
    assert "allowed" not in by_key | by_name
    assert CANARY not in json.dumps([by_key, by_name])


def test_what_a_rule_says_would_have_worked_comes_first(client: APIClient) -> None:
    assert error_of(client, ruled=1)["allowed"] == {"examples": [7]}


def test_of_a_value_that_is_taken_no_form_is_told(client: APIClient) -> None:
    error = error_of(client, named=1)

    assert error["value"] == 1
    assert "allowed" not in error


def test_what_was_not_given_has_no_value_but_what_would_have_worked(client: APIClient) -> None:
    error = error_of(client, account={"answer": "abc"})

    assert error["field"] == "account.login"
    assert "value" not in error
    assert error["allowed"] == {"type": "string", "minLength": 1, "maxLength": 3}


def test_null_that_was_given_is_told(client: APIClient) -> None:
    error = error_of(client, amount=None)

    assert error["code"] == "null"
    assert error["value"] is None


def test_a_value_inside_lists_and_objects_is_found(client: APIClient) -> None:
    errors = errors_of(
        client.post(
            "/api/kinds/",
            {
                "amounts": [1, 0],
                "by_key": {"a.b": "x", "c/d~e": "y"},
                "accounts": [{"login": "abc", "answer": "abc"}, {"login": "abcd", "answer": "abc"}],
            },
        )
    )

    assert {error["pointer"]: error["value"] for error in errors.values()} == {
        "#/amounts/1": 0,
        "#/by_key/a.b": "x",
        "#/by_key/c~1d~0e": "y",
        "#/accounts/1/login": "abcd",
    }


def test_a_value_in_a_body_that_is_a_list_is_found(client: APIClient) -> None:
    errors = errors_of(client.post("/api/many/", [{"login": "abc", "answer": "x"}, {"login": "abcd", "answer": "x"}]))

    assert errors["1.login"]["pointer"] == "#/1/login"
    assert errors["1.login"]["value"] == "abcd"
    assert errors["1.login"]["allowed"]["maxLength"] == 3


def test_an_object_in_place_of_a_value_is_quoted(client: APIClient) -> None:
    assert error_of(client, text={"a": [1, 2.5, None, True]})["value"] == {"a": [1, 2.5, None, True]}


@pytest.mark.parametrize(
    "body",
    [
        {"password": CANARY},
        {"answer": CANARY},
        {"typed": CANARY},
        {"unseen": {"login": CANARY, "answer": "abc"}},
        {"account": {"login": "abc", "answer": CANARY}},
        {"accounts": [{"login": "abc", "answer": CANARY}]},
        {"account": [{"answer": CANARY}]},
        {"account": CANARY},
        {"accounts": [CANARY]},
        {"text": {"deep": [{"api_key": CANARY}]}},
        {"text": json.dumps({"client_secret": CANARY})},
        {"by_key": {"access_token": CANARY}},
        {"amount": {"Password": {"x": CANARY}}},
    ],
)
def test_a_secret_is_told_to_have_been_given_and_nothing_of_it(client: APIClient, body: dict[str, Any]) -> None:
    response = client.post("/api/kinds/", body)

    assert errors_of(response)
    assert "(hidden)" in response.content.decode()
    assert CANARY not in response.content.decode()


def test_a_secret_is_hidden_in_the_sentence_that_quotes_it(client: APIClient) -> None:
    error = error_of(client, typed=CANARY)

    assert error["detail"] == '"(hidden)" is not a valid choice.'
    assert error["allowed"] == SIZES


def test_a_number_of_tokens_is_no_secret(client: APIClient) -> None:
    assert error_of(client, token=10)["value"] == 10


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("x" * 200, "x" * 200),
        ("x" * 201, "x" * 200 + "…"),
        (10**41, "(an integer of more than 40 digits)"),
        ("\ud800", "\ufffd"),
        ({"a": "b" * 1000}, '{"a": "' + "b" * 193 + "…"),
        (list(range(500)), json.dumps(list(range(200)))[:200] + "…"),
    ],
)
def test_a_long_value_is_cut(client: APIClient, value: Any, told: Any) -> None:
    # As JSON writes it in ASCII, since half a character can be sent in no other way.
    response = client.post("/api/kinds/", json.dumps({"day": value}), content_type="application/json")

    assert errors_of(response)["day"]["value"] == told


def test_a_value_nested_without_end_is_cut(client: APIClient) -> None:
    deep: Any = "x"
    for _level in range(100):
        deep = [deep]

    error = error_of(client, text=deep)

    assert json.dumps(error["value"], ensure_ascii=False) == "[" * 51 + '"…"' + "]" * 51


def test_errors_beyond_the_first_are_counted(client: APIClient) -> None:
    response = client.post("/api/kinds/", {"by_key": {str(n): "x" for n in range(MOST_ERRORS + 5)}})

    members = json.loads(response.content)
    assert len(members["errors"]) == MOST_ERRORS
    assert members["more_errors"] == 5


def test_of_a_file_name_and_size_are_told(client: APIClient) -> None:
    file = SimpleUploadedFile("plan.txt", b"canary" * 10)

    response = client.post("/api/kinds/", {"file": file}, format="multipart")

    assert errors_of(response)["file"]["value"] == {"name": "plan.txt", "size": 60}
    assert b"canary" not in response.content


def test_values_of_a_form_are_told_as_they_were_typed(client: APIClient) -> None:
    response = client.post(
        "/api/kinds/", "amount=ten&sizes=s&sizes=xl", content_type="application/x-www-form-urlencoded"
    )

    errors = errors_of(response)
    assert errors["amount"]["value"] == "ten"
    assert errors["sizes"]["value"] == ["s", "xl"]


def test_a_refusal_outside_a_serializer_is_described_by_the_views_own(client: APIClient) -> None:
    errors = errors_of(client.post("/api/afterwards/", {"amount": 5, "answer": CANARY}))

    assert errors["amount"]["value"] == 5
    assert errors["amount"]["allowed"] == {"type": "integer", "minimum": 1, "maximum": 9}
    assert errors["answer"]["value"] == "(hidden)"


def test_where_the_serializer_cannot_be_had_nothing_is_told(client: APIClient) -> None:
    errors = errors_of(client.post("/api/broken/", {"amount": 5, "answer": CANARY}))

    assert list(errors["amount"]) == ["field", "code", "detail", "pointer"]
    assert list(errors["answer"]) == ["field", "code", "detail", "pointer"]


@pytest.mark.parametrize(
    ("parameter", "value", "allowed"),
    [
        ("size", "xl", SIZES),
        ("groups", "xl", [*SIZES, {"value": "x", "label": "Other"}]),
        ("amount", "10", {"type": "number", "minimum": 1, "maximum": 9}),
        ("day", "soon", {"type": "string", "format": "date"}),
        ("moment", "soon", {"type": "string", "format": "date-time"}),
        ("key", "x", {"type": "string", "format": "uuid"}),
        ("state", "99999", None),
    ],
)
def test_a_refused_filter_is_told_with_what_it_takes(
    client: APIClient, parameter: str, value: str, allowed: Any
) -> None:
    error = errors_of(client.get("/api/filtered/", {parameter: value}))[parameter]

    assert (error["parameter"], error["value"]) == (parameter, value)
    assert error.get("allowed") == allowed


def test_telling_what_a_filter_takes_leaves_it_as_it_was(client: APIClient) -> None:
    state = ProjectState.objects.create(name="Seen")
    client.get("/api/filtered/", {"seen": "99999"})

    response = client.get("/api/filtered/", {"seen": str(state.pk)})

    assert response.status_code == 200


def test_a_secret_in_the_query_is_hidden(client: APIClient) -> None:
    response = client.get("/api/filtered/", {"api_key": CANARY})

    assert errors_of(response)["api_key"]["value"] == "(hidden)"
    assert CANARY not in response.content.decode()
