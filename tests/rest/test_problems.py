"""What goes wrong in a view -> a problem that names the fault and gives nothing away."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.test import override_settings
from rest_framework.test import APIClient

from mcpbridge.rest.faults import as_api_exception
from tests.rest.api import CANARY

pytestmark = [pytest.mark.urls("tests.rest.api"), pytest.mark.django_db]


@pytest.fixture
def client() -> APIClient:
    return APIClient(raise_request_exception=False)


def problem_from(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"
    members: dict[str, Any] = json.loads(response.content)
    assert members["status"] == status
    assert members["request_id"] == response.headers["X-Request-Id"]
    assert members["type"].startswith("urn:problem-type:")
    assert members["title"]
    assert CANARY not in response.content.decode()
    return members


def test_every_refused_value_is_told_with_its_place_in_the_body(client: APIClient) -> None:
    response = client.post("/api/orders/", {"name": "too long", "items": [{"amount": 1}, {"amount": "x"}]})

    members = problem_from(response, 400)
    assert members["type"] == "urn:problem-type:validation"
    assert members["detail"] == "Some values were refused: name, items.1.amount. See errors."
    assert [(error["field"], error["pointer"], error["code"]) for error in members["errors"]] == [
        ("name", "#/name", "max_length"),
        ("items.1.amount", "#/items/1/amount", "invalid"),
    ]


def test_an_error_about_the_whole_object_has_no_field(client: APIClient) -> None:
    response = client.post("/api/orders/", {"name": "a", "items": []})

    members = problem_from(response, 400)
    assert members["detail"] == "An order needs an item."
    assert members["errors"] == [
        {"field": None, "code": "invalid", "detail": "An order needs an item.", "pointer": "#"}
    ]


def test_an_error_about_a_whole_nested_object_names_that_object(client: APIClient) -> None:
    response = client.post("/api/orders/", {"name": "a", "items": [{"amount": -1}]})

    [error] = problem_from(response, 400)["errors"]
    assert (error["field"], error["pointer"]) == ("items.0", "#/items/0")


def test_a_refused_query_value_is_called_a_parameter(client: APIClient) -> None:
    response = client.get("/api/orders/", {"amount": "many"})

    [error] = problem_from(response, 400)["errors"]
    assert error == {
        "field": "amount",
        "code": "invalid",
        "detail": "A valid integer is required.",
        "parameter": "amount",
        "value": "many",
        "allowed": {"type": "integer"},
    }


@pytest.mark.parametrize(
    ("fault", "status", "kind", "words"),
    [
        ("missing", 404, "not-found", "Not found."),
        ("forbidden", 403, "permission-denied", "permission"),
        ("invalid", 400, "validation", "name"),
        ("unique", 409, "conflict", "must be unique"),
        ("too_long", 400, "validation", "too long"),
        ("down", 503, "database-unavailable", "Try again"),
        ("suspicious", 400, "parse-error", "could not be read"),
        ("unexpected", 500, "internal-error", "request id"),
        ("endless", 500, "internal-error", "request id"),
    ],
)
@pytest.mark.parametrize("debug", [True, False])
def test_faults_of_django_and_the_database_become_problems(
    client: APIClient, fault: str, status: int, kind: str, words: str, debug: bool
) -> None:
    with override_settings(DEBUG=debug):
        response = client.get(f"/api/failing/{fault}/")

    members = problem_from(response, status)
    assert members["type"] == f"urn:problem-type:{kind}"
    assert words in members["detail"]


def test_a_conflict_carries_its_numbers_as_data(client: APIClient) -> None:
    response = client.get("/api/failing/conflict/")

    members = problem_from(response, 409)
    assert members["type"] == "urn:problem-type:open-tasks"
    assert members["counts"] == {"tasks": 2}


def test_a_throttled_client_is_told_when_to_come_back(client: APIClient) -> None:
    response = client.get("/api/failing/throttled/")

    problem_from(response, 429)
    assert response.headers["Retry-After"] == "8"


def test_an_unexpected_fault_leaves_its_traceback_in_the_log(
    client: APIClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        client.get("/api/failing/unexpected/")

    assert CANARY in caplog.text
    assert "RuntimeError" in caplog.text


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        ("{", "application/json", 400),
        ('{"name": NaN}', "application/json", 400),
        ("a,b", "text/csv", 415),
    ],
)
def test_a_body_that_cannot_be_read_is_a_problem(client: APIClient, body: str, content_type: str, status: int) -> None:
    response = client.post("/api/orders/", body, content_type=content_type)

    problem_from(response, status)


@pytest.mark.parametrize("depth", [5_000, 50_000])
def test_a_body_nested_too_deeply_to_be_read_is_a_parse_error(client: APIClient, depth: int) -> None:
    body = '{"name": ' + "[" * depth + "]" * depth + "}"

    response = client.post("/api/orders/", body, content_type="application/json")

    members = problem_from(response, 400)
    assert members["type"] == "urn:problem-type:parse-error"
    assert members["detail"] == "The body is nested too deeply. Send it with fewer levels."


def test_a_body_of_any_depth_is_taken_or_refused_but_breaks_nothing(client: APIClient) -> None:
    statuses = []
    for depth in range(20, 1_020, 20):
        body = '{"value": ' + "[" * depth + "]" * depth + "}"
        statuses.append(client.post("/api/anything/", body, content_type="application/json").status_code)

    assert statuses == sorted(statuses)
    assert set(statuses) == {200, 400}


def test_a_body_over_the_limit_is_too_large(client: APIClient) -> None:
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10):
        response = client.post("/api/orders/", {"name": "a much longer body", "items": []})

    assert problem_from(response, 413)["type"] == "urn:problem-type:too-large"


def test_a_wrong_method_is_a_problem_that_keeps_the_allowed_ones(client: APIClient) -> None:
    response = client.delete("/api/orders/")

    problem_from(response, 405)
    assert response.headers["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_an_error_is_a_problem_whatever_form_was_asked_for(client: APIClient) -> None:
    response = client.get("/api/orders/", {"amount": 1}, headers={"Accept": "text/csv"})

    problem_from(response, 406)


def test_a_person_in_a_browser_sees_the_problem_as_a_page(client: APIClient) -> None:
    response = client.get("/api/failing/missing/", headers={"Accept": "text/html"})

    assert response.status_code == 404
    assert response.headers["Content-Type"].startswith("text/html")
    assert b"urn:problem-type:not-found" in response.content


def test_exceptions_of_the_api_itself_pass_unchanged() -> None:
    fault = as_api_exception(RuntimeError("x"))

    assert as_api_exception(fault) is fault
