"""Two catalogs -> sentences on what the code says and the file does not, each naming its tool and argument."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from typing import Any

from mcpbridge.tools import Argument, Catalog

MEND = "run manage.py mcp_catalog"
_ABSENT: Any = object()
_LONGEST = 100


def differences(code: Catalog, file: Catalog) -> list[str]:
    """Sentences without a full stop, tools first; empty where both say the same."""
    found = [
        *_entries("{}: the tool", "{}: ", code.tools, file.tools),
        *_entries("{}: the command", "{}: ", code.commands, file.commands),
        *_entries("reference {}", "reference {}: ", code.references, file.references),
        *_entries("{}: the exclusion", "{}: ", _excluded(code), _excluded(file)),
        *_values("", "health", code.health, file.health),
    ]
    return [f"{sentence}: {MEND}" for sentence in found]


def _excluded(catalog: Catalog) -> dict[str, Any]:
    return {item.operation: item for item in catalog.excluded}


def _entries(whole: str, start: str, code: Mapping[str, Any], file: Mapping[str, Any]) -> Iterator[str]:
    for name in sorted(code.keys() | file.keys()):
        if name not in file:
            yield f"{whole.format(name)} is new in the code, not in the file"
        elif name not in code:
            yield f"{whole.format(name)} is in the file, no longer in the code"
        else:
            yield from _compare(start.format(name), code[name], file[name])


def _compare(where: str, code: Any, file: Any) -> Iterator[str]:
    for item in dataclasses.fields(code):
        new, old = getattr(code, item.name), getattr(file, item.name)
        if item.name == "arguments":
            yield from _arguments(where, "argument", new, old)
        else:
            yield from _values(where, item.name, new, old)


def _arguments(where: str, word: str, code: tuple[Argument, ...], file: tuple[Argument, ...]) -> Iterator[str]:
    new, old = ({argument.name: argument for argument in side} for side in (code, file))
    yield from _entries(f"{where}{word} {{}}", f"{where}{word} {{}}: ", new, old)
    if new.keys() == old.keys() and list(new) != list(old):
        yield f"{where}the order of its {word}s differs: {', '.join(new)} in the code"


def _values(where: str, name: str, new: Any, old: Any) -> Iterator[str]:
    """The innermost difference, named by the keys that lead to it."""
    if _plain(new) == _plain(old) and type(new) is type(old):
        return
    if name.rpartition(".")[2] == "members" and all(isinstance(side, tuple) for side in (new, old)):
        yield from _arguments(f"{where}{name}: ", "key", new, old)
    elif dataclasses.is_dataclass(new) and dataclasses.is_dataclass(old):
        for item in dataclasses.fields(new):
            yield from _values(where, f"{name}.{item.name}", getattr(new, item.name), getattr(old, item.name))
    elif isinstance(new, Mapping) and isinstance(old, Mapping):
        for key in sorted(new.keys() | old.keys()):
            yield from _values(where, f"{name}.{key}", new.get(key, _ABSENT), old.get(key, _ABSENT))
    else:
        yield f"{where}{name} is {_shown(new)} in the code, {_shown(old)} in the file"


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: _plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return {key: _plain(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def _shown(value: Any) -> str:
    if value is _ABSENT or value is None:
        return "absent"
    text = json.dumps(_plain(value), ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " ..."
