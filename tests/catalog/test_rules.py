"""The project's own catalog with one thing broken -> exactly the sentence that says so."""

from __future__ import annotations

import pytest

from tests.catalog.conftest import judged, reference
from tests.catalog.mutations import entry, one, operation, safety, twice, without

READING = {"level": "read", "read_only": True, "destructive": False, "idempotent": True, "open_world": False}

BREAKS = {
    "a DELETE as read": (
        safety("notes_purge", **READING, scopes=["notes:read"]),
        "notes_purge: the level read of a DELETE needs a reason; without one it is destructive.",
    ),
    "a DELETE as write without the reason": (
        without("reason", "notes_delete", "safety"),
        "notes_delete: the level write of a DELETE needs a reason; without one it is destructive.",
    ),
    "a POST as read": (
        safety("notes_create", **READING, scopes=["notes:read"]),
        "notes_create: the level read of a POST needs a reason; without one it is write.",
    ),
    "a PATCH as read": (
        safety("notes_update", **READING, scopes=["notes:read"]),
        "notes_update: the level read of a PATCH needs a reason; without one it is write.",
    ),
    "a GET as admin without the reason": (
        safety("notes_list", level="admin", scopes=["notes:admin"]),
        "notes_list: the level admin of a GET needs a reason; without one it is read.",
    ),
    "a read that says it writes": (
        safety("notes_list", read_only=False),
        "notes_list: read_only is false, but for what only reads it must be true.",
    ),
    "a write that says it reads": (
        safety("notes_create", read_only=True),
        "notes_create: read_only is true, but for create by POST at the level write it must be false.",
    ),
    "a read that says it destroys": (
        safety("notes_list", destructive=True),
        "notes_list: destructive is true, but for what only reads it must be false.",
    ),
    "a create that says it destroys": (
        safety("notes_create", destructive=True),
        "notes_create: destructive is true, but for create by POST at the level write it must be false.",
    ),
    "an update that says it destroys nothing": (
        safety("notes_update", destructive=False),
        "notes_update: destructive is false, but for update by PATCH at the level write it must be true.",
    ),
    "a deletion that says it destroys nothing": (
        safety("notes_delete", destructive=False),
        "notes_delete: destructive is false, but for delete by DELETE at the level write it must be true.",
    ),
    "an action that says it destroys nothing": (
        safety("notes_purge", destructive=False),
        "notes_purge: destructive is false, but for action by DELETE at the level destructive it must be true.",
    ),
    "a read that says it is not repeatable": (
        safety("notes_get", idempotent=False),
        "notes_get: idempotent is false, but for what only reads it must be true.",
    ),
    "a create that says it is repeatable": (
        safety("notes_create", idempotent=True),
        "notes_create: idempotent is true, but for create by POST at the level write it must be false.",
    ),
    "an update that says it is not repeatable": (
        safety("notes_update", idempotent=False),
        "notes_update: idempotent is false, but for update by PATCH at the level write it must be true.",
    ),
    "a tool that says it leaves the API": (
        safety("notes_list", open_world=True),
        "notes_list: open_world is true, but for what stays within the API it must be false.",
    ),
    "an empty list of scopes": (
        safety("notes_list", scopes=[]),
        "notes_list: it names no scope; a token could never be too weak for it.",
    ),
    "a scope of another level": (
        safety("notes_create", scopes=["notes:read"]),
        "notes_create: the scope 'notes:read' must be a resource, a colon and the level write.",
    ),
    "a scope that is none": (
        safety("notes_list", scopes=["notes"]),
        "notes_list: the scope 'notes' must be a resource, a colon and the level read.",
    ),
    "a body of a GET": (
        one("search", "notes_list", place="body"),
        "notes_list: argument search goes into the body, which a GET has not.",
    ),
    "an argument without a place": (
        one("search", "notes_list", key=""),
        "notes_list: argument search has no key, so it has no place in the query.",
    ),
    "a path argument that may be absent": (
        one("id", "notes_get", required=False),
        "notes_get: argument id stands in the path, so it must be required and never null.",
    ),
    "a path argument that may be null": (
        one("id", "notes_get", shape={"kind": "integer", "nullable": True}),
        "notes_get: argument id stands in the path, so it must be required and never null.",
    ),
    "two arguments in one place": (
        one("body", "notes_create", key="title"),
        "notes_create: 2 arguments go to 'title' in the body, where only one has room.",
    ),
    "an argument beside the whole body": (
        one("body", "notes_create", key=""),
        "notes_create: one argument is the whole body, so no other may go into it.",
    ),
    "a shape of no path key": (
        operation("notes_get", shapes={"pk": "[^/.]+", "id": "[0-9]+"}),
        "notes_get: its operation says how 'id' must look, which is no part of /api/v1/notes/{pk}/.",
    ),
    "an unknown rung": (
        entry("notes_create", derived_from="guess"),
        "notes_create: derived_from is 'guess', but must be one of: "
        "serializer, serializer with a request, open body, nothing to send.",
    ),
    "a source that is no name": (
        entry("notes_create", source="NoteViewSet"),
        "notes_create: source is 'NoteViewSet', but must be the dotted name of a view and its action.",
    ),
    "a tool that says it calls nothing": (
        entry("notes_list", calls_http=False),
        "notes_list: calls_http is false, though its operation is one of the API.",
    ),
    "a reader that writes": (
        entry("notes_create", read_back="notes_restore"),
        "notes_create: it is read back by notes_restore, which must be a GET, but is a POST.",
    ),
    "an example of an argument that is not there": (
        entry("notes_list", example={"serach": "x"}),
        "notes_list: its example gives serach, which it does not take.",
    ),
    "an example without what is required": (
        entry("notes_get", example={}),
        "notes_get: its example lacks id, without which no call works.",
    ),
    "a list of a reference that is not there": (
        lambda content: reference(content, "tags").update(list_tool="tags_find"),
        "reference tags: its rows are listed by 'tags_find', which is no tool.",
    ),
    "a list of other rows": (
        lambda content: reference(content, "tags").update(list_tool="types_list"),
        "reference tags: types_list must be GET /api/v1/tags/, which lists its rows.",
    ),
    "an exclusion without a reason": (
        lambda content: content["excluded"][0].update(reason=""),
        "GET /api/docs/ is excluded without a reason.",
    ),
    "an exclusion of a tool": (
        lambda content: content["excluded"].append({"operation": "GET /api/v1/notes/", "reason": "Seldom used."}),
        "GET /api/v1/notes/ is excluded, but notes_list calls it.",
    ),
    "an exclusion that is there twice": (
        lambda content: content["excluded"].append(content["excluded"][0]),
        "GET /api/docs/ is excluded 2 times.",
    ),
    "a health that is no operation": (
        lambda content: content.update(health="/healthz"),
        "health is /healthz, but GET /healthz is neither a tool nor excluded.",
    ),
    "a tool of another name for the same operation": (
        twice("notes_list", name="notes_find"),
        [
            "GET /api/v1/notes/ has 2 tools, but must have one: notes_find, notes_list.",
            "The operation id notes_list must be that of one tool, but is that of notes_find, notes_list.",
        ],
    ),
}  # fmt: skip


@pytest.mark.requirement("N-03", "N-07", "N-15")
def test_the_real_catalog_has_no_fault(content, document):
    assert judged(content, document) == []


@pytest.mark.requirement("N-06", "N-07")
@pytest.mark.parametrize(("mutation", "sentences"), BREAKS.values(), ids=BREAKS)
def test_a_broken_rule_is_told_and_nothing_else(content, document, mutation, sentences):
    mutation(content)

    assert judged(content, document) == ([sentences] if isinstance(sentences, str) else sentences)


def test_every_broken_rule_is_told_at_once(content, document):
    for mutation, _sentence in BREAKS.values():
        mutation(content)

    said = judged(content, document)

    assert len(said) > 20
    assert all(sentence.endswith(".") for sentence in said)
