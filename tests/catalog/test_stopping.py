"""The project's own catalog with one thing broken that serving needs -> the sentence with which reading stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcpbridge import catalog as catalogs
from mcpbridge.exceptions import CatalogError
from tests.catalog.conftest import judged, reference, tool
from tests.catalog.mutations import added, entry, one, operation, safety, twice, without

LEVELS = "read, write, admin, destructive"

STOPS = {
    "a duplicate name": (
        twice("notes_list"),
        "The catalog is wrong: two entries are called tool 'notes_list'.",
    ),
    "a duplicate reference": (
        lambda content: content["references"].append(reference(content, "tags")),
        "The catalog is wrong: two entries are called reference 'tags'.",
    ),
    "a name that clients refuse": (
        entry("system_smoke", name="System.Smoke"),
        "The catalog is wrong: tool 'System.Smoke' must be named with 1 to 64 of a-z, 0-9 and _.",
    ),
    "an unknown level": (
        safety("notes_list", level="reed"),
        f"The catalog is wrong: tool 'notes_list'.safety.level is 'reed', but must be one of {LEVELS}.",
    ),
    "an unknown place": (
        one("search", "categories_list", place="header"),
        "The catalog is wrong: tool 'categories_list'.arguments[0].place is 'header', "
        "but must be one of path, query, body, window.",
    ),
    "an unknown method": (
        operation("notes_list", method="TRACE"),
        "The catalog is wrong: tool 'notes_list'.operation.method is 'TRACE', "
        "but must be one of GET, POST, PUT, PATCH, DELETE.",
    ),
    "an unknown kind of source": (
        lambda content: tool(content, "notes_list").update(script=tool(content, "notes_list").pop("operation")["path"]),
        "The catalog is wrong: tool 'notes_list' has the unknown key 'script'; known are ",
    ),
    "no source at all": (
        without("operation", "notes_list"),
        "The catalog is wrong: tool 'notes_list' lacks the key 'operation'.",
    ),
    "no scopes": (
        without("scopes", "notes_list", "safety"),
        "The catalog is wrong: tool 'notes_list'.safety lacks the key 'scopes'.",
    ),
    "two arguments of one name": (
        added("arguments", "notes_get", name="id", place="query", key="id", shape={"kind": "integer"}),
        "The catalog is wrong: tool notes_get has two arguments called 'id'.",
    ),
    "a path argument that is lacking": (
        entry("notes_get", arguments=[]),
        "The catalog is wrong: tool notes_get has path arguments [] that do not fit /api/v1/notes/{pk}/.",
    ),
    "two arguments in one place of the path": (
        added("arguments", "notes_get", name="pk", place="path", key="pk", shape={"kind": "integer"}, required=True),
        "The catalog is wrong: tool notes_get has path arguments ['pk', 'pk'] that do not fit /api/v1/notes/{pk}/.",
    ),
    "a reader that is not there": (
        entry("notes_create", read_back="notes_show"),
        "The catalog is wrong: tool notes_create is read back by 'notes_show', which is no tool.",
    ),
    "a reference that is not there": (
        one("category", "notes_create", shape={"kind": "reference", "reference": "kinds"}),
        "The catalog is wrong: tool notes_create, argument category: 'kinds' is no reference.",
    ),
}


@pytest.mark.requirement("N-03")
@pytest.mark.parametrize(("mutation", "sentence"), STOPS.values(), ids=STOPS)
def test_what_serving_needs_stops_it_with_the_reason(content, document, mutation, sentence):
    mutation(content)

    (said,) = judged(content, document)

    assert said.startswith(sentence)


@pytest.mark.requirement("N-03")
@pytest.mark.parametrize(
    "address", ["api/", "@evil.example/x", "//evil.example/x", "/api/../admin/", "/a b/", "/a?b=1", "/a#b", "/a\\b"]
)
def test_an_address_that_is_no_path_of_an_api_stops_it(content, document, address):
    content["health"] = address

    (said,) = judged(content, document)

    assert said == f"The catalog is wrong: {address!r} is no path of an API."


def test_a_file_that_is_no_text_stops_it_with_the_reason(tmp_path: Path):
    path = tmp_path / "tools.json"
    path.write_bytes(b"\xff\xfe{}")

    with pytest.raises(CatalogError, match=r"tools\.json is no UTF-8; write it with: manage\.py mcp_catalog"):
        catalogs.read(path)
