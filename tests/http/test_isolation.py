"""A request of the API within a request of the endpoint: each has its own transaction and its own surroundings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import signals
from django.db import connection, transaction
from django.http import HttpRequest
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from rest_framework.test import APIClient

from notes.models import Project, Tag
from tests.http import little_project
from tests.http.conftest import posting_as
from tests.http.little_project import kept, trace
from tests.http.posting import Caller, L, M, message, result_of

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.requirement("B-02")]

FAILING = [("half", 400), ("boom", 500), ("crash", 500)]


@pytest.fixture
def little(settings: Any) -> Iterator[Callable[[Callable[[HttpRequest], Any]], None]]:
    """little(manager) -> the little project, served, with a context manager around each view of the endpoint."""
    settings.ROOT_URLCONF = "tests.http.little_project"
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, *little_project.MIDDLEWARE]
    assert connection.settings_dict["ATOMIC_REQUESTS"] is True
    yield little_project.around.append
    little_project.around.clear()


def called(caller: Caller, tool: str, **more: Any) -> Any:
    return caller.send(message("tools/call", {"name": tool, "arguments": {}}), **more)


def names() -> set[str]:
    return set(Tag.objects.values_list("name", flat=True))


@contextmanager
def writing(request: HttpRequest) -> Iterator[None]:
    Tag.objects.create(name="before")
    yield
    # In a transaction that was doomed by the inner request this fails.
    Tag.objects.create(name="after")


@pytest.mark.parametrize("surrounding", [nullcontext, transaction.atomic])
@pytest.mark.parametrize(("view", "status"), FAILING)
def test_an_inner_request_that_fails_rolls_back_itself_alone(
    caller: Caller, little: Any, view: str, status: int, surrounding: Callable[[], Any]
) -> None:
    little(writing)
    little(lambda request: surrounding())

    result = result_of(called(caller, f"{view}_create"), "tools/call", L)

    assert result["isError"] is True
    assert result["structuredContent"]["http_status"] == status
    assert "canary" not in str(result)
    assert names() == {"before", "after"}


@pytest.mark.parametrize("surrounding", [nullcontext, transaction.atomic])
def test_an_inner_request_that_succeeds_is_kept(caller: Caller, little: Any, surrounding: Callable[[], Any]) -> None:
    little(writing)
    little(lambda request: surrounding())

    result = result_of(called(caller, "rows_create"), "tools/call", L)

    assert result["isError"] is False
    assert names() == {"before", "written", "after"}


def test_a_write_is_stored_before_the_endpoint_s_own_request_ends(caller: Caller, little: Any) -> None:
    in_transaction = []

    @contextmanager
    def looking(request: HttpRequest) -> Iterator[None]:
        yield
        in_transaction.append((connection.in_atomic_block, names()))

    little(looking)

    called(caller, "rows_create")

    assert in_transaction == [(False, {"written"})]


def test_the_inner_request_leaves_the_outer_one_all_that_is_kept_for_it(caller: Caller, little: Any) -> None:
    seen = []

    @contextmanager
    def comparing(request: HttpRequest) -> Iterator[None]:
        translation.activate("pt-br")
        timezone.activate("America/Sao_Paulo")
        trace.set("outer")
        before = kept()
        yield
        seen.append((before, kept()))

    little(comparing)

    response = called(caller, "meddling_list", headers={"Accept-Language": "pt-br"})

    ((before, after),) = seen
    assert before == after
    assert {before[name] for name in ("language", "zone", "trace")} == {"pt-br", "America/Sao_Paulo", "outer"}
    assert result_of(response, "tools/call", L)["structuredContent"]["request_id"] == "of-the-inner-request"
    assert response.headers["X-Request-Id"] == before["request id"]
    assert response.headers["Content-Language"] == "pt-br"


def test_the_inner_request_has_its_own_user_author_and_language(caller: Caller, little: Any, staff: User) -> None:
    users = []

    @contextmanager
    def looking(request: HttpRequest) -> Iterator[None]:
        yield
        users.append(request.user.get_username())

    little(looking)
    caller.client.force_login(staff)

    response = called(caller, "meddling_list", headers={"Accept-Language": "pt-br"})

    (item,) = result_of(response, "tools/call", L)["structuredContent"]["items"]
    assert (item["user"], item["author"], item["language"]) == ("owner", "owner", "en")
    assert users == ["staff"]
    assert response.headers["X-Author"] == "staff"


@pytest.mark.parametrize("surrounding", [nullcontext, transaction.atomic])
@pytest.mark.parametrize("view", ["rows_create", "half_create", "boom_create", "crash_create", "meddling_list"])
def test_the_connection_of_the_outer_request_stays_open(
    caller: Caller, little: Any, monkeypatch: pytest.MonkeyPatch, view: str, surrounding: Callable[[], Any]
) -> None:
    seen, sent = [], []

    @contextmanager
    def looking(request: HttpRequest) -> Iterator[None]:
        connection.ensure_connection()
        before = connection.connection
        signals.request_started.connect(noting)
        signals.request_finished.connect(noting)
        yield
        signals.request_started.disconnect(noting)
        signals.request_finished.disconnect(noting)
        seen.append(connection.connection is before and connection.is_usable())

    def noting(**kwargs: Any) -> None:
        sent.append(kwargs["signal"])

    little(looking)
    little(lambda request: surrounding())
    # So that whatever closes old connections would close this one.
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    connection.close()

    called(caller, view)

    assert seen == [True]
    assert sent == []


@pytest.mark.requirement("B-03")
@pytest.mark.parametrize("version", [L, M])
def test_a_read_asks_the_database_what_rest_asks_it_with_the_same_token(
    caller: Caller, project: Project, version: str
) -> None:
    rest = APIClient(headers={"Authorization": f"Bearer {caller.token}"})
    caller.call(version, "projects_list")

    with CaptureQueriesContext(connection) as by_rest:
        assert rest.get("/api/v1/projects/").status_code == 200
    with CaptureQueriesContext(connection) as by_tool:
        assert caller.call(version, "projects_list")["structuredContent"]["total"] == 1

    # In the same transactions, too: those begin and end with statements of their own.
    assert sorted(statements(by_tool)) == sorted(statements(by_rest))
    assert sum("mcpbridge_accesstoken" in statement for statement in statements(by_tool)) == 1
    assert "mcpbridge_accesstoken" in statements(by_tool)[0]


def test_what_needs_no_row_costs_one_query(caller: Caller) -> None:
    for method in ("ping", "initialize", "resources/templates/list"):
        caller.legacy(method)

        with CaptureQueriesContext(connection) as captured:
            assert caller.legacy(method).status_code == 200

        assert len(captured) == 1


def test_a_write_asks_the_database_what_its_requests_to_rest_ask_it(staff: User, served: Callable[..., None]) -> None:
    served(HTTP_LEVELS=["read", "write"])
    caller = posting_as(staff)
    rest = APIClient(headers={"Authorization": f"Bearer {caller.token}"})
    caller.call(L, "projects_create", name="first")

    with CaptureQueriesContext(connection) as by_rest:
        made = rest.post("/api/v1/projects/", {"name": "by REST"})
        rest.get(f"/api/v1/projects/{made.json()['id']}/")
    with CaptureQueriesContext(connection) as by_tool:
        written = caller.call(L, "projects_create", name="by tool")

    assert written["structuredContent"]["applied"]["name"]["stored"] == "by tool"
    # Two requests to REST tell twice who asks.
    assert len(by_tool) == len(by_rest) - 1


def statements(captured: CaptureQueriesContext) -> list[str]:
    """Without the moments in them."""
    return [query["sql"] for query in captured.captured_queries]
