"""Frozen dataclasses <-> plain JSON values, strictly.

What equals its default is left out, so a file reads well as a diff. Reading refuses unknown keys, missing keys and
wrong types with a sentence that says where. Only what mcpbridge.tools uses is understood: str, int, float, bool, None,
Any, Literal, tuple[X, ...], Mapping[str, X], X | Y and other frozen dataclasses. Standard library only.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


class Mismatch(ValueError):
    """A value that does not fit. The text says where and what was expected."""


def dump(value: Any) -> Any:
    """JSON value of a dataclass, tuple, mapping or scalar."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        shown = {}
        for name, default in _defaults(type(value)).items():
            current = getattr(value, name)
            if default is dataclasses.MISSING or current != default or type(current) is not type(default):
                shown[name] = dump(current)
        return shown
    if isinstance(value, tuple | list):
        return [dump(item) for item in value]
    if isinstance(value, Mapping):
        return {key: dump(item) for key, item in value.items()}
    return value


def load(kind: type[T], value: Any, where: str) -> T:
    """An instance of `kind`. Raises Mismatch."""
    return typing.cast(T, _load(kind, value, where))


def _load(kind: Any, value: Any, where: str) -> Any:
    if kind is Any:
        return value
    if dataclasses.is_dataclass(kind):
        return _load_dataclass(typing.cast(type, kind), value, where)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        if value not in inner:
            raise Mismatch(f"{where} is {value!r}, but must be one of {', '.join(map(str, inner))}")
        return value
    if origin is tuple:
        _expect(value, list, where)
        return tuple(_load(inner[0], item, f"{where}[{index}]") for index, item in enumerate(value))
    if origin is Mapping:
        _expect(value, dict, where)
        return {key: _load(inner[1], item, f"{where}.{key}") for key, item in value.items()}
    if origin in (typing.Union, types.UnionType):
        return _load_union(inner, value, where)
    return _expect(value, kind, where)


def _load_dataclass(kind: type, value: Any, where: str) -> Any:
    _expect(value, dict, where)
    defaults, hints = _defaults(kind), _hints(kind)
    if unknown := sorted(value.keys() - defaults.keys()):
        raise Mismatch(f"{where} has the unknown key {unknown[0]!r}; known are {', '.join(sorted(defaults))}")
    missing = [name for name, default in defaults.items() if default is dataclasses.MISSING and name not in value]
    if missing:
        raise Mismatch(f"{where} lacks the key {missing[0]!r}")
    return kind(**{name: _load(hints[name], item, f"{where}.{name}") for name, item in value.items()})


def _load_union(kinds: tuple[Any, ...], value: Any, where: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    for kind in kinds:
        if kind is not type(None):
            try:
                return _load(kind, value, where)
            except Mismatch as mismatch:
                last = mismatch
    raise last


def _expect(value: Any, kind: Any, where: str) -> Any:
    fits = value is None if kind is type(None) else isinstance(value, kind)
    if not fits or (isinstance(value, bool) and kind in (int, float)):
        raise Mismatch(f"{where} is {value!r:.80}, but must be of type {kind.__name__}")
    return value


@functools.cache
def _defaults(kind: type) -> dict[str, Any]:
    """Field name -> default, MISSING where the field must be given."""
    return {
        item.name: item.default_factory() if item.default_factory is not dataclasses.MISSING else item.default
        for item in dataclasses.fields(kind)
    }


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)
