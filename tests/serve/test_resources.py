"""The catalog as resources: what a caller may see of it, by exactly the addresses that are listed."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from mcpbridge.serve import resources
from mcpbridge.serve.calls import Rules
from mcpbridge.serve.catalog_resources import CatalogResources
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.resources import Content, Resource, Template
from mcpbridge.tools import Catalog, Exclusion, Operation, Safety, Shape, Tool
from tests.serve.little_api import LittleApi
from tests.serve.made import body, reference, tool

ALL = "mcpbridge://catalog"
CREATE = f"{ALL}/cards_create"

MADE = replace(
    tool(
        body("title", "string", required=True),
        body("stage", "reference", reference="stages"),
        body("rooms", "array", item=Shape("reference", reference="rooms")),
        body("place", "object", members=(body("owner", "reference", reference="people"),)),
    ),
    source="cards.views.private.CardViewSet.create",
    read_back="cards_get",
)


def getter(name: str) -> Tool:
    operation = Operation("GET", f"/api/{name}/", "list")
    safety = Safety("read", (f"{name}:read",), read_only=True, destructive=False, idempotent=True, open_world=False)
    return Tool(name, f"See {name}", f"Shows {name}.", operation, safety, True, True, source=f"views.{name}")


TOOLS = (MADE, *(getter(name) for name in ("cards_get", "stages_list", "rooms_list", "people_list", "pets_list")))
REFERENCES = tuple(reference(name) for name in ("pets", "rooms", "stages", "people"))
EXCLUDED = (Exclusion("GET /api/salaries/", "nobody's business"),)
WHOLE = Catalog({one.name: one for one in TOOLS}, {one.name: one for one in REFERENCES}, EXCLUDED)


class Hiding:
    """Hides the tools of these names from everybody but the boss."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(names)

    def refusal(self, caller: Any, made: Tool) -> str:
        return "no" if made.name in self.names and caller != "boss" else ""

    def lists(self, caller: Any, made: Tool) -> bool:
        return not self.refusal(caller, made)


def catalog_hiding(*names: str) -> list[CatalogResources]:
    return [CatalogResources(Pipeline(WHOLE, LittleApi({}), Hiding(names), Rules))]


def text_of(found: dict[str, Any] | None) -> str:
    assert found is not None
    (content,) = found["contents"]
    assert content["mimeType"] == "application/json"
    return str(content["text"])


def definition(sources: list[CatalogResources], caller: str = "anyone") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text_of(resources.read(sources, CREATE, caller)))
    return found


@pytest.mark.requirement("N-02", "N-12")
def test_the_catalog_is_one_resource_and_each_tool_is_found_by_a_template():
    sources = catalog_hiding()

    (listed,) = resources.list_resources(sources, "anyone")["resources"]
    (template,) = resources.list_templates(sources, "anyone")["resourceTemplates"]

    assert (listed["uri"], listed["name"], listed["mimeType"]) == (ALL, "catalog", "application/json")
    assert listed["title"] and listed["description"].endswith(".")
    assert template["uriTemplate"] == f"{ALL}/{{tool}}"
    assert template["name"] and template["mimeType"] == "application/json"


@pytest.mark.requirement("N-12")
def test_the_catalog_lists_what_each_tool_is_and_asks_for_in_the_order_of_the_names():
    shown = json.loads(text_of(resources.read(catalog_hiding(), ALL, "anyone")))["tools"]

    assert [one["name"] for one in shown] == sorted(WHOLE.tools)
    assert shown[0] == {
        "name": "cards_create",
        "title": "Create a card",
        "level": "write",
        "method": "POST",
        "path": "/api/cards/",
        "scopes": ["cards:write"],
    }


@pytest.mark.requirement("N-07", "N-12")
def test_the_definition_of_a_tool_tells_its_level_operation_scopes_http_and_request_id():
    (shown,) = definition(catalog_hiding())["tools"]

    assert shown["safety"]["level"] == "write"
    assert shown["safety"]["scopes"] == ["cards:write"]
    assert (shown["operation"]["method"], shown["operation"]["path"]) == ("POST", "/api/cards/")
    assert shown["calls_http"] is True
    assert shown["returns_request_id"] is True
    assert [argument["name"] for argument in shown["arguments"]] == ["title", "stage", "rooms", "place"]


def test_a_definition_brings_the_references_it_names_however_deep_and_no_others():
    shown = definition(catalog_hiding())

    assert [one["name"] for one in shown["references"]] == ["people", "rooms", "stages"]


@pytest.mark.requirement("N-14")
@pytest.mark.parametrize("uri", [ALL, CREATE, f"{ALL}/cards_get"])
def test_no_document_of_the_catalog_names_python_code_or_what_is_excluded(uri: str):
    text = text_of(resources.read(catalog_hiding(), uri, "anyone"))

    assert "source" not in text
    assert "views" not in text
    assert "salaries" not in text


