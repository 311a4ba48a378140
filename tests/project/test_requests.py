"""Any request -> an answer with an id, and 401 for those who are not signed in."""

from __future__ import annotations

import json
import logging
import uuid
from io import StringIO

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from project.openapi import document

GIVEN = "0b0aa4a8-31cd-4a02-b3fc-8f5f4f3a3a11"

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> APIClient:
    return APIClient(raise_request_exception=False)


@pytest.mark.requirement("C-03")
def test_every_operation_but_health_answers_anonymous_callers_with_401(client: APIClient) -> None:
    operations = [
        (path.replace("{id}", "1"), method)
        for path, methods in json.loads(document())["paths"].items()
        for method in methods
        if path != "/api/v1/system/health/"
    ]
    assert len(operations) > 30

    answers = {(path, method): client.generic(method.upper(), path) for path, method in operations}

    assert {response.status_code for response in answers.values()} == {401}
    assert {response.headers["Content-Type"] for response in answers.values()} == {"application/problem+json"}


@pytest.mark.parametrize("path", ["/", "/api/v1/system/health/", "/api/nowhere/", "/admin/login/", "/nowhere"])
def test_every_answer_carries_a_request_id(client: APIClient, path: str) -> None:
    response = client.get(path)

    assert uuid.UUID(response.headers["X-Request-Id"])


def test_a_well_formed_request_id_is_kept_and_stands_in_the_log(
    client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = StringIO()
    [handler] = [kept for kept in logging.getLogger().handlers if kept.get_name() == "stderr"]
    monkeypatch.setattr(handler, "stream", log)

    response = client.get("/api/nowhere/", headers={"X-Request-Id": GIVEN})

    assert response.headers["X-Request-Id"] == GIVEN
    assert response.json()["request_id"] == GIVEN
    assert f"[{GIVEN}] Not Found: /api/nowhere/" in log.getvalue()


@pytest.mark.parametrize("header", ["x y", "a\tb", "<script>", "'; DROP TABLE notes", "9" * 500])
def test_an_ill_formed_request_id_is_replaced(client: APIClient, header: str) -> None:
    response = client.get("/api/v1/system/health/", headers={"X-Request-Id": header})

    assert response.status_code == 200
    assert uuid.UUID(response.headers["X-Request-Id"])


def test_a_session_write_without_its_csrf_token_is_refused_as_a_problem() -> None:
    strict = APIClient(enforce_csrf_checks=True)
    strict.force_login(User.objects.create_superuser("admin"))

    response = strict.post("/api/v1/tags/", {"name": "urgente"})

    assert response.status_code == 403
    assert response.json()["type"] == "urn:problem-type:permission-denied"
    assert "CSRF" in response.json()["detail"]
