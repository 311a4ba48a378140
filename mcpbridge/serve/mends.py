"""A refused value and what the API says of it -> what would have worked, and a hint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mcpbridge import listing
from mcpbridge.exceptions import CallFailed
from mcpbridge.serve import choices
from mcpbridge.serve.references import Names
from mcpbridge.tools import Reference, Shape

_LIMITS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")


@dataclass(frozen=True)
class Spot:
    """What a finding is about. field: by the names that the agent uses. shape: None where it is not known.

    value: as it may be shown; None where nothing was given. is_whole: it is shown as it was given.
    """

    field: str
    shape: Shape | None
    value: Any
    is_whole: bool


def what_works(told: Any, code: str, spot: Spot, names: Names) -> tuple[Any, str]:
    """told: what the API says would have worked; None where it says nothing.

    Values that the API names come first. Of the form of a value the catalog knows more: an agent writes names for rows.
    """
    if isinstance(told, list) or (isinstance(told, dict) and told.get("examples")):
        return told, ""
    known, hint = _known(code, spot, names)
    if isinstance(known, dict) and isinstance(told, dict):
        return _narrowed(known, told), hint
    return told if known is None else known, hint


def another(spot: Spot) -> Any:
    """A schema for any other value; None where the value is not shown whole, so that it would forbid another one."""
    return {"not": {"const": spot.value}} if spot.is_whole else None


def _known(code: str, spot: Spot, names: Names) -> tuple[Any, str]:
    """What the catalog says would have worked."""
    if code == "unique":
        return another(spot), "Another row has this value already: choose another one."
    shape = spot.shape
    if shape is None:
        return None, ""
    if shape.kind == "choice":
        return choices.listed(shape.choices[: choices.LISTED]), ""
    if shape.kind == "reference":
        reference = names.catalog.references[shape.reference]
        hint = f"Give an id or a name ({reference.noun}) that you may see; {reference.list_tool} lists them."
        like = spot.value if isinstance(spot.value, str) else ""
        return _candidates(names, reference, like), hint
    return listing.allowed_schema(shape, names.catalog), ""


def _narrowed(known: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """The catalog's schema with the limits that the API tells, which are those of this very case."""
    if "anyOf" in known:
        return known | {"anyOf": [_narrowed(kind, told) for kind in known["anyOf"]]}
    if known.get("type") != told.get("type", known.get("type")) or known.get("type") == "null":
        return known
    return known | {key: told[key] for key in _LIMITS if key in told}


def _candidates(names: Names, reference: Reference, like: str) -> list[dict[str, Any]] | None:
    try:
        return names.candidates(reference, like)
    except CallFailed:
        # The refusal that is being told must not be lost for want of suggestions.
        return None
