"""A name that means no one row -> the problem that says so."""

from __future__ import annotations

from collections.abc import Sequence

from mcpbridge.exceptions import Problem
from mcpbridge.serve import naming
from mcpbridge.serve.refused import Refused
from mcpbridge.serve.rows import Stored
from mcpbridge.tools import Reference

LISTED = 20
"""Rows that one error lists."""


def ambiguous(reference: Reference, hits: Sequence[Stored]) -> Refused:
    """Several rows are called so: the first of them, each told apart from the others."""
    text = f"{len(hits)} rows fit this {reference.noun}."
    shown = naming.listed(hits[:LISTED], reference)
    return Refused(Problem("", None, "ambiguous", text, shown, "Give the id of the one meant."))


def unlisted(reference: Reference, status: int) -> Problem:
    """The list that would tell names was not given. status: the API's, 0 where this call has asked too much already."""
    if status in (401, 403):
        why = f"The caller may not list {reference.name}, so no name can be looked up."
    elif status:
        why = f"It could not be looked up: the API answered {status} to the list of {reference.name}."
    else:
        why = f"Looking up {reference.name} took too many requests in one call."
    return Problem("", None, "reference", why, None, "Give an id.")
