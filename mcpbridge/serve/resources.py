"""Sources of documents, an address and a caller -> the results of resources/list, templates/list and read.

A source is handed in: the catalog, a folder of documents, or whatever else a project wants to show. What a caller may
not see and what is not there are the same answer, so nothing can be found out by asking.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Resource:
    """One document. uri: what it is read by, exactly as written here. name: for programs, title: for people."""

    uri: str
    name: str
    title: str = ""
    description: str = ""
    mime_type: str = ""


@dataclass(frozen=True)
class Template:
    """Many documents alike. uri_template: RFC 6570, with one {name} for each part that varies."""

    uri_template: str
    name: str
    title: str = ""
    description: str = ""
    mime_type: str = ""


@dataclass(frozen=True)
class Content:
    """What one document holds: text, or bytes where it is none."""

    uri: str
    mime_type: str
    text: str | None = None
    blob: bytes | None = None


class Source(Protocol):
    """Shows documents to a caller. read: None where it has no such document or hides it."""

    def listed(self, caller: Any) -> Sequence[Resource]: ...

    def templates(self, caller: Any) -> Sequence[Template]: ...

    def read(self, uri: str, caller: Any) -> Content | None: ...


def list_resources(sources: Sequence[Source], caller: Any) -> dict[str, Any]:
    """All that the caller may read, in the order of the addresses."""
    found = [resource for source in sources for resource in source.listed(caller)]
    return {"resources": [_described("uri", item.uri, item) for item in sorted(found, key=lambda item: item.uri)]}


def list_templates(sources: Sequence[Source], caller: Any) -> dict[str, Any]:
    """The addresses of documents that are too many to list, in their order."""
    found = [template for source in sources for template in source.templates(caller)]
    ordered = sorted(found, key=lambda item: item.uri_template)
    return {"resourceTemplates": [_described("uriTemplate", item.uri_template, item) for item in ordered]}


def read(sources: Sequence[Source], uri: str, caller: Any) -> dict[str, Any] | None:
    """What stands at an address, of the first source that knows it; None where none does."""
    for source in sources:
        found = source.read(uri, caller)
        if found is not None:
            return {"contents": [_held(found)]}
    return None


def _described(key: str, address: str, item: Resource | Template) -> dict[str, Any]:
    said = {"title": item.title, "description": item.description, "mimeType": item.mime_type}
    return {key: address, "name": item.name} | {name: value for name, value in said.items() if value}


def _held(content: Content) -> dict[str, Any]:
    held: dict[str, Any] = {"uri": content.uri, "mimeType": content.mime_type}
    if content.blob is not None:
        return held | {"blob": base64.b64encode(content.blob).decode("ascii")}
    return held | {"text": content.text or ""}
