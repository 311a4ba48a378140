"""The addresses that the conformance suite reads -> the documents that it expects there."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from mcpbridge.serve.resources import Content, Resource, Template
from tests.oracles.project.views import PNG

TEXT = "test://static-text"
BINARY = "test://static-binary"
TEMPLATE = "test://template/{id}/data"
ONE = re.compile(r"test://template/(\w+)/data")


class Documents:
    def listed(self, caller: Any) -> Sequence[Resource]:
        return (
            Resource(TEXT, "static_text", "A text", "A text that is always the same.", "text/plain"),
            Resource(BINARY, "static_binary", "An image", "An image that is always the same.", "image/png"),
        )

    def templates(self, caller: Any) -> Sequence[Template]:
        return (Template(TEMPLATE, "data", "Data by id", "Whatever id is asked for.", "application/json"),)

    def read(self, uri: str, caller: Any) -> Content | None:
        if uri == TEXT:
            return Content(uri, "text/plain", "This is the content of the static text resource.")
        if uri == BINARY:
            return Content(uri, "image/png", blob=PNG)
        if found := ONE.fullmatch(uri):
            content = {"id": found[1], "templateTest": True, "data": f"Data for ID: {found[1]}"}
            return Content(uri, "application/json", json.dumps(content))
        return None
