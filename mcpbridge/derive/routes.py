"""The URLconf -> its routes: a path template, what each path key must look like, and the view behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from django.conf import settings
from django.urls import URLPattern, URLResolver
from django.urls.converters import IntConverter, UUIDConverter
from django.utils.regex_helper import normalize

_NAMED_GROUP = re.compile(r"\(\?P<(\w+)>")


@dataclass(frozen=True)
class PathKey:
    """One part of a path that varies. regex: what the route demands of it. kind: "" where the route does not say."""

    name: str
    regex: str
    kind: Literal["integer", "uuid", ""] = ""


@dataclass(frozen=True)
class Route:
    """path: absolute, with one {name} for each key. fixed: arguments that the URLconf itself gives to the view."""

    path: str
    keys: tuple[PathKey, ...]
    callback: Any
    name: str
    namespaces: tuple[str, ...]
    fixed: tuple[str, ...] = ()


def routes(urlconf: Any = None) -> Iterator[Route]:
    """Every route of a URLconf (a module, its dotted name, or a list of patterns), in the URLconf's order."""
    yield from _walk(_patterns(urlconf), "/", (), (), ())


def _patterns(urlconf: Any) -> Any:
    urlconf = settings.ROOT_URLCONF if urlconf is None else urlconf
    module = import_module(urlconf) if isinstance(urlconf, str) else urlconf
    return getattr(module, "urlpatterns", module)


def _walk(
    patterns: Any, prefix: str, keys: tuple[PathKey, ...], namespaces: tuple[str, ...], fixed: tuple[str, ...]
) -> Iterator[Route]:
    for entry in patterns:
        template, found = _part(entry.pattern)
        path = prefix + template
        if isinstance(entry, URLResolver):
            inside = (*namespaces, entry.namespace) if entry.namespace else namespaces
            given = (*fixed, *entry.default_kwargs)
            yield from _walk(entry.url_patterns, path, keys + found, inside, given)
        elif isinstance(entry, URLPattern):
            given = (*fixed, *entry.default_args)
            yield Route(path, keys + found, entry.callback, entry.name or "", namespaces, given)


def _part(pattern: Any) -> tuple[str, tuple[PathKey, ...]]:
    """The template and the keys of one pattern, read as Django's own reverse() reads it."""
    text = pattern.regex.pattern
    candidates = normalize(text)
    template, names = candidates[0]
    converters = getattr(pattern, "converters", {})
    groups = _named_groups(text)
    keys = tuple(_key(name, converters.get(name), groups.get(name, "[^/]+")) for name in names)
    return template % {name: f"{{{name}}}" for name in names}, keys


def _key(name: str, converter: Any, regex: str) -> PathKey:
    if isinstance(converter, IntConverter) or regex in (r"\d+", "[0-9]+"):
        return PathKey(name, regex, "integer")
    if isinstance(converter, UUIDConverter):
        return PathKey(name, regex, "uuid")
    return PathKey(name, regex)


def _named_groups(text: str) -> dict[str, str]:
    """Group name -> its regular expression, by counting parentheses outside of escapes and character classes."""
    return {match.group(1): text[match.end() : _closing(text, match.end())] for match in _NAMED_GROUP.finditer(text)}


def _closing(text: str, position: int) -> int:
    depth, in_class, start_of_class = 1, False, 0
    while position < len(text):
        letter = text[position]
        if letter == "\\":
            position += 1
        elif in_class:
            in_class = letter != "]" or position == start_of_class
        elif letter == "[":
            in_class = True
            start_of_class = position + (2 if text[position + 1 : position + 2] == "^" else 1)
        elif letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                return position
        position += 1
    return len(text)
