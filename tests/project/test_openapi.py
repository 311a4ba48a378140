"""The API -> an OpenAPI document that is valid, complete and in step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import translation

from notes.api.projects import ProjectSerializer, ProjectViewSet
from project.openapi import check_validity, document, kept_path


@pytest.mark.requirement("C-03")
def test_the_kept_document_says_what_the_api_does() -> None:
    assert kept_path().read_text(encoding="utf-8") == document(), "Run: python manage.py openapi_check --write"


@pytest.mark.requirement("C-03")
def test_the_document_is_openapi_3_1_and_names_every_operation_once() -> None:
    check_validity(document())

    members = json.loads(document())
    assert members["openapi"] == "3.1.1"
    names = [operation["operationId"] for path in members["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names))
    assert {
        "projects_list",
        "projects_create",
        "projects_retrieve",
        "projects_partial_update",
        "projects_destroy",
        "projects_restore",
        "users_me",
        "system_health",
        "system_smoke",
    } <= set(names)


def test_read_only_fields_are_not_asked_for() -> None:
    schemas = json.loads(document())["components"]["schemas"]

    assert "state_name" in schemas["Project"]["properties"]
    assert "state_name" not in schemas["ProjectRequest"]["properties"]
    assert "trashed_at" not in schemas["PatchedProjectRequest"]["properties"]


def test_errors_are_documented_as_problems() -> None:
    create = json.loads(document())["paths"]["/api/v1/projects/"]["post"]["responses"]

    for status in ("400", "401", "403", "409"):
        assert create[status]["content"] == {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
        }


def test_the_document_depends_neither_on_the_language_nor_on_the_zone() -> None:
    expected = document()

    with translation.override("pt-br"), override_settings(TIME_ZONE="America/Sao_Paulo", LANGUAGE_CODE="pt-br"):
        assert document() == expected


def test_a_document_that_is_not_openapi_is_told_where(monkeypatch: pytest.MonkeyPatch) -> None:
    members = json.loads(document())
    del members["info"]["title"]

    with pytest.raises(ValueError, match=r"not valid OpenAPI at \$\.info: 'title' is a required property"):
        check_validity(json.dumps(members))


@pytest.fixture
def copy(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder in which the kept document may be changed; validity is tested above."""
    monkeypatch.setattr("project.management.commands.openapi_check.check_validity", lambda text: None)
    settings.BASE_DIR = tmp_path
    path = kept_path()
    path.parent.mkdir()
    return path


def test_writing_brings_the_document_in_step(copy: Path) -> None:
    call_command("openapi_check", "--write", verbosity=0)

    call_command("openapi_check")

    assert json.loads(copy.read_text(encoding="utf-8"))["openapi"] == "3.1.1"


def test_a_changed_field_fails_the_check_with_the_difference(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy.write_text(document(), encoding="utf-8")
    fields = [field for field in ProjectSerializer.Meta.fields if field != "percent_done"]
    monkeypatch.setattr(ProjectSerializer.Meta, "fields", fields)

    with pytest.raises(CommandError) as refused:
        call_command("openapi_check")

    assert "openapi_check --write" in str(refused.value)
    assert '-          "percent_done": {' in str(refused.value)


def test_a_missing_document_fails_the_check(copy: Path) -> None:
    with pytest.raises(CommandError, match="does not say what the API does"):
        call_command("openapi_check")


def test_a_warning_of_the_generator_fails_the_check(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProjectViewSet, "serializer_class", None)

    with pytest.raises(CommandError, match="without warnings"):
        call_command("openapi_check")
