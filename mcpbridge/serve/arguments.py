"""A tool and what an agent wrote for it -> a call ready to send, or everything that is wrong, told at once.

Nothing is sent while a problem stands. Limits are the API's to enforce: broken ones alone do not stop a call, so that
the API tells them together with its rules between fields; beside other problems they are told here already.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge import listing
from mcpbridge.exceptions import ArgumentProblems, Problem
from mcpbridge.secrecy import HIDDEN, holds_secret, is_secret
from mcpbridge.serve import paths, values
from mcpbridge.serve.calls import Call, Rules
from mcpbridge.serve.reading import MOST_TOLD, Read, Reading, Spot
from mcpbridge.serve.references import Names
from mcpbridge.serve.refused import Refused, shown, unfit
from mcpbridge.tools import Argument, Catalog, Tool


@dataclass(frozen=True)
class Prepared:
    """A call and what it was made of.

    given: argument name -> as the agent wrote it. sent: argument name -> the value that is sent (id, code, ISO date).
    labels: argument name -> label of the row or choice that was meant, where the bridge knows it.
    window: key ("offset", "limit", "text_from") -> number. notes: sentences on what was read in a way of its own.
    limits: limits that are broken and left to the API to tell.
    """

    call: Call
    given: Mapping[str, Any]
    sent: Mapping[str, Any]
    labels: Mapping[str, str]
    window: Mapping[str, int]
    notes: tuple[str, ...] = ()
    limits: tuple[Problem, ...] = ()


def prepare(tool: Tool, arguments: Any, names: Names, rules: Rules, catalog: Catalog, request_id: str) -> Prepared:
    """Raises ArgumentProblems with all that is wrong, CallFailed where a name cannot be asked for."""
    reading = Reading(names, rules, tool.example)
    given = _mapping(tool, arguments, catalog, reading)
    read = reading.members(tool.arguments, given, tool.name)
    for argument in tool.arguments:
        if argument.name in read:
            _place(tool, argument, given, read, reading)
    if reading.problems or _is_overlooked(tool, reading):
        reading.look_up_ids()
        raise _problems(tool, reading)
    sent = {name: item.value for name, item in read.items()}
    in_path = {argument.key: sent[argument.name] for argument in tool.arguments if argument.place == "path"}
    call = Call(
        tool.operation.method, paths.fill(tool.operation, in_path), tuple(_query(tool, sent, reading)),
        _body(tool, sent), tool.operation.encoding, tool.name, request_id,
    )  # fmt: skip
    window = {item.key: sent[item.name] for item in tool.arguments if item.place == "window" and item.name in sent}
    labels = {name: item.label for name, item in read.items() if item.label}
    known = {name: given[name] for name in sent}
    return Prepared(call, known, sent, labels, window, tuple(reading.notes), tuple(reading.limits))


def _mapping(tool: Tool, arguments: Any, catalog: Catalog, reading: Reading) -> Mapping[str, Any]:
    """The arguments as an object; an object that came as JSON text is read as such."""
    found = {} if arguments is None else arguments
    if isinstance(found, str) and (spelt := values.from_json_text(found, dict)) is not None:
        reading.notes.append("The arguments were JSON text and were read as an object.")
        found = spelt
    if isinstance(found, dict):
        return found
    schema = listing.input_schema(tool, catalog) | ({"examples": [dict(tool.example)]} if tool.example else {})
    has_secrets = any(is_secret(argument) or holds_secret(argument.shape) for argument in tool.arguments)
    value = HIDDEN if has_secrets else shown(arguments)
    hint = f"Send one JSON object with the arguments of {tool.name}."
    raise ArgumentProblems((Problem("", value, "type", "The arguments must be an object.", schema, hint),))


def _place(
    tool: Tool, argument: Argument, given: Mapping[str, Any], read: Mapping[str, Read], reading: Reading
) -> None:
    """Record what its place forbids of a value that has the right kind."""
    value = read[argument.name].value
    try:
        if argument.place == "path":
            paths.segment(tool.operation, argument.key, value)
        elif argument.place == "window":
            _in_window(argument, value)
        elif argument.place == "query" and argument.several == "comma":
            _without_commas(value)
        elif argument.place == "body" and tool.operation.encoding == "form":
            _in_form(value)
    except Refused as refused:
        spot = Spot(argument.name, is_secret(argument))
        reading.refuse(refused, argument.shape, given[argument.name], spot, stops=True)


def _in_window(argument: Argument, value: Any) -> None:
    """The bridge itself cuts by these, so their limits are its own."""
    least = 1 if argument.key == "limit" else 0
    if not isinstance(value, int) or value < least:
        raise unfit(f"It must be at least {least}.", least, code="limit")


def _is_overlooked(tool: Tool, reading: Reading) -> bool:
    """Whether a limit is broken that the API would not tell: lists ignore a page or a size that they do not like."""
    in_query = {argument.name for argument in tool.arguments if argument.place == "query"}
    return any(problem.field.partition(".")[0] in in_query for problem in reading.limits)


def _in_form(value: Any) -> None:
    if value == []:
        raise unfit("The API reads this as a form, which cannot carry an empty array.", hint="Leave it out.")


def _without_commas(value: Any) -> None:
    if isinstance(value, list) and any("," in _text(item) for item in value):
        raise unfit("The API separates the items by commas, so none may hold one.")


def _query(tool: Tool, sent: Mapping[str, Any], reading: Reading) -> Iterator[tuple[str, str]]:
    for argument in tool.arguments:
        if argument.place != "query" or argument.name not in sent:
            continue
        value = sent[argument.name]
        items = value if isinstance(value, list) else [value]
        if not items:
            reading.notes.append(f"{argument.name} is an empty array, which filters nothing, and was left out.")
        elif argument.several == "comma":
            yield argument.key, ",".join(_text(item) for item in items)
        else:
            yield from ((argument.key, _text(item)) for item in items)


def _text(value: Any) -> str:
    """A value as a query carries it: a text as it is, everything else as JSON writes it (true, null, 1.5)."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _body(tool: Tool, sent: Mapping[str, Any]) -> Any:
    """The JSON body; None for a tool that has none. An argument whose key is "" is the whole body."""
    in_body = [argument for argument in tool.arguments if argument.place == "body"]
    for argument in in_body:
        if not argument.key:
            return sent.get(argument.name)
    return {item.key: sent[item.name] for item in in_body if item.name in sent} if in_body else None


