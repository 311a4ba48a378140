"""Cases about what a tool says of itself: schemas, names, texts."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest
from django.utils import translation

from mcpbridge import catalog as catalogs
from mcpbridge import listing
from mcpbridge.derive.build import derive
from tests.cases.cast import errors_of
from tests.cases.project.models import Card

LEAVES = {
    "type", "format", "enum", "description", "default", "items", "properties", "required", "additionalProperties",
    "anyOf", "minLength", "maxLength", "pattern", "minimum", "maximum", "minItems", "maxItems", "examples",
}  # fmt: skip
PROPERTY_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@pytest.fixture(scope="module")
def tools(catalog):
    return [listing.listed(catalog.tools[name], catalog) for name in sorted(catalog.tools)]


def faults(schema, path, *, root=False):
    """What some client is known to refuse."""
    if not isinstance(schema, dict):
        yield f"{path}: a schema that is {schema!r}"
        return
    if unknown := set(schema) - LEAVES:
        yield f"{path}: {sorted(unknown)}"
    if root and set(schema) - {"type", "properties", "required", "additionalProperties"}:
        yield f"{path}: more than an object at the root"
    if ("type" in schema) == ("anyOf" in schema):
        yield f"{path}: neither one type nor alternatives"
    for index, kind in enumerate(schema.get("anyOf", ())):
        if "anyOf" in kind:
            yield f"{path}: alternatives within alternatives"
        yield from faults(kind, f"{path}|{index}")
    if schema.get("type") == "array":
        yield from faults(schema.get("items"), f"{path}[]")
    if schema.get("type") == "object" and "additionalProperties" not in schema and "properties" not in schema:
        yield f"{path}: an object that says nothing of its keys"
    for name, kind in schema.get("properties", {}).items():
        yield from faults(kind, f"{path}.{name}")
    if isinstance(schema.get("additionalProperties"), dict):
        yield from faults(schema["additionalProperties"], f"{path}.*")


@pytest.mark.requirement("E-07")
def test_case_26_27_and_28_no_schema_has_what_a_client_is_known_to_refuse(tools):
    found = [fault for tool in tools for fault in faults(tool["inputSchema"], tool["name"], root=True)]

    assert not found, "\n".join(found)


def test_case_27_a_tool_without_arguments_has_an_empty_object(schema):
    assert schema("status_get") == {"type": "object", "properties": {}, "additionalProperties": False}


def test_every_schema_is_json_schema_of_the_standard(tools):
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])


def test_case_23_the_list_is_plain_json_without_a_word_none(tools):
    text = json.dumps(tools)

    assert json.loads(text) == tools
    assert not re.search(r"\bNone\b", text)


def test_case_23_texts_are_english_whatever_language_is_active(catalog):
    with translation.override("pt-br"):
        assert catalogs.write(derive("tests.cases.project.urls")) == catalogs.write(catalog)


@pytest.mark.requirement("N-03")
def test_case_23_the_catalog_is_written_and_read_back_the_same(catalog):
    text = catalogs.write(catalog)

    assert catalogs.write(catalogs.parse(text)) == text
    assert catalogs.parse(text).tools == catalog.tools
    assert catalogs.parse(text).references == catalog.references


def test_case_25_one_update_tool_a_resource_and_every_tool_is_small(catalog, tools):
    updates = [tool for tool in catalog.tools.values() if tool.operation.path == "/cards/{pk}/"]
    sizes = {tool["name"]: len(json.dumps(tool, ensure_ascii=False).encode()) for tool in tools}

    assert sorted(tool.operation.method for tool in updates) == ["DELETE", "GET", "PATCH"]
    assert {name: size for name, size in sizes.items() if size >= 4096} == {}


def test_case_32_a_put_without_a_patch_says_that_it_replaces_and_demands_what_it_replaces(catalog, schema):
    tool = catalog.tools["replacements_update"]

    assert tool.operation.method == "PUT"
    assert "replace" in tool.description.lower()
    assert tool.safety.destructive
    assert schema("replacements_update")["required"] == ["id", "title"]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_case_47_a_serializer_that_contains_itself_is_cut_and_works_to_that_depth(call, schema, depth):
    given = {"name": "leaf"}
    for _ in range(depth):
        given = {"name": "n", "kids": [given]}

    result = call("nodes_create", given)

    assert "$ref" not in json.dumps(schema("nodes_create"))
    assert len(json.dumps(schema("nodes_create"))) < 4000
    assert result["status"] == "success", result
    assert result["applied"]["kids"]["stored"] == given["kids"]


def test_case_51_each_action_and_method_has_the_arguments_of_its_own_serializer(call, catalog, schema, card):
    by_operation = {(tool.operation.method, tool.operation.path): tool.name for tool in catalog.tools.values()}
    flows = by_operation["GET", "/phases/flow/"], by_operation["POST", "/phases/flow/"]

    assert set(schema("phases_create")["properties"]) == {"title"}
    assert set(schema("phases_update")["properties"]) == {"id", "title", "body"}
    assert schema("phases_rename")["required"] == ["id", "title"]
    assert schema(flows[0])["properties"] == {}
    assert "level" in schema(flows[1])["properties"]
    assert call(flows[0])["item"] == {"cards": 1}
    assert call(flows[1], {"title": "a"})["status"] == "success"
    assert errors_of(call("phases_rename", {"id": card.pk}))["title"]["code"] == "missing"
    assert call("phases_rename", {"id": card.pk, "title": "new"})["applied"]["title"]["stored"] == "new"


def test_case_53_names_are_short_plain_and_unique(call, catalog):
    (long,) = [tool for tool in catalog.tools.values() if "bulk_resend" in tool.operation.path]

    assert all(re.fullmatch(r"[a-z0-9_]{1,48}", name) for name in catalog.tools)
    assert call(long.name, {"title": "x"})["result"] == {"resent": "x"}


def test_case_54_names_that_clients_refuse_are_changed_and_reach_their_field(call, catalog, tools):
    tool = catalog.tools["odd_create"]
    keys = {argument.key: argument.name for argument in tool.arguments}
    given = {name: f"v{number}" for number, name in enumerate(keys.values())}

    result = call("odd_create", given)

    assert set(keys) == {"from", "class", "self", "context", "_meta", "$ref", "n" * 70, "título"}
    assert {keys[name] for name in ("from", "class", "self", "context")} == {"from", "class", "self", "context"}
    stored = {name: shown["stored"] for name, shown in result["applied"].items()}
    assert stored == given
    shown = {tool["name"]: tool for tool in tools}["odd_create"]["inputSchema"]["properties"]
    for key, name in keys.items():
        assert PROPERTY_NAME.fullmatch(name)
        if key != name:
            assert key in shown[name]["description"]
    names = [name for tool in tools for name in tool["inputSchema"]["properties"]]
    assert not [name for name in names if not PROPERTY_NAME.fullmatch(name)]


@pytest.mark.parametrize("value", ["/etc/passwd", "aGVsbG8=", {"filename": "a", "content": "b"}])
def test_case_59_a_file_is_not_offered_and_no_path_is_opened(call, catalog, schema, value):
    assert set(schema("uploads_create")["properties"]) == {"title"}
    assert "attachment" in catalog.tools["uploads_create"].description
    assert "attachment" in errors_of(call("uploads_create", {"title": "t", "attachment": value}))
    assert call("uploads_create", {"title": "t"})["status"] == "success"


def test_case_13_a_serializer_that_needs_a_request_is_read_with_one(catalog, schema, call):
    assert catalog.tools["mine_create"].derived_from == "serializer with a request"
    assert set(schema("mine_create")["properties"]) == {"title"}

    assert call("mine_create", {"title": "a"})["status"] == "success"
    assert Card.objects.get().owner.username == "owner"
