"""One token -> the MCP endpoint and the REST API, open and shut together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from mcpbridge.models import AccessToken
from notes.models import Project
from tests.notes.answers import ids_of
from tests.tokens.faults import FAULTS

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "projects_list", "arguments": {}}}

pytestmark = pytest.mark.django_db


def asked(text: str) -> tuple[Any, Any]:
    """The answers of REST and of the endpoint, to a client as strict as a server."""
    client, headers = APIClient(enforce_csrf_checks=True), {"Authorization": f"Bearer {text}"}
    return client.get("/api/v1/projects/", headers=headers), client.post("/mcp", CALL, headers=headers)


@pytest.mark.requirement("B-03")
def test_the_same_token_shows_the_same_rows_by_both_doors(text: str, project: Project, stranger: User) -> None:
    Project.objects.create(name="Another's", manager=stranger)

    rest, mcp = asked(text)

    assert ids_of(rest) == [project.pk]
    assert [item["id"] for item in mcp.json()["result"]["structuredContent"]["items"]] == [project.pk]


@pytest.mark.requirement("B-03")
@pytest.mark.parametrize(("spoil", "code", "words"), FAULTS)
def test_both_doors_shut_at_once_and_give_the_same_reason(
    token: AccessToken, text: str, project: Project, spoil: Callable[[AccessToken], None], code: str, words: str
) -> None:
    assert [response.status_code for response in asked(text)] == [200, 200]
    spoil(token)

    rest, mcp = asked(text)

    assert (rest.status_code, mcp.status_code) == (401, 401)
    assert words in rest.json()["detail"]
    assert rest.json()["detail"] == mcp.json()["error"]["message"]
    assert rest.headers["WWW-Authenticate"] == mcp.headers["WWW-Authenticate"]
