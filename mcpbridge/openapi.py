"""An OpenAPI document -> its operations, each with its id, its path keys and what success answers.

Two descriptions of one API may name a path key differently ("pk" and "id"), so operations are found by their spot:
method and path, whatever the keys are called. Standard library only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from mcpbridge.exceptions import CatalogError

JSON = "application/json"
_METHODS = ("get", "post", "put", "patch", "delete")
_KEY = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Documented:
    """One operation as the document has it.

    kinds: the JSON type of each path key, in the path's order; "" where the document gives none, or several.
    status, media_type, answer: what success answers, as in mcpbridge.tools.Operation.
    """

    method: str
    path: str
    id: str = ""
    kinds: tuple[str, ...] = ()
    status: int = 0
    media_type: str = JSON
    answer: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def spot(method: str, path: str) -> str:
    """What tells one operation from another: "GET /api/v1/notes/{}/"."""
    return f"{method.upper()} {_KEY.sub('{}', path)}"


def read(path: Path) -> Mapping[str, Any]:
    """The document in a file. Raises CatalogError."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CatalogError(
            f"The OpenAPI document {path} cannot be read ({error.strerror}); write it, or mend MCPBRIDGE['OPENAPI']."
        ) from error
    except (ValueError, RecursionError) as error:
        raise CatalogError(f"The OpenAPI document {path.name} is not JSON ({error}); write it as JSON.") from error
    if not isinstance(document, dict) or not isinstance(document.get("paths"), dict):
        raise CatalogError(f"{path.name} is no OpenAPI document: it has no paths. Write it anew.")
    return document


def operations(document: Mapping[str, Any]) -> dict[str, Documented]:
    """All operations of a document, by their spot."""
    found = (
        _operation(document, method, path, item)
        for path, item in _members(document, "paths").items()
        for method in _METHODS
        if method in item
    )
    return {spot(one.method, one.path): one for one in found}


def _operation(document: Mapping[str, Any], method: str, path: str, item: Mapping[str, Any]) -> Documented:
    path, told = _base(document) + path, _members(item, method)
    status, content = _success(document, _members(told, "responses"))
    media_type = JSON if JSON in content or not status else next(iter(content), "")
    types = dict(_path_types(document, [*item.get("parameters", ()), *told.get("parameters", ())]))
    return Documented(
        method=method.upper(),
        path=path,
        id=str(told.get("operationId", "")),
        kinds=tuple(types.get(key, "") for key in _KEY.findall(path)),
        status=status,
        media_type=media_type,
        answer=_members(_members(content, media_type), "schema"),
    )


def _success(document: Mapping[str, Any], responses: Mapping[str, Any]) -> tuple[int, Mapping[str, Any]]:
    """The lowest status of success with the media types of its body; 0 where none is said."""
    statuses = sorted(str(status) for status in responses if re.fullmatch(r"2\d\d", str(status)))
    if not statuses:
        return 0, {}
    return int(statuses[0]), _members(_followed(document, responses.get(statuses[0])), "content")


def _path_types(document: Mapping[str, Any], parameters: list[Any]) -> Iterator[tuple[str, str]]:
    for given in parameters:
        parameter = _followed(document, given)
        if parameter.get("in") == "path":
            kind = _followed(document, parameter.get("schema")).get("type")
            yield str(parameter.get("name")), kind if isinstance(kind, str) else ""


def _base(document: Mapping[str, Any]) -> str:
    """The path below which the first server has the API: paths of a document are relative to it."""
    servers = document.get("servers") or [{}]
    return urlsplit(str(servers[0].get("url", ""))).path.rstrip("/")


def _followed(document: Mapping[str, Any], value: Any) -> Mapping[str, Any]:
    """A part of the document, or what its $ref leads to within the document."""
    pointer = value.get("$ref", "") if isinstance(value, Mapping) else ""
    if not str(pointer).startswith("#/"):
        return value if isinstance(value, Mapping) else {}
    found: Any = document
    for key in pointer[2:].split("/"):
        found = _members(found, key.replace("~1", "/").replace("~0", "~")) if isinstance(found, Mapping) else {}
    return found if isinstance(found, Mapping) else {}


def _members(holder: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = holder.get(key)
    return found if isinstance(found, Mapping) else {}
