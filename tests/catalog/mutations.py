"""The ways in which a test breaks one thing of a catalog file."""

from __future__ import annotations

import copy
from typing import Any

from tests.catalog.conftest import Content, Mutation, argument, tool


def safety(name: str, /, **values: Any) -> Mutation:
    return lambda content: tool(content, name)["safety"].update(values)


def operation(name: str, /, **values: Any) -> Mutation:
    return lambda content: tool(content, name)["operation"].update(values)


def entry(name: str, /, **values: Any) -> Mutation:
    return lambda content: tool(content, name).update(values)


def one(name: str, of: str, /, **values: Any) -> Mutation:
    return lambda content: argument(content, name, of).update(values)


def without(key: str, *path: str) -> Mutation:
    """Takes a key out of a tool, or out of what a path of keys leads to in it."""

    def mutation(content: Content) -> None:
        name, *inner = path
        holder = tool(content, name)
        for step in inner:
            holder = holder[step]
        del holder[key]

    return mutation


def added(key: str, of: str, /, **values: Any) -> Mutation:
    """Appends to a list of a tool."""
    return lambda content: tool(content, of).setdefault(key, []).append(values)


def twice(name: str, /, **values: Any) -> Mutation:
    """A second tool, like the first but for these values."""

    def mutation(content: Content) -> None:
        content["tools"].append({**copy.deepcopy(tool(content, name)), **values})

    return mutation
