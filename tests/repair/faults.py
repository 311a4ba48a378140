"""A tool of the catalog and a call that works -> the same call spoilt, in every way that arguments can mend.

Spoiling may know what the catalog knows; repairing (script) may not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.tools import Argument, Catalog, Tool

DATES = ("date", "datetime")


@dataclass(frozen=True)
class Spoilt:
    """A call with one fault. kind: what was done. field: where."""

    kind: str
    field: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Mixed:
    """Names that two rows of a resource share. by_resource: key of Catalog.references -> such a name."""

    by_resource: Mapping[str, str]


def of_arguments(tool: Tool, catalog: Catalog, working: Mapping[str, Any], mixed: Mixed) -> Iterator[Spoilt]:
    """Faults that the bridge itself can see. Which row is meant is left alone: no error could know it."""
    in_path = [argument for argument in tool.arguments if argument.place == "path"]
    on_a_row = any(argument.shape.kind != "reference" for argument in in_path)
    yield Spoilt("unknown", "zz_nothing_like_it", {**working, "zz_nothing_like_it": 1})
    for argument in tool.arguments:
        if on_a_row and argument.place == "path":
            continue
        name = argument.name
        if name in working:
            without = {key: value for key, value in working.items() if key != name}
            yield Spoilt("unknown", f"{name}{name[-1]}", {**without, f"{name}{name[-1]}": working[name]})
        if argument.required and name in working:
            yield Spoilt("missing", name, {key: value for key, value in working.items() if key != name})
        for kind, value in wrong_values(argument, catalog, mixed):
            yield Spoilt(kind, name, {**working, name: value})


def wrong_values(argument: Argument, catalog: Catalog, mixed: Mixed) -> Iterator[tuple[str, Any]]:
    """What cannot be right for an argument, by kind of fault."""
    shape = argument.shape
    if shape.kind != "json":
        yield "type", [{"no": "such"}] if shape.kind == "object" else {"no": "such"}
    inner, wrap = (shape.item, True) if shape.kind == "array" and shape.item else (shape, False)
    found: list[tuple[str, Any]] = []
    if inner.kind == "choice":
        found.append(("choice", "no such choice"))
    if inner.kind == "reference" and catalog.references[inner.reference].names:
        found.append(("reference", "no such row of this name"))
        if inner.reference in mixed.by_resource:
            found.append(("ambiguous", mixed.by_resource[inner.reference]))
    if inner.kind in DATES:
        # Later than any date of a working call, so that an end that is put right is no end before the start.
        found += [("date", "2031-02-30"), ("date", "next tuesday"), ("date", "01/06/2031")]
    if inner.kind in ("integer", "number", "decimal", "duration", "uuid", "time", "boolean"):
        found.append(("type", "certainly not"))
    for kind, value in found:
        yield kind, [value] if wrap else value


def beyond_limits(tool: Tool, working: Mapping[str, Any]) -> Iterator[Spoilt]:
    """Values that are too long, too large, too small or too exact."""
    for argument in tool.arguments:
        limits = argument.shape.limits
        values: list[Any] = []
        if "maxLength" in limits:
            values.append("x" * (limits["maxLength"] + 1))
        if "maximum" in limits:
            values.append(limits["maximum"] + 1)
        if "minimum" in limits:
            values.append(limits["minimum"] - 1)
        if "decimalPlaces" in limits:
            values.append("0." + "1" * (limits["decimalPlaces"] + 1))
        if "maxDigits" in limits:
            values.append("1" * (limits["maxDigits"] + 1))
        if argument.place != "path":
            yield from (Spoilt("limit", argument.name, {**working, argument.name: value}) for value in values)


def turned_spans(tool: Tool, working: Mapping[str, Any]) -> Iterator[Spoilt]:
    """Every pair of dates in both orders: where one is the end of the other, one of the two orders is wrong."""
    dated = [item.name for item in tool.arguments if item.shape.kind in DATES and item.place == "body"]
    for first in dated:
        for second in dated:
            if first != second:
                spoilt = {**working, first: "2026-03-10", second: "2026-03-01"}
                yield Spoilt("order", f"{first}, {second}", spoilt)


def taken_values(tool: Tool, working: Mapping[str, Any], other_row: Mapping[str, Any]) -> Iterator[Spoilt]:
    """What another row has, one value at a time and all at once: where it must be unique, it is refused."""
    known = {
        argument.name: other_row[argument.row_key]
        for argument in tool.arguments
        if argument.place == "body" and other_row.get(argument.row_key) not in (None, "", [], {})
    }
    for name, value in known.items():
        yield Spoilt("unique", name, {**working, name: value})
    yield Spoilt("unique", "all", {**working, **known})


def all_at_once(tool: Tool, spoilt: list[Spoilt], working: Mapping[str, Any]) -> Spoilt:
    """One fault of every kind on as many different arguments as there are, but on one date at most.

    What replaces one date may depend on another, and a rule between the two is checked only after this.
    """
    dated = {argument.name for argument in tool.arguments if argument.shape.kind in DATES}
    together = dict(working)
    touched: set[str] = set()
    kinds: set[str] = set()
    for one in spoilt:
        changed = {key for key in one.arguments.keys() | working.keys() if one.arguments.get(key) != working.get(key)}
        if one.kind in kinds or changed & touched or (changed & dated and touched & dated):
            continue
        kinds.add(one.kind)
        touched |= changed
        for key in changed:
            if key in one.arguments:
                together[key] = one.arguments[key]
            else:
                together.pop(key, None)
    return Spoilt("+".join(sorted(kinds)), "all", together)
