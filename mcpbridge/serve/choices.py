"""A code or a label, in any language of the project -> the choice that is meant.

A code counts before a label, and what is written exactly before what is only alike but for case, accents and blanks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from mcpbridge.exceptions import Problem
from mcpbridge.serve.folding import COMPARED, closest, fold, near
from mcpbridge.serve.refused import Refused
from mcpbridge.tools import Choice, Shape

LISTED = 20
"""Choices that one error lists."""


def resolve(shape: Shape, value: Any) -> Choice:
    """The choice of a shape of kind "choice" that a value means. Raises Refused, with the choices there are."""
    if value is None:
        if found := next((choice for choice in shape.choices if choice.code is None), None):
            return found
    elif isinstance(value, str | int | float):
        if found := _by_code(shape.choices, value):
            return found
        if isinstance(value, str) and (found := _by_text(shape.choices, value)):
            return found
    raise _none(shape.choices, value)


def listed(choices: Iterable[Choice]) -> list[dict[str, Any]]:
    """What a problem shows of choices as what is allowed: code and English label."""
    return [{"value": choice.code, "label": choice.label} for choice in choices]


def _by_code(choices: Iterable[Choice], value: str | int | float) -> Choice | None:
    written = value if isinstance(value, str) else json.dumps(value)
    for choice in choices:
        if choice.code == value and type(choice.code) is type(value):
            return choice
    for choice in choices:
        # A number may come as text and the other way round; true is neither 1 nor "True".
        if choice.code is not None and _plain(choice.code) == written:
            return choice
    return None


def _by_text(choices: tuple[Choice, ...], value: str) -> Choice | None:
    if len(value) > COMPARED:
        return None
    exact = [choice for choice in choices if value in _labels(choice)]
    folded = fold(value)
    alike = [choice for choice in choices if folded in {fold(text) for text in (*_labels(choice), _plain(choice.code))}]
    found = exact or alike
    if len(found) > 1:
        raise Refused(
            Problem(
                "", None, "ambiguous", f"{len(found)} choices are called so.", listed(found[:LISTED]),
                "Give the code of the one that you mean.",
            )
        )  # fmt: skip
    return found[0] if found else None


def _none(choices: tuple[Choice, ...], value: Any) -> Refused:
    wanted = value if isinstance(value, str) else json.dumps(value, default=str)[:COMPARED]
    ranked = closest(wanted, choices, lambda choice: (*_labels(choice), _plain(choice.code)), LISTED)
    words = {text: choice for choice in choices for text in (*_labels(choice), _plain(choice.code))}
    meant = [words[text] for text in near(wanted, list(words), 1)]
    hint = "Give one of the codes or labels."
    if meant:
        hint = f"Did you mean {_plain(meant[0].code)} ({meant[0].label})?"
    if len(choices) > LISTED:
        hint += f" There are {len(choices)} choices; the nearest {LISTED} are listed."
    return Refused(Problem("", None, "choice", "It is none of the choices.", listed(ranked), hint))


def _labels(choice: Choice) -> tuple[str, ...]:
    return (choice.label, *choice.labels.values())


def _plain(code: Any) -> str:
    return code if isinstance(code, str) else json.dumps(code)
