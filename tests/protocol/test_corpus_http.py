"""The corpus through POST /mcp -> one right answer to each body, with the HTTP status that its revision demands."""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from mcpbridge.models import AccessToken
from notes.models import Tag
from tests.protocol.corpus import CORPUS, METHOD, NO_ANSWER, PARSE, REQUEST, RESULT, TOOL_ERROR, VERSION, Entry

pytestmark = pytest.mark.django_db

OLD, NEW = "2025-11-25", "2026-07-28"
HEADER_MISMATCH = -32020
BODIES = [entry for entry in CORPUS if entry.only != "stdio"]


@pytest.fixture
def client() -> Client:
    owner = User.objects.create_user("owner", is_staff=True, is_superuser=True)
    _token, text = AccessToken.objects.issue(owner, "tests", timezone.now() + timedelta(hours=1))
    Tag.objects.create(name="first")
    return Client(headers={"Authorization": f"Bearer {text}"}, raise_request_exception=False)


def post(client: Client, body: bytes, headers: dict[str, str]) -> Any:
    # Django's client would leave the type out where there is no body.
    return client.post("/mcp", body, content_type="application/json", headers=headers, CONTENT_TYPE="application/json")


def name_of(entry: Entry) -> str | None:
    """What a header must repeat of a request of the newest revision."""
    params = json.loads(entry.raw)["params"]
    found = params.get("name", params.get("uri"))
    return found if isinstance(found, str) else None


def headers_of(entry: Entry, era: str) -> dict[str, str]:
    if era == OLD:
        return {}
    headers = {"MCP-Protocol-Version": NEW}
    if entry.era:
        headers["Mcp-Method"] = json.loads(entry.raw)["method"]
        name = name_of(entry)
        if name is not None and is_sayable(name):
            headers["Mcp-Name"] = f"=?base64?{base64.b64encode(name.encode()).decode()}?="
    return headers


def is_sayable(name: str) -> bool:
    """Whether it can be written in UTF-8, as it must be to stand in a header."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def expected(entry: Entry, era: str) -> tuple[int, int | str]:
    """The status and the answer."""
    answer = entry.answer
    if era == NEW and entry.era and not is_sayable(name_of(entry) or ""):
        answer = HEADER_MISMATCH
    if answer == NO_ANSWER:
        return 202, answer
    if answer in (RESULT, TOOL_ERROR):
        return 200, answer
    if answer in (PARSE, REQUEST, VERSION):
        return 400, answer
    if era == OLD:
        return 200, answer
    return (404 if answer == METHOD else 400), answer


def got(response: Any) -> tuple[int, int | str]:
    if not response.content:
        return response.status_code, NO_ANSWER
    assert response.headers["Content-Type"] == "application/json"
    answer = response.json()
    if "error" in answer:
        return response.status_code, answer["error"]["code"]
    return response.status_code, TOOL_ERROR if answer["result"].get("isError") else RESULT


@pytest.mark.requirement("B-01")
@pytest.mark.parametrize("era", [OLD, NEW])
def test_every_body_gets_the_one_answer_and_the_status_that_are_right(client: Client, era: str) -> None:
    entries = [entry for entry in BODIES if entry.era in ("", era)]

    answers = {entry.name: post(client, entry.raw, headers_of(entry, era)) for entry in entries}

    assert len(entries) >= 60
    found = {name: got(response) for name, response in answers.items()}
    assert found == {entry.name: expected(entry, era) for entry in entries}
    ids = {name: response.json()["id"] for name, response in answers.items() if response.content}
    assert ids == {entry.name: entry.id for entry in entries if entry.answer != NO_ANSWER}


def test_a_call_that_came_as_a_notification_is_never_carried_out(client: Client) -> None:
    ghosts = [entry for entry in BODIES if b"corpus ghost" in entry.raw]

    answers = [post(client, entry.raw, headers_of(entry, OLD)) for entry in ghosts]

    assert [answer.status_code for answer in answers] == [202, 202]
    assert list(Tag.objects.values_list("name", flat=True)) == ["first"]


def test_a_body_of_20_megabytes_is_refused_by_its_size(client: Client) -> None:
    (large,) = [entry for entry in CORPUS if entry.name == "line_of_20_megabytes"]

    response = post(client, large.raw, {})

    assert response.status_code == 413
    assert response.json()["id"] is None


def test_a_good_call_after_all_of_it_works(client: Client) -> None:
    for entry in BODIES:
        post(client, entry.raw, {})

    response = post(
        client,
        b'{"jsonrpc":"2.0","id":"last","method":"tools/call","params":{"name":"tags_list","arguments":{}}}',
        {},
    )

    assert [item["name"] for item in response.json()["result"]["structuredContent"]["items"]] == ["first"]
