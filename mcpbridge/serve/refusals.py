"""A refusal, ours or the API's -> the structured error that an agent can act on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from mcpbridge.exceptions import ArgumentProblems, CallFailed, Problem
from mcpbridge.secrecy import given_secrets, without
from mcpbridge.serve import findings, results
from mcpbridge.serve.arguments import Prepared
from mcpbridge.serve.calls import Reply
from mcpbridge.serve.folding import clean
from mcpbridge.serve.references import Names
from mcpbridge.serve.results import Outcome, request_id_of
from mcpbridge.tools import Tool

NO_ARGUMENT_MENDS = "No argument mends this: "
_SECONDS = re.compile(r"[0-9]{1,9}")
_TELLING = (400, 409, 422)
"""Statuses whose body may say which values were refused."""
_UNMENDABLE = {
    401: (
        "unauthenticated",
        "nobody is signed in, or the token is no longer good: whoever runs this server gives it one (MCP_API_TOKEN).",
    ),
    403: ("forbidden", "this user lacks the right. Ask an administrator, or use another tool."),
    404: ("not_found", "the row is missing or hidden from this user."),
    405: ("not_allowed", "the API does not offer this operation here."),
    409: ("conflict", "the state of the data stands against it. Mend that first."),
    413: ("too_large", "the call as a whole is larger than the API takes. Send less at once."),
    415: ("unsupported", "the API does not take this kind of body."),
    429: ("throttled", "wait, then send the same call again."),
}


def of_arguments(problems: ArgumentProblems, request_id: str) -> Outcome:
    """Nothing was sent: every problem with the arguments, and the checks that come after."""
    count = len(problems.problems)
    message = f"Nothing was sent: {count} problem{'s' if count > 1 else ''} to mend, then call again."
    return _error(400, message, problems.problems, request_id, unchecked=problems.unchecked)


def of_failure(failure: CallFailed, request_id: str) -> Outcome:
    """No reply came."""
    problem = Problem("", None, failure.code, failure.message, hint=NO_ARGUMENT_MENDS + failure.message)
    return _error(failure.status, failure.message, (problem,), request_id, more={"retryable": failure.retryable})


def of_reply(reply: Reply, tool: Tool, prepared: Prepared, names: Names, *, last_page: int | None = None) -> Outcome:
    """The API refused. last_page: the number of the last page, where one beyond it was asked for."""
    body = results.json_of(reply)
    details = body if reply.is_json and body is not results.NO_JSON else None
    more: dict[str, Any] = {"content_type": reply.media_type}
    if reply.status == 429 and _SECONDS.fullmatch(reply.headers.get("retry-after", "")):
        more["retry_after"] = int(reply.headers["retry-after"])
    if 300 <= reply.status < 400:
        problems: tuple[Problem, ...] = (_redirected(reply),)
    elif reply.status >= 500:
        # What an API says of its own unreadiness is meant to be read; the body of a crash is not.
        details = details if reply.status == 503 or reply.media_type == findings.PROBLEM else None
        problems = (_failed(reply, prepared, details),)
    elif reply.status == 413 and prepared.limits:
        # The API did not even read it, so it cannot say what was too long.
        problems = prepared.limits
    elif last_page is not None:
        problems = (_beyond(tool, prepared, last_page),)
    else:
        problems = findings.of_reply(reply, details, tool, prepared, names) if reply.status in _TELLING else ()
        problems = problems or (_unmendable(reply, tool, details, more.get("retry_after")),)
    message = " ".join(dict.fromkeys(problem.problem for problem in problems))[:500]
    sent = details if isinstance(details, dict) else None
    unchecked = findings.unchecked(reply)
    outcome = _error(
        reply.status, message, problems, request_id_of(reply, prepared), unchecked=unchecked, problem=sent, more=more
    )
    # An API may quote what it was sent, in whatever place.
    return replace(outcome, content=without(outcome.content, given_secrets(tool.arguments, prepared.given)))


def _unmendable(reply: Reply, tool: Tool, details: Any, retry_after: int | None) -> Problem:
    code, why = _UNMENDABLE.get(reply.status, ("refused", "read what the API says."))
    text = findings.summary(details) or f"The API answered {reply.status}."
    if retry_after is not None:
        why = f"wait {retry_after} s, then send the same call again."
    if reply.status == 404 and tool.read_back and tool.operation.action != "create":
        why += " List the rows to see those there are."
    return Problem("", None, code, text, hint=NO_ARGUMENT_MENDS + why)


def _redirected(reply: Reply) -> Problem:
    target = clean(reply.headers.get("location", "an address that it does not name"), 200)
    done = "read the row to see whether it was stored" if reply.status == 303 else "nothing else was done"
    text = f"The API redirects to {target}; redirects are not followed, and {done}."
    return Problem("", None, "redirect", text, hint=NO_ARGUMENT_MENDS + "the operation does not answer here.")


def _failed(reply: Reply, prepared: Prepared, details: Any) -> Problem:
    if reply.status == 503:
        text = findings.summary(details) or "The API answers that it is not ready (503)."
        return Problem("", None, "not_ready", text, hint=NO_ARGUMENT_MENDS + "call again later; problem says more.")
    text = f"The API failed ({reply.status}). Its log has the cause under request id {request_id_of(reply, prepared)}."
    return Problem("", None, "api_failed", text, hint=NO_ARGUMENT_MENDS + "tell the people who run the API.")


def _beyond(tool: Tool, prepared: Prepared, last_page: int) -> Problem:
    paging = tool.operation.paging
    name = next(item.name for item in tool.arguments if paging is not None and item.key == paging.page)
    allowed = {"type": "integer", "minimum": 1, "maximum": last_page, "examples": [last_page]}
    return Problem(
        name, prepared.given.get(name), "limit", f"There is no such page: the last one is {last_page}.", allowed,
        f"Ask for a page from 1 to {last_page}.",
    )  # fmt: skip


def _error(
    status: int,
    message: str,
    problems: Iterable[Problem],
    request_id: str,
    *,
    unchecked: Iterable[str] = (),
    problem: dict[str, Any] | None = None,
    more: dict[str, Any] | None = None,
) -> Outcome:
    content = {
        "status": "error",
        "http_status": status,
        "message": message,
        "errors": [asdict(item) for item in problems],
        "unchecked": list(unchecked),
        "problem": problem,
        "request_id": request_id,
    }
    return Outcome(content | (more or {}), is_error=True)
