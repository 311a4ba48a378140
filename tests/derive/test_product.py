"""Every tool of the product: schemas that no client refuses, names, sizes, and the file that matches the code."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import get_resolver

from mcpbridge import catalog as catalogs
from mcpbridge import listing
from mcpbridge.commands.entries import with_commands
from mcpbridge.conf import bridge_settings
from mcpbridge.derive.build import derive
from mcpbridge.tools import LEVELS

PROPERTY = re.compile(r"[A-Za-z0-9_]{1,64}\Z")


@pytest.fixture(scope="module")
def catalog():
    return with_commands(derive(), bridge_settings.commands.commands)


@pytest.fixture(scope="module")
def listed(catalog):
    return [listing.listed(tool, catalog) for tools in (catalog.tools, catalog.commands) for tool in tools.values()]


def schemas(schema: Any, where: str):
    yield where, schema
    for name, inner in schema.get("properties", {}).items():
        yield from schemas(inner, f"{where}.{name}")
    for index, inner in enumerate(schema.get("anyOf", ())):
        yield from schemas(inner, f"{where}|{index}")
    if isinstance(schema.get("items"), dict):
        yield from schemas(schema["items"], f"{where}[]")
    if isinstance(schema.get("additionalProperties"), dict):
        yield from schemas(schema["additionalProperties"], f"{where}.*")


@pytest.mark.requirement("E-07")
def test_case_26_the_root_of_a_schema_is_an_object_and_nothing_else(listed):
    for tool in listed:
        schema = tool["inputSchema"]
        assert set(schema) <= {"type", "properties", "required", "additionalProperties"}, tool["name"]
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False


@pytest.mark.requirement("E-07")
def test_case_27_alternatives_are_plain_and_stand_inside_properties(listed):
    for tool in listed:
        for where, schema in schemas(tool["inputSchema"], tool["name"]):
            assert not {"oneOf", "allOf", "not", "$ref", "$defs", "nullable", "const"} & set(schema), where
            assert ("type" in schema) != ("anyOf" in schema), where
            assert all("anyOf" not in one for one in schema.get("anyOf", ())), where
            if schema.get("type") == "array":
                assert "items" in schema, where
            if "default" in schema:
                assert schema["default"] not in ([], {}, "", None), where


@pytest.mark.requirement("N-07")
def test_case_53_names_levels_scopes_and_sources_are_there_for_every_tool(catalog):
    for name, tool in catalog.tools.items():
        assert re.fullmatch(r"[a-z0-9_]{1,48}", name)
        assert tool.safety.level in LEVELS
        assert tool.safety.scopes == (f"{tool.safety.scopes[0].partition(':')[0]}:{tool.safety.level}",)
        assert tool.source.count(".") >= 2
        assert tool.title
        assert tool.description.endswith(".")
        assert all(PROPERTY.match(argument.name) for argument in tool.arguments)


@pytest.mark.requirement("N-08")
def test_a_row_is_always_named_by_an_integer(catalog):
    keys = [one for tool in catalog.tools.values() for one in tool.arguments if one.place == "path"]

    assert keys
    assert {(one.name, one.shape.kind, one.required) for one in keys} == {("id", "integer", True)}


@pytest.mark.requirement("N-18")
def test_the_tools_that_were_promised_are_there(catalog):
    crud = {f"{what}_{word}" for what in ("notes", "projects", "tasks") for word in
            ("list", "get", "create", "update", "delete", "restore", "purge")}  # fmt: skip

    assert crud | {"system_health", "system_smoke", "users_me"} <= set(catalog.tools)


@pytest.mark.requirement("E-08")
@pytest.mark.parametrize(
    ("argument", "reference"),
    [
        ("manager", "users"), ("group", "groups"), ("entity", "entities"), ("location", "locations"),
        ("state", "states"), ("type", "types"), ("parent", "projects"),
    ],
)  # fmt: skip
def test_every_reference_of_a_project_is_found_by_name_on_create_update_and_list(catalog, argument, reference):
    for tool in ("projects_create", "projects_update", "projects_list"):
        shape = {one.name: one for one in catalog.tools[tool].arguments}[argument].shape
        assert (shape.kind, shape.reference) == ("reference", reference)
    found = catalog.references[reference]
    assert found.names
    assert found.exact
    assert found.search


@pytest.mark.requirement("N-06")
def test_levels_of_the_product(catalog):
    levels = {name: tool.safety.level for name, tool in catalog.tools.items()}

    for what in ("projects", "tasks", "notes"):
        assert levels[f"{what}_delete"] == "write"
        assert levels[f"{what}_purge"] == "destructive"
        assert levels[f"{what}_restore"] == "write"
        assert catalog.tools[f"{what}_create"].safety.permissions == (f"notes.add_{what[:-1]}",)
        assert catalog.tools[f"{what}_restore"].safety.permissions == (f"notes.change_{what[:-1]}",)


def test_every_tool_is_smaller_than_four_kilobytes(listed):
    sizes = {tool["name"]: len(json.dumps(tool, ensure_ascii=False).encode()) for tool in listed}

    assert {name: size for name, size in sizes.items() if size >= 4096} == {}


@pytest.mark.requirement("C-04")
@pytest.mark.requirement("N-15")
def test_every_operation_of_the_openapi_document_has_a_tool_or_an_exclusion(catalog, settings):
    document = json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text())
    told = {
        re.sub(r"\{\w+\}", "{}", tool.operation.method + " " + tool.operation.path) for tool in catalog.tools.values()
    }
    told |= {re.sub(r"\{\w+\}", "{}", item.operation) for item in catalog.excluded}

    documented = {
        f"{method.upper()} {re.sub(r'{[^}]+}', '{}', path)}"
        for path, operations in document["paths"].items()
        for method in operations
        if method in ("get", "post", "put", "patch", "delete")
    }

    assert documented <= told
    assert {operation for operation in told - documented if operation.split()[1].startswith("/api/v1/")} == set()


@pytest.mark.requirement("N-15")
def test_the_file_in_the_tree_is_what_the_code_says(catalog):
    assert bridge_settings.catalog.read_text(encoding="utf-8") == catalogs.write(catalog)


def test_every_path_of_a_tool_leads_to_a_view(catalog):
    resolver = get_resolver()

    for tool in catalog.tools.values():
        assert resolver.resolve(tool.operation.path.replace("{pk}", "1")), tool.name


def test_the_openapi_document_can_still_be_made_without_a_warning(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "api.yaml"))

    assert (tmp_path / "api.yaml").exists()
