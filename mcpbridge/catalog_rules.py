"""A catalog -> what is wrong with it, though serving could do with it: sentences, each naming its tool.

What would stop a server is told by mcpbridge.catalog already (catalog.faults and reading itself); what the API's
OpenAPI document says otherwise, by mcpbridge.openapi_rules. The rules on safety are those by which derive/safety
decides, so whatever is derived obeys them, and a file that was edited by hand may not. Standard library only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

from mcpbridge.tools import Catalog, CommandTool, Level, Tool

BY_METHOD: dict[str, Level] = {
    "GET": "read",
    "POST": "write",
    "PUT": "write",
    "PATCH": "write",
    "DELETE": "destructive",
}
RUNGS = ("serializer", "serializer with a request", "open body", "nothing to send")

_SCOPE = re.compile(r"[A-Za-z0-9_.-]+:([a-z]+)")
_KEY = re.compile(r"\{([^{}]+)\}")


def faults(catalog: Catalog) -> list[str]:
    """Finished sentences, in the order of the tools' names; empty for every catalog that was derived."""
    return [
        *(
            f"{tool.name}: {fault}."
            for _name, tool in sorted(catalog.tools.items())
            for fault in chain.from_iterable(rule(tool, catalog) for rule in RULES)
        ),
        *(
            f"{command.name}: {fault}."
            for _name, command in sorted(catalog.commands.items())
            for fault in chain(_scopes(command, catalog), _command_hints(command))
        ),
        *_of_references(catalog),
        *_of_operations(catalog),
    ]


def _level(tool: Tool, catalog: Catalog) -> Iterator[str]:
    method, safety = tool.operation.method, tool.safety
    if safety.level != BY_METHOD[method] and not safety.reason:
        yield f"the level {safety.level} of a {method} needs a reason; without one it is {BY_METHOD[method]}"


def _hints(tool: Tool, catalog: Catalog) -> Iterator[str]:
    safety, method, action = tool.safety, tool.operation.method, tool.operation.action
    read_only = safety.level == "read" or (safety.level == "admin" and method == "GET")
    what = "what only reads" if read_only else f"{action} by {method} at the level {safety.level}"
    yield from _hint(what, "read_only", safety.read_only, read_only)
    yield from _hint(what, "idempotent", safety.idempotent, read_only or method in ("PUT", "PATCH"))
    yield from _hint("what stays within the API", "open_world", safety.open_world, False)
    # A POST that is neither tells by its view alone, whether it is about one row or the whole list.
    if read_only or action == "create" or method != "POST" or safety.level == "destructive":
        destructive = not read_only and (action != "create" or safety.level == "destructive")
        yield from _hint(what, "destructive", safety.destructive, destructive)


def _hint(what: str, name: str, given: bool, right: bool) -> Iterator[str]:
    if given != right:
        yield f"{name} is {str(given).lower()}, but for {what} it must be {str(right).lower()}"


def _command_hints(command: CommandTool) -> Iterator[str]:
    if command.safety.level == "read" and (not command.safety.read_only or command.safety.destructive):
        yield "a command of the level read must be read_only and not destructive"


def _scopes(tool: Tool | CommandTool, catalog: Catalog) -> Iterator[str]:
    if not tool.safety.scopes:
        yield "it names no scope; a token could never be too weak for it"
    for scope in tool.safety.scopes:
        found = _SCOPE.fullmatch(scope)
        if not found or found.group(1) != tool.safety.level:
            yield f"the scope {scope!r} must be a resource, a colon and the level {tool.safety.level}"


