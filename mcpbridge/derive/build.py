"""The whole URLconf -> the Catalog: every operation becomes a tool or an exclusion with its reason.

One bad view costs its own tools and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from django.utils import translation

from mcpbridge.conf import bridge_settings
from mcpbridge.derive.arguments import Impossible, arguments_of
from mcpbridge.derive.descriptions import description_of, noun_of, title_of
from mcpbridge.derive.documented import documented
from mcpbridge.derive.names import resource_of, tool_names
from mcpbridge.derive.offline import offline
from mcpbridge.derive.operations import Endpoint, endpoints
from mcpbridge.derive.outputs import Row, row_of, sources_of, unique_sets_of
from mcpbridge.derive.paging import paging_of
from mcpbridge.derive.references import References
from mcpbridge.derive.routes import routes
from mcpbridge.derive.safety import safety_of
from mcpbridge.derive.serializers import must_be_readable
from mcpbridge.derive.surroundings import Surroundings
from mcpbridge.derive.texts import ENGLISH
from mcpbridge.derive.unfit import encoding_of, reason_against
from mcpbridge.exceptions import CatalogError
from mcpbridge.openapi import Documented, spot
from mcpbridge.tools import Argument, Catalog, Exclusion, Operation, Tool


def derive(urlconf: Any = None) -> Catalog:
    """The catalog of a URLconf: a module, its dotted name or a list of patterns; default: the project's own.

    Opens no database connection. Raises CatalogError where a hint contradicts itself.
    """
    with offline(), translation.override(ENGLISH):
        found = [one for one in endpoints(routes(urlconf)) if _is_api(one)]
        excluded = {one: reason for one in found if (reason := reason_against(one, found))}
        described = documented(urlconf)
        while True:
            # A tool that fails may be one that others lead to, so what is left is derived once more without it.
            fit = [one for one in found if one not in excluded]
            tools, references, failed = _tools(fit, described)
            if not failed:
                break
            excluded |= failed
    return Catalog(
        tools={tool.name: tool for tool in tools},
        references=references.found,
        excluded=tuple(
            sorted((Exclusion(one.operation, reason) for one, reason in excluded.items()), key=_by_operation)
        ),
        health=_health(found),
    )


def _health(found: Iterable[Endpoint]) -> str:
    """The path of the operation that tells of health, whether or not it is a tool. Raises CatalogError for several."""
    paths = sorted({one.path for one in found if one.hint.tells_health and one.method == "GET"})
    if len(paths) > 1:
        raise CatalogError(f"Only one operation can tell of health, but hints name {' and '.join(paths)}.")
    return paths[0] if paths else ""


def _by_operation(exclusion: Exclusion) -> str:
    return exclusion.operation


def _is_api(endpoint: Endpoint) -> bool:
    prefixes = bridge_settings.prefixes
    return not prefixes or endpoint.path.startswith(prefixes)


def _tools(
    fit: list[Endpoint], described: Mapping[str, Documented]
) -> tuple[list[Tool], References, dict[Endpoint, str]]:
    names = tool_names(fit)
    references = References(names)
    tools, failed = [], {}
    for endpoint in fit:
        try:
            tool = _tool(endpoint, names, references)
            twin = described.get(spot(endpoint.method, endpoint.path))
            tools.append(_with_twin(tool, twin) if twin else tool)
        except CatalogError:
            raise
        except Impossible as impossible:
            failed[endpoint] = f"No call can be made of arguments alone: {impossible}."
        except Exception as error:  # a project's own code may raise anything
            failed[endpoint] = (
                f"Its view cannot be read: its own code raises {type(error).__name__} before any call is made. "
                "Mend that, or exclude it with a hint."
            )
    return tools, references, failed


def _tool(endpoint: Endpoint, names: Mapping[Endpoint, str], references: References) -> Tool:
    must_be_readable(endpoint)
    around = Surroundings(endpoint, names)
    row = row_of(around.reader or endpoint)
    arguments = arguments_of(endpoint, references, text_from=endpoint.handler == "retrieve" and bool(row.text_keys))
    shows_rows = endpoint.action != "delete" and (endpoint.action != "action" or around.reader is not None)
    is_list = any(argument.place == "window" and argument.key == "limit" for argument in arguments.all)
    return Tool(
        name=names[endpoint],
        title=title_of(endpoint),
        description=description_of(
            endpoint, restore_tool=around.restore_tool, is_bulk=around.is_bulk, notes=arguments.notes
        ),
        operation=Operation(
            method=cast(Any, endpoint.method),
            path=endpoint.path,
            action=endpoint.action,
            shapes={key.name: key.regex for key in endpoint.keys},
            paging=paging_of(endpoint) if endpoint.action == "list" or is_list else None,
            encoding=encoding_of(endpoint),
        ),
        safety=safety_of(endpoint, resource_of(endpoint), is_bulk=around.is_bulk, restore_tool=around.restore_tool),
        calls_http=True,
        returns_request_id=True,
        source=endpoint.source,
        derived_from=arguments.derived_from,
        arguments=_with_row_keys(endpoint, arguments.all, row, shows_rows),
        read_back=names[around.reader] if around.reader and endpoint.method != "GET" else "",
        row_id=row.id_key or "id",
        noun=noun_of(endpoint),
        labels=row.labels if shows_rows else {},
        unique_sets=unique_sets_of(endpoint) if endpoint.action in ("create", "update") else (),
        example=endpoint.hint.example,
    )


def _with_twin(tool: Tool, twin: Documented) -> Tool:
    """The tool with what the API's OpenAPI document says of its operation."""
    operation = replace(tool.operation, id=twin.id, status=twin.status, media_type=twin.media_type, answer=twin.answer)
    return replace(tool, operation=operation)


def _with_row_keys(
    endpoint: Endpoint, arguments: Iterable[Argument], row: Row, shows_rows: bool
) -> tuple[Argument, ...]:
    """Each argument of the body with the key that shows it after the write, and the key of its label."""
    sources = sources_of(endpoint) if shows_rows else {}
    found = []
    for argument in arguments:
        if argument.place == "body" and argument.key and shows_rows:
            key = row.key_of(argument.key, sources.get(argument.key, argument.key))
            argument = replace(argument, row_key=key, label_key=row.labels.get(key, ""))
        found.append(argument)
    return tuple(found)
