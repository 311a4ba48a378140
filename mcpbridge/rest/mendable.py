"""A fault and what would have worked -> a validation error that carries both to the client."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ErrorDetail


class MendableCode(str):
    """A code that knows what would have worked: DRF and its flattening hand codes on as they are, and nothing else.

    allowed: a list of {"value", "label"?}, or a JSON Schema fragment such as {"examples": [...]}.
    """

    allowed: Any = None


def mendable(text: str, code: str, allowed: Any = None) -> ErrorDetail:
    """One fault for a ValidationError; answer_problem writes `allowed` beside its code and detail."""
    known = MendableCode(code)
    known.allowed = allowed
    return ErrorDetail(text, known)


def allowed_of(code: str | None) -> Any:
    """What would have worked, None where the fault does not say."""
    return code.allowed if isinstance(code, MendableCode) else None
