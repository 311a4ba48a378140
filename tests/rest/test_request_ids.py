"""A request -> an answer, an error and log lines with one id: the caller's where it is well formed, else a new one."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import AsyncClient, Client, override_settings
from django.urls import include, path
from rest_framework.test import APIClient

from tests.http.processes import SERVERS, ask
from tests.installation import Installation, installation
from tests.oracles.servers import serving

__all__ = ["installation"]

GIVEN = "nightly-import:17.b_2"
LONGEST = "a" * 128

pytestmark = pytest.mark.django_db


def speaking(request: HttpRequest) -> HttpResponse:
    logging.getLogger("tests.speaking").warning("spoken")
    return HttpResponse("said")


def streaming(request: HttpRequest) -> StreamingHttpResponse:
    def parts() -> Any:
        logging.getLogger("tests.speaking").warning("streamed")
        yield b"part"

    return StreamingHttpResponse(parts())


def failing(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("canary")


urlpatterns = [
    path("speaking/", speaking),
    path("streaming/", streaming),
    path("failing/", failing),
    path("api/failing/", failing),
    path("", include("project.urls")),
]


@pytest.fixture
def client() -> APIClient:
    return APIClient(raise_request_exception=False)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """What the project writes to its log."""
    written = StringIO()
    [handler] = [kept for kept in logging.getLogger().handlers if kept.get_name() == "stderr"]
    monkeypatch.setattr(handler, "stream", written)
    return written


def answered(method: str, address: str, status: int, **extra: Any) -> Any:
    return pytest.param(method, address, status, extra, id=f"{method} {address} {status}")


@pytest.mark.urls("tests.rest.test_request_ids")
@pytest.mark.parametrize(
    ("method", "address", "status", "extra"),
    [
        answered("GET", "/api/v1/system/health/", 200),
        answered("HEAD", "/api/v1/system/health/", 200),
        answered("GET", "/api/v1/projects/", 401),
        answered("OPTIONS", "/api/v1/projects/", 401),
        answered("POST", "/api/v1/projects/", 401),
        answered("POST", "/api/v1/projects", 404),
        answered("POST", "/api/v1/system/health/", 405),
        answered("GET", "/api/v1/system/health/", 406, HTTP_ACCEPT="text/csv"),
        answered("GET", "/api/v1/system/health/", 400, HTTP_HOST="evil.example"),
        answered("GET", "/api/v1/projects", 301),
        answered("GET", "/api", 404),
        answered("GET", "/api/nowhere/", 404),
        answered("GET", "/api/failing/", 500),
        answered("GET", "/nowhere/", 404),
        answered("GET", "/failing/", 500),
        answered("GET", "/admin/", 302),
        answered("GET", "/admin/login/", 200),
        answered("GET", "/streaming/", 200),
        answered("POST", "/mcp", 415),
    ],
)
def test_every_answer_carries_the_id_that_was_sent(
    client: APIClient, method: str, address: str, status: int, extra: dict[str, str]
) -> None:
    with override_settings(DEBUG=False, ALLOWED_HOSTS=["testserver"]):
        response = client.generic(method, address, headers={"X-Request-Id": GIVEN}, **extra)

    assert response.status_code == status
    assert response.headers["X-Request-Id"] == GIVEN
    if address.startswith("/api") and status >= 400:
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.json()["request_id"] == GIVEN


def test_a_body_that_is_too_large_is_answered_with_the_id(client: APIClient) -> None:
    client.force_authenticate(User.objects.create_superuser("admin"))

    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10):
        response = client.post("/api/v1/tags/", {"name": "urgente"}, headers={"X-Request-Id": GIVEN})

    assert (response.status_code, response.headers["X-Request-Id"]) == (413, GIVEN)
    assert response.json()["request_id"] == GIVEN


@pytest.mark.urls("tests.rest.test_request_ids")
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/speaking/", ["spoken"]),
        ("/streaming/", ["streamed"]),
        ("/api/nowhere/", ["Not Found: /api/nowhere/"]),
        ("/api/failing/", ["Internal Server Error: /api/failing/"]),
    ],
)
def test_every_line_that_is_logged_for_a_request_carries_its_id(
    client: APIClient, log: StringIO, address: str, words: list[str]
) -> None:
    response = client.get(address, headers={"X-Request-Id": GIVEN})
    b"".join(response)

    for word in words:
        assert f"[{GIVEN}] {word}" in log.getvalue()


@pytest.mark.parametrize("sent", ["x", "7", GIVEN, "0b0aa4a8-31cd-4a02-b3fc-8f5f4f3a3a11", "..", LONGEST])
def test_a_well_formed_id_is_kept(client: APIClient, sent: str) -> None:
    response = client.get("/api/nowhere/", headers={"X-Request-Id": sent})

    assert response.headers["X-Request-Id"] == sent
    assert response.json()["request_id"] == sent


@pytest.mark.parametrize(
    "sent",
    [
        "",
        " ",
        f"{LONGEST}a",
        "a" * 10_000,
        f"{'-' * 10_000}{'a' * 32}",
        "a\r\nSet-Cookie: b=c",
        "a\n",
        "a\tb",
        "a,b",
        "a/b",
        "<script>",
        "'; DROP TABLE notes",
        "é",
        "\uff11" * 32,
        "{0b0aa4a8-31cd-4a02-b3fc-8f5f4f3a3a11}",
        "%0d%0a",
        "\x00",
    ],
)
def test_an_ill_formed_id_is_replaced_and_shown_nowhere(client: APIClient, log: StringIO, sent: str) -> None:
    response = client.get("/api/nowhere/", headers={"X-Request-Id": sent})

    made = response.headers["X-Request-Id"]
    assert str(uuid.UUID(made)) == made
    assert response.json()["request_id"] == made
    assert f"[{made}]" in log.getvalue()
    if sent.strip():
        assert sent not in response.serialize().decode("latin-1") + log.getvalue()


def test_two_requests_without_an_id_get_different_ones(client: APIClient) -> None:
    first, second = client.get("/api/nowhere/"), client.get("/api/nowhere/")

    assert first.headers["X-Request-Id"] != second.headers["X-Request-Id"]


def test_an_id_ends_with_its_request(client: APIClient, log: StringIO) -> None:
    client.get("/api/nowhere/", headers={"X-Request-Id": GIVEN})
    log.truncate(0)

    logging.getLogger("tests.speaking").warning("later")

    assert GIVEN not in log.getvalue()


@pytest.mark.parametrize(("sent", "kept"), [(GIVEN, True), ("a b", False)])
def test_asynchronous_serving_does_the_same(sent: str, kept: bool) -> None:
    get: Callable[..., Any] = async_to_sync(AsyncClient().get)

    response = get("/api/nowhere/", headers={"X-Request-Id": sent})

    assert (response.headers["X-Request-Id"] == sent) is kept
    assert response.json()["request_id"] == response.headers["X-Request-Id"]


def test_a_page_of_the_admin_carries_it_as_well() -> None:
    browser = Client()
    browser.force_login(User.objects.create_superuser("admin"))

    response = browser.get("/admin/", headers={"X-Request-Id": GIVEN})

    assert (response.status_code, response.headers["X-Request-Id"]) == (200, GIVEN)


@pytest.mark.slow
@pytest.mark.xdist_group("installation")
@pytest.mark.parametrize("server", ["gunicorn, threads", "uvicorn"])
def test_a_real_server_keeps_to_it(installation: Installation, tmp_path: Any, server: str) -> None:
    with serving(SERVERS[server], installation.environment, tmp_path) as served:
        address = served.url.replace("/mcp", "/api/v1/projects/")
        kept = ask(address, "GET", None, {"X-Request-Id": GIVEN})
        others = [ask(address, "GET", None, {"X-Request-Id": sent}) for sent in ("a b", "a" * 4000, "é", "a,b")]

    assert (kept.status, kept.headers["x-request-id"], kept.json()["request_id"]) == (401, GIVEN, GIVEN)
    for answer in others:
        assert uuid.UUID(answer.headers["x-request-id"])
        assert answer.json()["request_id"] == answer.headers["x-request-id"]
    written = served.log.read_text(encoding="utf-8")
    assert f"[{GIVEN}] Unauthorized: /api/v1/projects/" in written
    assert all(f"[{answer.headers['x-request-id']}] Unauthorized" in written for answer in others)
