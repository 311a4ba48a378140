"""The API -> its OpenAPI document, the same text wherever it is made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.drainage import GENERATOR_STATS, reset_generator_stats
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.validation import validate_schema
from jsonschema import ValidationError  # type: ignore[import-untyped]
from rest_framework.fields import ChoiceField
from rest_framework.viewsets import ViewSetMixin

from mcpbridge.rest.bearer import FORM
from mcpbridge.rest.problem_schema import ProblemAutoSchema

KEPT = Path("docs") / "openapi.json"


class OperationSchema(ProblemAutoSchema):
    """Operations are named after resource and action (projects_restore), not after the HTTP method as well."""

    def get_operation_id(self) -> str:
        if isinstance(self.view, ViewSetMixin) and self.view.basename and self.view.action:
            return f"{self.view.basename}_{self.view.action}".replace("-", "_")
        operation_id: str = super().get_operation_id()
        return operation_id

    def _insert_field_validators(self, field: Any, schema: dict[str, Any]) -> None:
        super()._insert_field_validators(field, schema)  # type: ignore[no-untyped-call]
        if isinstance(field, ChoiceField):
            # They would be the range of the column, which differs from database to database.
            schema.pop("minimum", None)
            schema.pop("maximum", None)


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Known to drf-spectacular by being defined."""

    target_class = "mcpbridge.rest.bearer.BearerToken"
    name = "personalToken"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": FORM,
            "description": "A personal access token, made with `manage.py mcp_token create`.",
        }


def document() -> str:
    """The document as JSON text, in English whatever this installation's language is.

    Raises ValueError with the generator's warnings.
    """
    reset_generator_stats()
    with translation.override("en"), GENERATOR_STATS.silence():
        schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        text = json.dumps(schema, indent=2, ensure_ascii=False, default=str)
    warnings = [*GENERATOR_STATS._error_cache, *GENERATOR_STATS._warn_cache]
    if warnings:
        raise ValueError(
            "The OpenAPI document cannot be made without warnings:\n"
            + "\n".join(warnings).replace(f"{settings.BASE_DIR}/", "")
        )
    return f"{text}\n"


def check_validity(text: str) -> None:
    """Raises ValueError where the document is no valid OpenAPI. Takes seconds, unlike making it."""
    try:
        validate_schema(json.loads(text))  # type: ignore[no-untyped-call]
    except ValidationError as fault:
        raise ValueError(f"The document is not valid OpenAPI at {fault.json_path}: {fault.message}") from fault


def kept_path() -> Path:
    """Where the reviewed copy lies."""
    base: Path = settings.BASE_DIR
    return base / KEPT
