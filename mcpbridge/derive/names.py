"""Endpoints -> the name of each one's tool: <resource>_<list|get|create|update|delete|action>, all different.

Also what an argument may be called, so that every client takes it.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from mcpbridge.derive.operations import Endpoint
from mcpbridge.tools import Argument

LONGEST = 48
"""Clients put a prefix of their own before a tool's name and refuse more than 64 letters in all."""

_WORDS = {
    "list": "list",
    "retrieve": "get",
    "create": "create",
    "update": "update",
    "partial_update": "update",
    "destroy": "delete",
}
_HASH = 6
_LEGAL = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}\Z")


def tool_names(endpoints: Iterable[Endpoint]) -> dict[Endpoint, str]:
    """A name for each endpoint. Where two would be called the same, the one with the shorter path keeps the name."""
    plain = {endpoint: f"{resource_of(endpoint)}_{word_of(endpoint)}" for endpoint in endpoints}
    names: dict[Endpoint, str] = {}
    for spell in (_plain, _with_parents, _with_namespaces, _with_hash):
        waiting = [endpoint for endpoint in plain if endpoint not in names]
        for name, rivals in _grouped(waiting, {one: fit(spell(one, plain[one])) for one in waiting}).items():
            if name not in names.values():
                names[min(rivals, key=lambda one: (len(one.keys), len(one.path), one.operation))] = name
    return names


def resource_of(endpoint: Endpoint) -> str:
    """What the operation is about, in letters that every client takes."""
    name = endpoint.hints.resource or endpoint.initkwargs.get("basename") or ""
    if not name and endpoint.url_name:
        name = re.sub(rf"[-_](list|detail|{re.escape(endpoint.handler)})\Z", "", endpoint.url_name)
    if not name:
        fixed = [part for part in endpoint.path.split("/") if part and "{" not in part]
        name = "_".join(part for part in fixed if part != "api" and not re.fullmatch(r"v\d+", part)) or "root"
    return plain_letters(name)


def word_of(endpoint: Endpoint) -> str:
    """What is done: a fixed word for DRF's own operations, else the action's name."""
    word = _WORDS.get(endpoint.handler) or plain_letters(endpoint.handler)
    return f"{word}_{endpoint.method.lower()}" if endpoint.method_is_second else word


def plain_letters(text: str) -> str:
    """a-z, 0-9 and _ alone; text without any such letter becomes a stable hash."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    ascii_only = unicodedata.normalize("NFKD", spaced).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", ascii_only).strip("_") or "x" + stable_hash(text)


def spelled(argument: Argument) -> Argument:
    """The argument under a name that every client takes; its description tells the API's own."""
    if _LEGAL.match(argument.name):
        return argument
    ascii_only = unicodedata.normalize("NFKD", argument.name).encode("ascii", "ignore").decode()
    name = fit(re.sub(r"[^A-Za-z0-9]+", "_", ascii_only).strip("_") or "x" + stable_hash(argument.name), 64)
    name = name if name[0].isalpha() else f"x_{name}"[:64]
    original = f"{argument.key} in the API"
    return replace(argument, name=name, description="; ".join(filter(None, (argument.description, original))))


def fit(name: str, longest: int = LONGEST) -> str:
    """The name itself, or its beginning with a hash of the whole where it is too long."""
    return name if len(name) <= longest else name[: longest - _HASH - 1].rstrip("_") + "_" + stable_hash(name)


def stable_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_HASH]


def _plain(_endpoint: Endpoint, name: str) -> str:
    return name


def _with_parents(endpoint: Endpoint, name: str) -> str:
    """For nested routes: the fixed parts of the path before the last one come first."""
    parts = [part for part in endpoint.path.split("/") if part and part != "{" + endpoint.lookup_key + "}"]
    parents = [part for part, following in zip(parts, parts[1:], strict=False) if following.startswith("{")]
    return "_".join(plain_letters(part) for part in parents if not part.startswith("{")) + "_" + name


def _with_namespaces(endpoint: Endpoint, name: str) -> str:
    fixed = [part for part in endpoint.path.split("/") if re.fullmatch(r"v\d+", part)]
    return "_".join(dict.fromkeys(plain_letters(part) for part in (*endpoint.namespaces, *fixed))) + "_" + name


def _with_hash(endpoint: Endpoint, name: str) -> str:
    return f"{name[: LONGEST - _HASH - 1]}_{stable_hash(endpoint.operation)}"


def _grouped(endpoints: list[Endpoint], names: Mapping[Endpoint, str]) -> dict[str, list[Endpoint]]:
    groups: dict[str, list[Endpoint]] = defaultdict(list)
    for endpoint in endpoints:
        groups[names[endpoint].strip("_")].append(endpoint)
    return groups