@pytest.mark.requirement("N-12")
def test_a_hidden_tool_is_in_no_list_and_answers_like_one_that_does_not_exist():
    sources = catalog_hiding("cards_create")

    listed = json.loads(text_of(resources.read(sources, ALL, "anyone")))["tools"]

    assert "cards_create" not in [one["name"] for one in listed]
    assert resources.read(sources, CREATE, "anyone") is None
    assert resources.read(sources, f"{ALL}/no_such_tool", "anyone") is None
    assert definition(sources, "boss")["tools"][0]["name"] == "cards_create"


def test_a_definition_names_no_tool_that_is_hidden():
    sources = catalog_hiding("cards_get", "rooms_list")

    seen, seen_by_boss = definition(sources), definition(sources, "boss")

    assert "cards_get" not in json.dumps(seen)
    assert "rooms_list" not in json.dumps(seen)
    assert [one["name"] for one in seen["references"]] == ["people", "stages"]
    assert seen_by_boss["tools"][0]["read_back"] == "cards_get"


@pytest.mark.parametrize(
    "uri",
    [
        "", "catalog", "mcpbridge:", "mcpbridge://", "mcpbridge://catalog/", "mcpbridge://catalog//cards_create",
        "mcpbridge://catalog/cards_create/", "mcpbridge://catalog/cards%5Fcreate", "mcpbridge://catalog/../catalog",
        "mcpbridge://catalog/./cards_create", "mcpbridge://catalog/cards_create?x=1", "mcpbridge://catalog#x",
        "MCPBRIDGE://catalog", "mcpbridge://CATALOG", "mcpbridge://catalog/CARDS_CREATE", "file:///etc/passwd",
        "https://catalog/cards_create", "mcpbridge://catalog\x00", "mcpbridge://catalog/cards_create\x00",
        "mcpbridge://catalog/cards_create\n", " mcpbridge://catalog", "mcpbridge://catalog/\ud800",
        "mcpbridge://catalogue", "mcpbridge://catalog/" + "a" * 1_000_000, "mcpbridge://catalog/{tool}",
    ],
)  # fmt: skip
def test_an_address_that_is_not_exactly_one_of_the_catalogs_shows_nothing(uri: str):
    assert resources.read(catalog_hiding(), uri, "anyone") is None


class Shelf:
    """A source of two documents, listed in no order, one of them only for the boss."""

    def listed(self, caller: Any) -> Sequence[Resource]:
        plain = Resource("test://b", "b")
        return (plain, Resource("test://a", "a", "A", "The first.", "image/png")) if caller == "boss" else (plain,)

    def templates(self, caller: Any) -> Sequence[Template]:
        return (Template("test://{z}", "z"), Template("test://{y}", "y", "Y", "Some.", "text/plain"))

    def read(self, uri: str, caller: Any) -> Content | None:
        if uri == "test://a" and caller == "boss":
            return Content(uri, "image/png", blob=b"\x89PNG\xff")
        return Content(uri, "text/plain", text="") if uri == "test://b" else None


def test_lists_are_in_the_order_of_the_addresses_and_leave_out_what_is_not_said():
    sources = [Shelf(), *catalog_hiding()]

    listed = resources.list_resources(sources, "boss")["resources"]
    templates = resources.list_templates(sources, "boss")["resourceTemplates"]

    assert [one["uri"] for one in listed] == [ALL, "test://a", "test://b"]
    assert listed[1:] == [
        {"uri": "test://a", "name": "a", "title": "A", "description": "The first.", "mimeType": "image/png"},
        {"uri": "test://b", "name": "b"},
    ]
    assert [one["uriTemplate"] for one in templates] == [f"{ALL}/{{tool}}", "test://{y}", "test://{z}"]
    assert templates[2] == {"uriTemplate": "test://{z}", "name": "z"}


def test_text_is_read_as_text_even_where_it_is_empty_and_bytes_as_base64():
    sources = [*catalog_hiding(), Shelf()]

    assert resources.read(sources, "test://b", "anyone") == {
        "contents": [{"uri": "test://b", "mimeType": "text/plain", "text": ""}]
    }
    assert resources.read(sources, "test://a", "boss") == {
        "contents": [
            {"uri": "test://a", "mimeType": "image/png", "blob": base64.b64encode(b"\x89PNG\xff").decode("ascii")}
        ]
    }
    assert resources.read(sources, "test://a", "anyone") is None


def test_without_sources_there_is_nothing():
    assert resources.list_resources([], "anyone") == {"resources": []}
    assert resources.list_templates([], "anyone") == {"resourceTemplates": []}
    assert resources.read([], ALL, "anyone") is None
