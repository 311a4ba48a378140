"""docs/problems.md <-> the kinds of problem that the code can answer, and an example that the API really gives."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework import exceptions
from rest_framework.test import APIClient

from mcpbridge.rest import faults
from mcpbridge.rest.problem_middleware import CODES
from mcpbridge.rest.problem_schema import ERROR, PROBLEM
from mcpbridge.rest.problems import TYPE_PREFIX, problem
from tests.architecture.source import ROOT, modules

TEXT = (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^### ([a-z-]+)\n\n(?:(\d{3})|Any other status)[.:](.*?)^Example: \"(.+?)\"$", re.M | re.S)
# What stands in for kinds of problem that have a name of their own.
GENERAL = (exceptions.APIException, exceptions.ValidationError)


def kinds() -> Mapping[str, type[exceptions.APIException]]:
    """The exceptions that make problems, by the names under which code raises them."""
    found = {**vars(faults), **vars(exceptions)}.items()
    return {name: kind for name, kind in found if isinstance(kind, type) and issubclass(kind, exceptions.APIException)}


def of_classes() -> Iterator[tuple[str, int]]:
    for kind in kinds().values():
        if kind not in GENERAL:
            yield kind.default_code, kind.status_code
    yield "validation", exceptions.ValidationError.status_code


def of_code(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The codes that are written beside a fault: Conflict(..., code="in_trash"), TokenRefused("token_unknown")."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = next((item.value for item in node.keywords if item.arg == "code"), None)
        if name == "TokenRefused":
            given, status = node.args[0], 401
        elif name in kinds() and kinds()[name] not in GENERAL:
            given = given or (node.args[1] if len(node.args) > 1 else None)
            status = kinds()[name].status_code
        else:
            continue
        if isinstance(given, ast.Constant):
            yield given.value, status


def answered() -> dict[str, int | None]:
    """The last part of every type, with its status."""
    written = [found for module in modules("notes", "project", "mcpbridge") for found in of_code(module.tree)]
    of_pages = [(code, status) for status, code in CODES.items()]
    codes = dict([*of_classes(), *written, *of_pages])
    return {code.replace("_", "-"): status for code, status in codes.items()} | {"error": None}


def documented() -> dict[str, int | None]:
    return {name: int(status) if status else None for name, status, _what, _example in SECTION.findall(TEXT)}


def members(heading: str) -> set[str]:
    """The names in the first column of the table under a heading."""
    table = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def test_every_kind_of_problem_is_documented_with_its_status_and_no_other_is() -> None:
    assert documented() == answered()


def test_every_section_is_read() -> None:
    assert len(documented()) == TEXT.count("\n### ") > 25


@pytest.mark.parametrize("name", ["in-trash", "still-used", "token-expired", "bad-request", "throttled", "validation"])
def test_kinds_are_found_wherever_they_are_written(name: str) -> None:
    assert name in answered()


def test_the_members_are_those_of_the_openapi_document() -> None:
    assert members("Members of a problem") == set(PROBLEM["properties"])
    assert members("Members of an error") == set(ERROR["properties"])


def test_the_members_of_a_problem_come_in_the_documented_order() -> None:
    example = json.loads(TEXT.partition("```json\n")[2].partition("```")[0])

    assert list(example) == [*problem(400, "x", "y"), "errors"]
    assert example["title"] == HTTPStatus.BAD_REQUEST.phrase
    assert example["type"].startswith(TYPE_PREFIX)


@pytest.mark.django_db
def test_the_example_is_what_the_api_answers() -> None:
    example: dict[str, Any] = json.loads(TEXT.partition("```json\n")[2].partition("```")[0])
    client = APIClient()
    client.force_authenticate(User.objects.create_superuser("admin"))

    response = client.post(
        "/api/v1/projects/",
        {"priority": 9, "percent_done": 120},
        headers={"X-Request-Id": example["request_id"], "Accept-Language": "en"},
    )

    assert json.loads(response.content) == example


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "body", "kind"),
    [
        ("get", "/api/v1/projects/99999/", None, "not-found"),
        ("put", "/api/v1/projects/", None, "method-not-allowed"),
        ("post", "/api/v1/projects/", "a,b", "unsupported-media-type"),
    ],
)
def test_an_example_is_the_sentence_that_is_answered(method: str, path: str, body: Any, kind: str) -> None:
    client = APIClient()
    client.force_authenticate(User.objects.create_superuser("admin"))
    examples = {name: example for name, _status, _what, example in SECTION.findall(TEXT)}

    response = client.generic(method.upper(), path, body or "", content_type="text/csv")

    members = json.loads(response.content)
    assert members["type"] == f"{TYPE_PREFIX}{kind}"
    assert members["detail"] == examples[kind].replace('\\"', '"')
