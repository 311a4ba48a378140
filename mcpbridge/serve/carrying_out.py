"""A tool and what an agent wrote for it -> an outcome: arguments read, call sent, row read back, result made."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from mcpbridge.exceptions import ArgumentProblems, CallFailed
from mcpbridge.serve import refusals, results, writes
from mcpbridge.serve.arguments import Prepared, prepare
from mcpbridge.serve.asking import Asker, Round
from mcpbridge.serve.calls import Call, Reply, Rules
from mcpbridge.serve.paths import fill
from mcpbridge.serve.references import Names
from mcpbridge.serve.refused import Refused
from mcpbridge.serve.results import Outcome
from mcpbridge.serve.running import Api
from mcpbridge.tools import Catalog, Tool

log = logging.getLogger("mcpbridge.protocol")


def outcome_of(
    tool: Tool,
    arguments: Any,
    api: Api,
    round: Round,
    *,
    catalog: Catalog,
    ask_rules: Callable[[], Rules],
    asker: Asker,
) -> Outcome:
    """api: the API as the caller. round: what the client has brought so far. ask_rules: may raise CallFailed.

    Raises Cancelled, InputRequired.
    """
    names = Names(api, catalog)
    try:
        rules = ask_rules()
        prepared = prepare(tool, arguments, names, rules, catalog, api.request_id)
        if asked := asker.ask(tool, prepared.given, api.caller, round):
            asked.put_to(round.capabilities)
        before = _row(tool, prepared, api, catalog) if writes.changes_a_row(tool) else None
        reply = api.send(prepared.call)
        if not reply.ok:
            last_page = _last_page(tool, prepared, reply, api)
            return refusals.of_reply(reply, tool, prepared, names, last_page=last_page)
        if tool.operation.method == "GET":
            return results.of_read(reply, tool, prepared, rules)
        after = _read_back(tool, prepared, reply, api, catalog)
        return _of_write(reply, tool, prepared, before, after)
    except ArgumentProblems as problems:
        return refusals.of_arguments(problems, api.request_id)
    except CallFailed as failure:
        return refusals.of_failure(failure, api.request_id)


def _of_write(
    reply: Reply, tool: Tool, prepared: Prepared, before: dict[str, Any] | None, after: dict[str, Any] | None
) -> Outcome:
    try:
        return writes.of_write(reply, tool, prepared, before=before, after=after)
    except Exception:
        # Whatever is strange about the answer, that the write is done must not be lost for it.
        log.exception("The answer to %s cannot be shown, request %s", tool.name, prepared.call.request_id)
        return writes.of_strange_answer(reply, tool, prepared)


def _read_back(tool: Tool, prepared: Prepared, reply: Reply, api: Api, catalog: Catalog) -> dict[str, Any] | None:
    if tool.operation.action == "delete":
        return None
    answer = results.json_of(reply)
    new_id = answer.get(tool.row_id) if isinstance(answer, dict) else None
    try:
        return _row(tool, prepared, api, catalog, new_id=new_id)
    except CallFailed:
        # The write is stored, whatever became of looking at it.
        return None


def _row(tool: Tool, prepared: Prepared, api: Api, catalog: Catalog, new_id: Any = None) -> dict[str, Any] | None:
    """The stored row through the tool's read-back operation. new_id fills the one path key that the call lacks."""
    if not tool.read_back:
        return None
    values = {argument.key: prepared.sent[argument.name] for argument in tool.arguments if argument.place == "path"}
    reader = catalog.tools[tool.read_back]
    keys = [argument.key for argument in reader.arguments if argument.place == "path"]
    missing = [key for key in keys if key not in values]
    if len(missing) > 1 or (missing and new_id is None):
        return None
    values = values | dict.fromkeys(missing, new_id)
    try:
        path = fill(reader.operation, {key: values[key] for key in keys})
    except Refused:
        return None
    call = Call("GET", path, tool=tool.name, request_id=prepared.call.request_id)
    reply = api.send(call)
    row = results.json_of(reply) if reply.ok else None
    return row if isinstance(row, dict) else None


def _last_page(tool: Tool, prepared: Prepared, reply: Reply, api: Api) -> int | None:
    """The number of the last page, asked for where a page beyond it was refused."""
    paging = tool.operation.paging
    if reply.status != 404 or paging is None or paging.style != "page" or not paging.total:
        return None
    query = tuple(pair for pair in prepared.call.query if pair[0] != paging.page)
    if query == prepared.call.query:
        return None
    call = Call("GET", prepared.call.path, query, tool=tool.name, request_id=prepared.call.request_id)
    return results.last_page(api.send(call), paging)
