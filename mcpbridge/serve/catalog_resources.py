"""A catalog and a caller -> the tools that the caller may see as documents: all in one list, each with its definition.

The gate of tools/list decides here too: a hidden tool answers like one that does not exist, and no field of another
tool's definition names it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from mcpbridge import catalog as catalogs
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.resources import Content, Resource, Template
from mcpbridge.tools import Argument, Catalog, CommandTool, Reference, Shape, Tool

ALL = "mcpbridge://catalog"
ONE = f"{ALL}/"
JSON = "application/json"


class CatalogResources:
    """The tools of a pipeline, as documents."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline

    def listed(self, caller: Any) -> Sequence[Resource]:
        said = f"Every tool that you may see: level, operation or command, scopes. {ONE}NAME has the whole of one."
        return (Resource(ALL, "catalog", "The tool catalog", said, JSON),)

    def templates(self, caller: Any) -> Sequence[Template]:
        said = "The whole definition of one tool, as the catalog has it, with the references that it names."
        return (Template(f"{ONE}{{tool}}", "catalog_tool", "One tool of the catalog", said, JSON),)

    def read(self, uri: str, caller: Any) -> Content | None:
        if uri != ALL and not uri.startswith(ONE):
            return None
        visible = {tool.name: tool for tool in self._pipeline.visible(caller)}
        if uri == ALL:
            return Content(uri, JSON, _list(visible.values()))
        tool = visible.get(uri.removeprefix(ONE))
        return Content(uri, JSON, _definition(tool, self._pipeline.catalog, visible.keys())) if tool else None


def _list(tools: Iterable[Tool | CommandTool]) -> str:
    shown = [
        {
            "name": tool.name,
            "title": tool.title,
            "level": tool.safety.level,
            **_done_by(tool),
            "scopes": list(tool.safety.scopes),
        }
        for tool in tools
    ]
    return json.dumps({"tools": shown}, ensure_ascii=False)


def _done_by(tool: Tool | CommandTool) -> dict[str, str]:
    if isinstance(tool, CommandTool):
        return {"command": tool.command}
    return {"method": tool.operation.method, "path": tool.operation.path}


def _definition(tool: Tool | CommandTool, catalog: Catalog, visible: Collection[str]) -> str:
    """The tool as the catalog file has it, without the name of the Python code behind it, which is nobody's business.

    visible: names of the tools that may be named.
    """
    if isinstance(tool, CommandTool):
        return catalogs.write(Catalog({}, commands={tool.name: tool}))
    shown = replace(tool, source="", read_back=tool.read_back if tool.read_back in visible else "")
    named = (catalog.references[name] for name in sorted(set(_references(tool.arguments))))
    references = {item.name: item for item in named if _may_be_shown(item, visible)}
    return catalogs.write(Catalog({tool.name: shown}, references))


def _may_be_shown(reference: Reference, visible: Collection[str]) -> bool:
    return not reference.list_tool or reference.list_tool in visible


def _references(arguments: Iterable[Argument]) -> Iterator[str]:
    """The names of the references that arguments, their items and their members take."""
    for argument in arguments:
        shape: Shape | None = argument.shape
        while shape is not None:
            if shape.kind == "reference":
                yield shape.reference
            yield from _references(shape.members)
            shape = shape.item
