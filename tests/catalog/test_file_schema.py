"""docs/mcp/tools.schema.json: what it says, and that the file is of it."""

from __future__ import annotations

import dataclasses
import json
from io import StringIO

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator

from mcpbridge import catalog as catalogs
from mcpbridge import tools
from mcpbridge.exceptions import CatalogError
from tests.catalog.conftest import CATALOG
from tests.catalog.mutations import entry, one, operation, safety, without

KEPT = CATALOG.with_name("tools.schema.json")


@pytest.fixture(scope="module")
def schema():
    return json.loads(KEPT.read_text(encoding="utf-8"))


def test_the_kept_schema_is_the_one_of_the_installed_version():
    printed = StringIO()

    call_command("mcp_catalog", "--schema", stdout=printed)

    assert printed.getvalue() == KEPT.read_text(encoding="utf-8"), (
        f"Run: python manage.py mcp_catalog --schema > docs/mcp/{KEPT.name}"
    )


@pytest.mark.requirement("N-03", "N-07")
def test_the_file_of_the_project_is_of_the_schema(schema, content):
    Draft202012Validator.check_schema(schema)

    Draft202012Validator(schema).validate(content)


def test_the_schema_knows_every_word_of_a_catalog_and_says_what_each_is(schema):
    words = {
        name: {field.name for field in dataclasses.fields(kind)}
        for name, kind in vars(tools).items()
        if dataclasses.is_dataclass(kind) and kind is not tools.Catalog
    }

    assert {name: set(found["properties"]) for name, found in schema["$defs"].items()} == words
    assert set(schema["properties"]) == {"format", *(field.name for field in dataclasses.fields(tools.Catalog))}
    assert all(found["description"].endswith(".") for found in schema["$defs"].values())
    operation_words = schema["$defs"]["Operation"]["properties"]
    assert operation_words["path"]["description"] == "a template with one {key} for each path argument."
    assert schema["$defs"]["Paging"]["properties"]["rows"] == schema["$defs"]["Paging"]["properties"]["total"]


@pytest.mark.requirement("N-03")
@pytest.mark.parametrize(
    "mutation",
    [
        entry("notes_list", colour="red"),
        entry("notes_list", arguments={}),
        entry("notes_list", calls_http="yes"),
        entry("system_smoke", name="System.Smoke"),
        without("operation", "notes_list"),
        without("scopes", "notes_list", "safety"),
        safety("notes_list", level="reed"),
        safety("notes_list", scopes="notes:read"),
        operation("notes_list", method="TRACE"),
        operation("notes_list", status="200"),
        one("search", "notes_list", place="header"),
        one("search", "notes_list", shape={"kind": "strnig"}),
        one("search", "notes_list", shape={"kind": "array", "item": {"kind": "strnig"}}),
        lambda content: content.update(format=2),
    ],
)
def test_the_schema_refuses_what_reading_refuses(schema, content, mutation):
    mutation(content)

    assert not Draft202012Validator(schema).is_valid(content)
    with pytest.raises(CatalogError):
        catalogs.parse(json.dumps(content))
