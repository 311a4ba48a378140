"""A value that someone else took in the meantime -> a conflict that names the field, and nothing of the database."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import IntegrityError
from rest_framework.test import APIClient

from mcpbridge.rest.uniqueness import taken_field
from notes.models import Tag

pytestmark = [pytest.mark.urls("tests.rest.api"), pytest.mark.django_db]


@pytest.fixture
def client() -> APIClient:
    return APIClient(raise_request_exception=False)


def conflict_from(response: Any, given: str = "") -> dict[str, Any]:
    """given: what the request sent, which may be told; what is stored may not."""
    assert response.status_code == 409
    assert response.headers["Content-Type"] == "application/problem+json"
    members: dict[str, Any] = json.loads(response.content)
    assert members["type"] == "urn:problem-type:conflict"
    told = json.dumps(members).replace(json.dumps(given), "").lower()
    assert not any(word in told for word in ("urgente", "name_folded", "notes_tag", "duplicate", "constraint"))
    return members


def test_a_value_taken_in_a_race_is_told_with_its_field(client: APIClient) -> None:
    Tag.objects.create(name="urgente")

    response = client.post("/api/tags/", {"name": "URGENTE"})

    assert conflict_from(response, "URGENTE")["errors"] == [
        {
            "field": "name",
            "code": "unique",
            "detail": "This field must be unique.",
            "pointer": "#/name",
            "value": "URGENTE",
        }
    ]


def test_a_taken_value_that_the_request_did_not_send_names_no_field(client: APIClient) -> None:
    Tag.objects.create(name="urgente")

    response = client.post("/api/tags/", {"colour": "red"})

    members = conflict_from(response)
    assert "errors" not in members
    assert "must be unique" in members["detail"]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("UNIQUE constraint failed: notes_project.code_folded",), "code"),
        (("UNIQUE constraint failed: auth_user.username",), "username"),
        ((1062, "Duplicate entry 'net-01' for key 'code_folded'"), "code"),
        ((1062, "Duplicate entry 'net-01' for key 'notes_project.code_folded'"), "code"),
        ((1062, "Duplicate entry 'x' for key 'notes_tag_name_folded_0a1b2c3d_uniq'"), "name"),
        ((1062, "Duplicate entry '' for key 'auth_user.username'' for key 'code_folded'"), "code"),
        ((1062, "Duplicate entry 'two\nlines' for key 'username'"), "username"),
    ],
)
def test_the_field_is_found_by_what_each_database_says(arguments: tuple[Any, ...], field: str) -> None:
    assert taken_field(IntegrityError(*arguments)) == field


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("FOREIGN KEY constraint failed",),
        ("NOT NULL constraint failed: notes_tag.name_folded",),
        ("UNIQUE constraint failed: notes_tag.missing",),
        ("UNIQUE constraint failed: elsewhere.name_folded",),
        ("UNIQUE constraint failed: auth_user_groups.user_id, auth_user_groups.group_id",),
        (1062, "Duplicate entry '7' for key 'PRIMARY'"),
        (1062, "Duplicate entry 'x' for key 'notes_project.name_folded'"),
        (1452, "Cannot add or update a child row: for key 'code_folded'"),
    ],
)
def test_other_faults_name_no_field(arguments: tuple[Any, ...]) -> None:
    assert taken_field(IntegrityError(*arguments)) is None
