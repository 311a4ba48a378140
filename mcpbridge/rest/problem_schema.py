"""A view -> its OpenAPI operation, errors included as application/problem+json."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from rest_framework.permissions import AllowAny

from mcpbridge.rest.problems import MEDIA_TYPE, WITH_BODY

NAME = "Problem"
ALLOWED = {"type": "object", "properties": {"value": {}, "label": {"type": "string"}}, "required": ["value"]}
ERROR = {
    "type": "object",
    "properties": {
        "field": {"type": ["string", "null"], "description": "Dotted path; null when it is about the whole."},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "pointer": {"type": "string", "description": "Where the value stands in the body, as a JSON Pointer."},
        "parameter": {"type": "string", "description": "The query parameter that was refused."},
        "value": {
            "description": "What was given there, secrets hidden and long values cut to text. Absent where nothing was."
        },
        "allowed": {
            "description": "What would have worked, where it is known: values, or a fragment of JSON Schema.",
            "oneOf": [{"type": "array", "items": ALLOWED}, {"type": "object", "additionalProperties": True}],
        },
    },
    "required": ["field", "code", "detail"],
}
PROBLEM = {
    "type": "object",
    "description": "Problem Details (RFC 9457).",
    "properties": {
        "type": {"type": "string", "format": "uri", "description": "Stable name of the kind of problem."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What is wrong and what would be right."},
        "request_id": {"type": ["string", "null"]},
        "errors": {"type": "array", "items": ERROR},
        "more_errors": {"type": "integer", "description": "How many errors are not listed, where they are too many."},
    },
    "required": ["type", "title", "status", "detail"],
}
MEANINGS = {
    "400": "The request or some of its values were refused.",
    "401": "Not signed in.",
    "403": "Not permitted.",
    "404": "There is no such row, or the caller may not see it.",
    "409": "What is stored stands against it.",
}


class ProblemAutoSchema(AutoSchema):
    """drf-spectacular's, with each operation's problems; what a view declares itself stays."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status in self._problem_statuses():
            bodies.setdefault(
                status,
                {"description": MEANINGS[status], "content": {MEDIA_TYPE: {"schema": self._problem_component().ref}}},
            )
        return dict(sorted(bodies.items()))

    def _problem_statuses(self) -> list[str]:
        writes = self.method in (*WITH_BODY, "DELETE")
        is_open = all(isinstance(permission, AllowAny) for permission in self.view.get_permissions())
        applies = {
            "400": self.method in WITH_BODY or self._is_list_view(),
            "401": not is_open,
            "403": writes,
            "404": "{" in self.path,
            "409": writes,
        }
        return [status for status, does in applies.items() if does]

    def _problem_component(self) -> ResolvedComponent:
        component = ResolvedComponent(NAME, ResolvedComponent.SCHEMA, PROBLEM, NAME)  # type: ignore[no-untyped-call]
        self.registry.register_on_missing(component)
        return component
