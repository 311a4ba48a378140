"""An answer of the API -> what tests ask of it."""

from __future__ import annotations

from typing import Any

API = "/api/v1/"


def errors_of(response: Any) -> dict[str, str]:
    """Field -> code, of a refused request."""
    return {error["field"]: error["code"] for error in response.json()["errors"]}


def ids_of(response: Any) -> list[int]:
    """The ids of a page, in its order."""
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()["results"]]
