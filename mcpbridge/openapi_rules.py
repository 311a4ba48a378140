"""A catalog and the API's OpenAPI document -> where the two do not say the same, in sentences.

Standard library only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mcpbridge.openapi import Documented, operations, spot
from mcpbridge.tools import Argument, Catalog, Operation, Tool


def faults(catalog: Catalog, document: Mapping[str, Any], prefixes: tuple[str, ...] = ()) -> list[str]:
    """Finished sentences, tools first. prefixes: only operations below one of them are API; default: all are."""
    twins = operations(document)
    # Where no tool has an id the catalog was derived without a generator, and method and path are all it knows.
    with_ids = any(tool.operation.id for tool in catalog.tools.values())
    found = [
        f"{name}: {fault}."
        for name, tool in sorted(catalog.tools.items())
        for fault in _of_tool(tool, twins, catalog, with_ids)
    ]
    return [*found, *_without_tool(catalog, twins, prefixes)]


def _of_tool(tool: Tool, twins: Mapping[str, Documented], catalog: Catalog, with_ids: bool) -> Iterator[str]:
    operation = tool.operation
    twin = twins.get(spot(operation.method, operation.path))
    if twin is None:
        yield (
            f"the OpenAPI document does not have {operation.method} {operation.path}; "
            "write it anew, or exclude the operation with a hint"
        )
        return
    if with_ids:
        yield from _of_twin(operation, twin)
    in_path = {argument.key: argument for argument in tool.arguments if argument.place == "path"}
    for key, kind in zip(_keys(operation.path), twin.kinds, strict=True):
        argument = in_path.get(key)
        if kind == "integer" and argument is not None and _kind(argument, catalog) != "integer":
            yield (
                f"argument {argument.name} is of kind {argument.shape.kind}, but the OpenAPI document has "
                f"an integer in the path of {twin}"
            )


def _of_twin(operation: Operation, twin: Documented) -> Iterator[str]:
    compared = (
        ("the operation id", operation.id, twin.id),
        ("the status of success", operation.status, twin.status),
        ("the media type of success", operation.media_type, twin.media_type),
        ("the schema of success", operation.answer, twin.answer),
    )
    for what, ours, theirs in compared:
        if ours != theirs:
            yield f"{what} is {_shown(ours)}, but in the OpenAPI document {_shown(theirs)}"


def _without_tool(catalog: Catalog, twins: Mapping[str, Documented], prefixes: tuple[str, ...]) -> Iterator[str]:
    told = {spot(tool.operation.method, tool.operation.path) for tool in catalog.tools.values()}
    told |= {spot(*item.operation.partition(" ")[::2]) for item in catalog.excluded}
    for place, twin in twins.items():
        if place not in told and (not prefixes or twin.path.startswith(prefixes)):
            yield f"{twin} ({twin.id}) is in the OpenAPI document, but is neither a tool nor excluded with a reason."


def _kind(argument: Argument, catalog: Catalog) -> str:
    """How the value is written that stands in the path: for a reference, the value of its row."""
    reference = catalog.references.get(argument.shape.reference)
    return reference.value_kind if argument.shape.kind == "reference" and reference else argument.shape.kind


def _keys(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if value else "absent"
