"""A write tool and rows to try it on -> the fate of every fault that arguments can mend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge import listing
from mcpbridge.tools import Catalog, Tool
from tests.repair.faults import Mixed, Spoilt, all_at_once, beyond_limits, of_arguments, taken_values, turned_spans
from tests.repair.script import working_call
from tests.repair.trial import Calling, Trial, starting_call, tried, undone


@dataclass(frozen=True)
class Ground:
    """What a tool is tried on. row: the arguments that name a row. other: the stored values of another one."""

    row: Mapping[str, Any]
    other: Mapping[str, Any]
    mixed: Mixed


@dataclass(frozen=True)
class Round:
    """Faults that the bridge itself can see, then those that only the API can."""

    by_bridge: list[Trial]
    by_api: list[Trial]


def writing(catalog: Catalog, without: Mapping[str, str]) -> list[str]:
    """The tools that write, but for those on which no call works (name -> why)."""
    return sorted(
        name for name, tool in catalog.tools.items() if tool.operation.method != "GET" and name not in without
    )


def every_fault(tool: Tool, catalog: Catalog, ground: Ground, call: Calling) -> Round:
    """Each fault alone."""
    schema = listing.input_schema(tool, catalog)
    working = _working(tool, schema, ground, call)
    by_bridge, by_api = planted(tool, catalog, ground, working)
    return Round(
        [tried(tool.name, schema, fault, call) for fault in by_bridge],
        [tried(tool.name, schema, fault, call) for fault in by_api],
    )


def all_faults_at_once(
    tool: Tool, catalog: Catalog, ground: Ground, call: Calling
) -> tuple[Spoilt, dict[str, Any], Trial]:
    """As many kinds at once as the tool has arguments for: the call, its refusal, and what the script made of it."""
    schema = listing.input_schema(tool, catalog)
    working = _working(tool, schema, ground, call)
    together = all_at_once(tool, planted(tool, catalog, ground, working)[0], working)
    with undone():
        refusal = call(tool.name, together.arguments)
    return together, refusal, tried(tool.name, schema, together, call)


def kinds_refused(tool: Tool, catalog: Catalog, ground: Ground, call: Calling) -> set[str]:
    """The kinds of fault that this tool refuses at least once."""
    schema = listing.input_schema(tool, catalog)
    by_bridge, by_api = planted(tool, catalog, ground, _working(tool, schema, ground, call))
    refused: set[str] = set()
    for fault in [*by_bridge, *by_api]:
        if fault.kind not in refused and tried(tool.name, schema, fault, call).refused:
            refused.add(fault.kind)
    return refused


def planted(
    tool: Tool, catalog: Catalog, ground: Ground, working: Mapping[str, Any]
) -> tuple[list[Spoilt], list[Spoilt]]:
    by_bridge = list(of_arguments(tool, catalog, working, ground.mixed))
    by_api = [*beyond_limits(tool, working), *turned_spans(tool, working), *taken_values(tool, working, ground.other)]
    return by_bridge, by_api


def _working(tool: Tool, schema: Mapping[str, Any], ground: Ground, call: Calling) -> dict[str, Any]:
    return starting_call(tool.name, schema, {**working_call(schema), **ground.row}, call)
