"""The reply to a write and the row read back -> what was applied, and what the system changed by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcpbridge.secrecy import HIDDEN, is_secret, of_argument, redact
from mcpbridge.serve import cuts, results
from mcpbridge.serve.arguments import Prepared
from mcpbridge.serve.calls import Reply
from mcpbridge.serve.results import Outcome, request_id_of
from mcpbridge.tools import Argument, Tool

_VERBS = {"create": "Created", "update": "Updated", "delete": "Deleted"}


def changes_a_row(tool: Tool) -> bool:
    """Whether the tool writes to a row that exists already, so that a look before tells what changed."""
    on_a_row = any(argument.place == "path" for argument in tool.arguments)
    return tool.operation.action in ("update", "action") and bool(tool.read_back) and on_a_row


def of_write(
    reply: Reply, tool: Tool, prepared: Prepared, *, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> Outcome:
    """The result of a write that the API accepted. before, after: the stored row, None where none could be read."""
    answer = results.json_of(reply)
    own_answer = answer if isinstance(answer, dict) else None
    stored = after if after is not None else own_answer
    identifier = _identifier(tool, prepared, own_answer)
    content: dict[str, Any] = {"status": "success", "id": identifier, "message": _message(tool, identifier)}
    if tool.operation.action == "delete":
        content |= {"deleted": True}
    content["applied"] = _applied(tool, prepared, stored or {}, before)
    content["changed_by_system"] = _by_system(tool, prepared, stored or {}, before)
    if tool.operation.action == "action":
        content |= _answer_of_action(reply, tool, prepared, answer, after)
    notes = list(prepared.notes)
    if after is None and tool.operation.action in ("create", "update"):
        notes.append("The stored row could not be read back as this user: this shows the API's answer to the write.")
    if notes:
        content["notes"] = notes
    content["request_id"] = request_id_of(reply, prepared)
    return Outcome(content)


def of_strange_answer(reply: Reply, tool: Tool, prepared: Prepared) -> Outcome:
    """The least that is true of a write that the API accepted, where its answer cannot be taken apart."""
    content: dict[str, Any] = {
        "status": "success",
        "id": None,
        "message": f"{tool.title}: done; the API answered {reply.status}.",
        "applied": {},
        "changed_by_system": {},
        "notes": ["The API's answer cannot be shown. Read the row to see what is stored."],
        "request_id": request_id_of(reply, prepared),
    }
    return Outcome(content)


def _identifier(tool: Tool, prepared: Prepared, answer: Mapping[str, Any] | None) -> Any:
    if answer is not None and tool.row_id in answer:
        return answer[tool.row_id]
    in_path = [argument for argument in tool.arguments if argument.place == "path"]
    return prepared.sent[in_path[-1].name] if in_path else None


def _message(tool: Tool, identifier: Any) -> str:
    verb = _VERBS.get(tool.operation.action)
    what = f"{tool.noun or 'row'} {identifier}" if identifier is not None else tool.noun or "it"
    said = f"{verb} {what}." if verb else f"{tool.title}: done."
    return f"{said} {tool.safety.reason}" if tool.operation.action == "delete" and tool.safety.reason else said


def _applied(
    tool: Tool, prepared: Prepared, stored: Mapping[str, Any], before: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Argument -> what was given and what is stored, for everything that the agent set."""
    applied = {}
    for argument in tool.arguments:
        if argument.place in ("body", "query") and argument.name in prepared.given:
            applied[argument.name] = _one(argument, prepared, stored, before)
    return applied


def _one(
    argument: Argument, prepared: Prepared, stored: Mapping[str, Any], before: Mapping[str, Any] | None
) -> dict[str, Any]:
    if is_secret(argument):
        return {"given": HIDDEN, "stored": HIDDEN}
    shape, sent = argument.shape, prepared.sent[argument.name]
    shown: dict[str, Any] = {"given": cuts.brief(redact(shape, prepared.given[argument.name]))}
    label = stored.get(argument.label_key) if argument.label_key else None
    if argument.row_key and argument.row_key in stored:
        found = stored[argument.row_key]
        shown["stored"] = cuts.brief(redact(shape, found))
        previous = (before or {}).get(argument.row_key)
        if found in ([], {}) and previous:
            shown["previous_count"] = len(previous)
        if label is None and found == sent:
            label = prepared.labels.get(argument.name)
    else:
        shown["sent"] = cuts.brief(redact(shape, sent))
    if label is not None:
        shown["label"] = label
    return shown


def _by_system(
    tool: Tool, prepared: Prepared, stored: Mapping[str, Any], before: Mapping[str, Any] | None
) -> dict[str, Any]:
    """What no argument asked for: the row's changed keys, or on a new row all that is set."""
    given = {argument.row_key for argument in tool.arguments if argument.name in prepared.given}
    given |= {tool.labels[key] for key in given if key in tool.labels}
    if before is None and tool.operation.action != "create":
        return {}
    return {
        key: cuts.brief(value)
        for key, value in _unechoed(tool, prepared, stored).items()
        if key not in given
        and key != tool.row_id
        and (value not in (None, "", [], {}) if before is None else key not in before or before[key] != value)
    }


def _answer_of_action(
    reply: Reply, tool: Tool, prepared: Prepared, answer: Any, after: Mapping[str, Any] | None
) -> dict[str, Any]:
    """What an action itself said, unless it is the row that was read back."""
    if answer is results.NO_JSON:
        return {"result": results.describe(reply)} if reply.body else {}
    if answer is None or (after is not None and answer == after):
        return {}
    return {"result": _unechoed(tool, prepared, answer) if isinstance(answer, dict) else answer}


def _unechoed(tool: Tool, prepared: Prepared, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row without the secrets that were given. One that the API made, such as a new token, is the answer itself."""
    shown = dict(row)
    for argument in tool.arguments:
        sent = prepared.sent.get(argument.name)
        if not argument.key and isinstance(sent, dict):
            shown |= redact(argument.shape, {key: row[key] for key in row if key in sent})
        elif argument.name in prepared.sent:
            own = (key for key in (argument.key, argument.name) if key in row)
            shown |= {key: of_argument(argument, row[key]) for key in own}
    return shown