def _problems(tool: Tool, reading: Reading) -> ArgumentProblems:
    """All that was found, in the order of the tool's arguments, unknown ones first."""
    order = {argument.name: index for index, argument in enumerate(tool.arguments)}
    stopped = {(problem.field, problem.code) for problem in reading.problems}
    also = [problem for problem in reading.limits if (problem.field, problem.code) not in stopped]
    found = sorted([*reading.problems, *also], key=lambda item: order.get(item.field.partition(".")[0], -1))
    return ArgumentProblems(tuple(found[:MOST_TOLD]), tuple(_unchecked(tool, len(found) - MOST_TOLD)))


def _unchecked(tool: Tool, untold: int) -> Iterator[str]:
    """Sentences on what nobody has looked at yet."""
    if untold > 0:
        yield f"{untold} more problems were found; they are told once these are mended."
    if tool.operation.method == "GET":
        yield "Whether the rows exist and the caller may see them is checked by the API once these are right."
        return
    names = {argument.key: argument.name for argument in tool.arguments}
    for keys in tool.unique_sets:
        yield f"That {' and '.join(names.get(key, key) for key in keys)} are unique together is checked after that."
    yield (
        "Lengths and ranges that no schema states, uniqueness, rules between arguments and the caller's rights are "
        "checked by the API once these are right."
    )