def _places(tool: Tool, catalog: Catalog) -> Iterator[str]:
    for argument in tool.arguments:
        if argument.place == "body" and tool.operation.method == "GET":
            yield f"argument {argument.name} goes into the body, which a GET has not"
        # Only a whole body has no key of its own.
        if not argument.key and argument.place != "body":
            yield f"argument {argument.name} has no key, so it has no place in the {argument.place}"
        if argument.place == "path" and (not argument.required or argument.shape.nullable):
            yield f"argument {argument.name} stands in the path, so it must be required and never null"
    taken = Counter((argument.place, argument.key) for argument in tool.arguments if argument.place != "path")
    for (place, key), times in taken.items():
        if times > 1:
            yield f"{times} arguments go to {key!r} in the {place}, where only one has room"
    if taken["body", ""] and sum(times for (place, _key), times in taken.items() if place == "body") > 1:
        yield "one argument is the whole body, so no other may go into it"
    for key in sorted(tool.operation.shapes.keys() - set(_KEY.findall(tool.operation.path))):
        yield f"its operation says how {key!r} must look, which is no part of {tool.operation.path}"


def _source(tool: Tool, catalog: Catalog) -> Iterator[str]:
    if tool.derived_from and tool.derived_from not in RUNGS:
        yield f"derived_from is {tool.derived_from!r}, but must be one of: {', '.join(RUNGS)}"
    if tool.source and (tool.source.count(".") < 2 or " " in tool.source):
        yield f"source is {tool.source!r}, but must be the dotted name of a view and its action"
    if not tool.calls_http:
        yield "calls_http is false, though its operation is one of the API"


def _read_back(tool: Tool, catalog: Catalog) -> Iterator[str]:
    reader = catalog.tools.get(tool.read_back)
    if reader is not None and reader.operation.method != "GET":
        yield f"it is read back by {reader.name}, which must be a GET, but is a {reader.operation.method}"


def _example(tool: Tool, catalog: Catalog) -> Iterator[str]:
    if tool.example is None:
        return
    known = {argument.name for argument in tool.arguments}
    if unknown := sorted(tool.example.keys() - known):
        yield f"its example gives {', '.join(unknown)}, which it does not take"
    missing = sorted(one.name for one in tool.arguments if one.required and one.name not in tool.example)
    if missing:
        yield f"its example lacks {', '.join(missing)}, without which no call works"


RULES: tuple[Callable[[Tool, Catalog], Iterator[str]], ...] = (
    _level, _hints, _scopes, _places, _source, _read_back, _example,
)  # fmt: skip
"""A rule on one tool: its faults, without the tool's name and the full stop."""


def _of_references(catalog: Catalog) -> Iterator[str]:
    for name, reference in sorted(catalog.references.items()):
        shown_by = catalog.tools.get(reference.list_tool)
        if shown_by is None:
            yield f"reference {name}: its rows are listed by {reference.list_tool!r}, which is no tool."
        elif shown_by.operation.method != "GET" or shown_by.operation.path != reference.path:
            yield f"reference {name}: {shown_by.name} must be GET {reference.path}, which lists its rows."


def _of_operations(catalog: Catalog) -> Iterator[str]:
    by_operation: dict[str, list[str]] = {}
    by_id: dict[str, list[str]] = {}
    for name, tool in sorted(catalog.tools.items()):
        by_operation.setdefault(f"{tool.operation.method} {tool.operation.path}", []).append(name)
        if tool.operation.id:
            by_id.setdefault(tool.operation.id, []).append(name)
    for operation, names in by_operation.items():
        if len(names) > 1:
            yield f"{operation} has {len(names)} tools, but must have one: {', '.join(names)}."
    for identifier, names in by_id.items():
        if len(names) > 1:
            yield f"The operation id {identifier} must be that of one tool, but is that of {', '.join(names)}."
    excluded = Counter(item.operation for item in catalog.excluded)
    for item in catalog.excluded:
        if not item.reason:
            yield f"{item.operation} is excluded without a reason."
        if item.operation in by_operation:
            yield f"{item.operation} is excluded, but {by_operation[item.operation][0]} calls it."
    yield from (f"{operation} is excluded {times} times." for operation, times in excluded.items() if times > 1)
    told = {*by_operation, *excluded}
    if catalog.health and f"GET {catalog.health}" not in told:
        yield f"health is {catalog.health}, but GET {catalog.health} is neither a tool nor excluded."
