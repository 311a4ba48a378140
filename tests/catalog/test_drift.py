"""The catalog and the OpenAPI document with one thing changed in either -> exactly the difference, by name."""

from __future__ import annotations

import pytest

from tests.catalog.conftest import argument, judged, reference, tool


def twin(document, method="post", path="/api/v1/notes/"):
    return document["paths"][path][method]


CHANGES_OF_THE_CATALOG = {
    "another operation id": (
        lambda content: tool(content, "notes_create")["operation"].update(id="notes_make"),
        'notes_create: the operation id is "notes_make", but in the OpenAPI document "notes_create".',
    ),
    "no operation id": (
        lambda content: tool(content, "notes_create")["operation"].pop("id"),
        'notes_create: the operation id is absent, but in the OpenAPI document "notes_create".',
    ),
    "another status of success": (
        lambda content: tool(content, "notes_create")["operation"].update(status=200),
        "notes_create: the status of success is 200, but in the OpenAPI document 201.",
    ),
    "another schema of success": (
        lambda content: tool(content, "notes_create")["operation"].update(
            answer={"$ref": "#/components/schemas/Task"}
        ),
        'notes_create: the schema of success is {"$ref": "#/components/schemas/Task"}, '
        'but in the OpenAPI document {"$ref": "#/components/schemas/Note"}.',
    ),
    "no schema of success": (
        lambda content: tool(content, "notes_create")["operation"].pop("answer"),
        "notes_create: the schema of success is absent, "
        'but in the OpenAPI document {"$ref": "#/components/schemas/Note"}.',
    ),
    "another media type of success": (
        lambda content: tool(content, "notes_delete")["operation"].pop("media_type"),
        'notes_delete: the media type of success is "application/json", but in the OpenAPI document absent.',
    ),
    "an id of a row that is text": (
        lambda content: argument(content, "id", "notes_get").update(shape={"kind": "string"}),
        "notes_get: argument id is of kind string, but the OpenAPI document has an integer "
        "in the path of GET /api/v1/notes/{id}/.",
    ),
    "a tool that is gone": (
        lambda content: content["tools"].remove(tool(content, "tags_create")),
        "POST /api/v1/tags/ (tags_create) is in the OpenAPI document, "
        "but is neither a tool nor excluded with a reason.",
    ),
    "an exclusion that is gone": (
        lambda content: content["excluded"].pop(),
        "PUT /api/v1/tasks/{id}/ (tasks_update) is in the OpenAPI document, "
        "but is neither a tool nor excluded with a reason.",
    ),
}  # fmt: skip

CHANGES_OF_THE_DOCUMENT = {
    "an operation that is gone": (
        lambda document: document["paths"]["/api/v1/notes/"].pop("post"),
        "notes_create: the OpenAPI document does not have POST /api/v1/notes/; "
        "write it anew, or exclude the operation with a hint.",
    ),
    "an operation that is new": (
        lambda document: document["paths"].update({"/api/v1/moods/": {"get": {"operationId": "moods_list"}}}),
        "GET /api/v1/moods/ (moods_list) is in the OpenAPI document, "
        "but is neither a tool nor excluded with a reason.",
    ),
    "another operation id": (
        lambda document: twin(document).update(operationId="notes_make"),
        'notes_create: the operation id is "notes_create", but in the OpenAPI document "notes_make".',
    ),
    "another status of success": (
        lambda document: twin(document)["responses"].update({"202": twin(document)["responses"].pop("201")}),
        "notes_create: the status of success is 201, but in the OpenAPI document 202.",
    ),
    "a list without pages": (
        lambda document: twin(document, "get")["responses"]["200"]["content"]["application/json"].update(
            schema={"type": "array", "items": {"$ref": "#/components/schemas/Note"}}
        ),
        'notes_list: the schema of success is {"$ref": "#/components/schemas/PaginatedNoteList"}, but in the OpenAPI '
        'document {"type": "array", "items": {"$ref": "#/components/schemas/Note"}}.',
    ),
}  # fmt: skip


@pytest.mark.requirement("N-08", "N-15")
@pytest.mark.parametrize(("change", "sentence"), CHANGES_OF_THE_CATALOG.values(), ids=CHANGES_OF_THE_CATALOG)
def test_a_change_of_the_catalog_alone_is_told_by_name(content, document, change, sentence):
    change(content)

    assert judged(content, document) == [sentence]


@pytest.mark.requirement("N-15")
@pytest.mark.parametrize(("change", "sentence"), CHANGES_OF_THE_DOCUMENT.values(), ids=CHANGES_OF_THE_DOCUMENT)
def test_a_change_of_the_document_alone_is_told_by_name(content, document, change, sentence):
    change(document)

    assert judged(content, document) == [sentence]


@pytest.mark.requirement("N-08")
def test_a_reference_in_the_path_is_an_integer_where_the_value_of_its_row_is_one(content, document):
    argument(content, "id", "notes_get").update(shape={"kind": "reference", "reference": "tags"})
    assert judged(content, document) == []

    reference(content, "tags").update(value_kind="string")
    (said,) = judged(content, document)

    assert said.startswith("notes_get: argument id is of kind reference, but the OpenAPI document has an integer")


def test_a_document_may_say_its_paths_below_a_server_and_its_parts_by_reference(content, document):
    document["servers"] = [{"url": "https://api.example.com/api"}]
    document["paths"] = {path.removeprefix("/api"): item for path, item in document["paths"].items()}
    note = twin(document, "get", "/v1/notes/{id}/")
    document["paths"]["/v1/notes/{id}/"]["parameters"] = [{"$ref": "#/components/parameters/id"}]
    document["components"] |= {
        "parameters": {"id": note["parameters"].pop()},
        "responses": {"note": note["responses"].pop("200")},
    }
    note["responses"]["200"] = {"$ref": "#/components/responses/note"}
    assert judged(content, document) == []

    argument(content, "id", "notes_get").update(shape={"kind": "string"})

    assert len(judged(content, document)) == 1


def test_a_catalog_without_any_ids_is_compared_by_method_path_and_integers_alone(content, document):
    for entry in content["tools"]:
        for key in ("id", "status", "media_type", "answer"):
            entry["operation"].pop(key, None)
    assert judged(content, document) == []

    argument(content, "id", "notes_get").update(shape={"kind": "string"})
    content["tools"].remove(tool(content, "tags_create"))

    assert len(judged(content, document)) == 2
