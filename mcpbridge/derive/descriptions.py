"""An endpoint -> its tool's title and description, short: each letter is paid for in an agent's context."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from django.db import models

from mcpbridge.derive.instances import model_of
from mcpbridge.derive.names import resource_of, word_of
from mcpbridge.derive.operations import Endpoint
from mcpbridge.derive.texts import english, first_sentence, singular, with_article, words

_PLAIN = {"list": "List", "retrieve": "Read", "create": "Create"}


def noun_of(endpoint: Endpoint) -> str:
    """One of the rows in words."""
    model = model_of(endpoint)
    return _verbose(model, "verbose_name") if model else singular(words(resource_of(endpoint)))


def title_of(endpoint: Endpoint) -> str:
    if endpoint.hint.title:
        return endpoint.hint.title
    noun = noun_of(endpoint)
    plural = _plural(endpoint)
    word = words(word_of(endpoint))
    if not endpoint.actions and endpoint.action == "action":
        return f"{words(resource_of(endpoint))} {word}".capitalize()
    about = plural if endpoint.action == "list" or not endpoint.is_detail and endpoint.action == "action" else noun
    return f"{word} {about}".capitalize()


def description_of(endpoint: Endpoint, *, restore_tool: str, is_bulk: bool, notes: Iterable[str]) -> str:
    """One sentence on what the tool does, then when to use it, when not, and what it cannot take.

    Where a hint tells when to read, list or create, the title has said all that the first sentence would.
    """
    hint = endpoint.hint
    first = "" if hint.use_when and endpoint.handler in _PLAIN else _what(endpoint, restore_tool, is_bulk)
    sentences = [first, hint.use_when, hint.not_when, *notes]
    return " ".join(sentence.rstrip(".") + "." for sentence in sentences if sentence)


def _what(endpoint: Endpoint, restore_tool: str, is_bulk: bool) -> str:
    one, many = with_article(noun_of(endpoint)), _plural(endpoint)
    if is_bulk:
        return f"{'Delete' if endpoint.method == 'DELETE' else 'Change'} many {many} at once"
    if endpoint.action == "delete":
        return f"Move {one} to the trash; {restore_tool} undoes it" if restore_tool else f"Delete {one} for good"
    if endpoint.action == "update":
        whole = endpoint.handler == "update"
        return f"Replace all of {one}" if whole else f"Change {one}; what is not given stays"
    if endpoint.handler in _PLAIN:
        return f"{_PLAIN[endpoint.handler]} {many if endpoint.handler == 'list' else one}"
    return _of_action(endpoint)


def _of_action(endpoint: Endpoint) -> str:
    """An action's docstring says best what it does."""
    function: Any = getattr(endpoint.view, endpoint.handler, None)
    said = getattr(function, "__doc__", None) if endpoint.actions else endpoint.view.__dict__.get("__doc__")
    if not endpoint.actions and inspect.isfunction(function) and function.__doc__:
        said = function.__doc__
    return first_sentence(said) or title_of(endpoint)


def _plural(endpoint: Endpoint) -> str:
    model = model_of(endpoint)
    return _verbose(model, "verbose_name_plural") if model else words(resource_of(endpoint))


def _verbose(model: type[models.Model], name: str) -> str:
    return english(getattr(model._meta, name)).lower()
