"""Error pages made outside DRF -> problems under the API, untouched elsewhere."""

from __future__ import annotations

import pytest
from django.test import override_settings
from rest_framework.test import APIClient

from tests.rest.api import CANARY
from tests.rest.test_problems import problem_from

pytestmark = [pytest.mark.urls("tests.rest.api"), pytest.mark.django_db]


@pytest.fixture
def client() -> APIClient:
    return APIClient(raise_request_exception=False)


@pytest.mark.parametrize("debug", [True, False])
def test_an_unknown_address_is_a_problem_and_shows_no_list_of_addresses(client: APIClient, debug: bool) -> None:
    with override_settings(DEBUG=debug):
        response = client.get("/api/nowhere/")

    assert problem_from(response, 404)["type"] == "urn:problem-type:not-found"
    assert b"orders" not in response.content


def test_a_write_to_an_address_without_its_slash_is_told_the_right_one(client: APIClient) -> None:
    response = client.post("/api/orders", {"name": "a", "items": []})

    assert "/api/orders/" in problem_from(response, 404)["detail"]


def test_a_read_without_the_slash_is_redirected(client: APIClient) -> None:
    response = client.get("/api/orders")

    assert response.status_code == 301
    assert response.headers["Location"] == "/api/orders/"


@pytest.mark.parametrize(
    ("fault", "status"), [("unique", 409), ("down", 503), ("unexpected", 500), ("suspicious", 400)]
)
@pytest.mark.parametrize("debug", [True, False])
def test_faults_of_plain_views_are_problems(client: APIClient, fault: str, status: int, debug: bool) -> None:
    with override_settings(DEBUG=debug):
        response = client.get(f"/api/plain/{fault}/")

    problem_from(response, status)


def test_a_database_fault_of_a_plain_view_leaves_its_traceback_in_the_log(
    client: APIClient, caplog: pytest.LogCaptureFixture
) -> None:
    client.get("/api/plain/down/")

    assert "OperationalError" in caplog.text


def test_a_foreign_host_is_a_problem(client: APIClient) -> None:
    with override_settings(ALLOWED_HOSTS=["notes.example.com"]):
        response = client.get("/api/orders/", headers={"Host": "evil.example"})

    problem_from(response, 400)


def test_an_error_that_a_view_has_written_itself_stays(client: APIClient) -> None:
    response = client.get("/api/own/")

    assert (response.status_code, response.json()) == (418, {"mine": True})


def test_pages_outside_the_api_keep_their_own_errors(client: APIClient) -> None:
    with override_settings(DEBUG=False):
        response = client.get("/pages/unexpected/")

    assert response.status_code == 500
    assert response.headers["Content-Type"].startswith("text/html")
    assert CANARY.encode() not in response.content
