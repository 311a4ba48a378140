"""A command's tool and what an agent wrote for it -> what the command came to, or why it was not run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.exceptions import ArgumentProblems, CallFailed, Cancelled, Problem
from mcpbridge.serve import refusals, values
from mcpbridge.serve.calls import Finished, Rules, Runner
from mcpbridge.serve.reading import MOST_TOLD, Reading
from mcpbridge.serve.references import Names
from mcpbridge.serve.refused import shown
from mcpbridge.serve.results import Outcome
from mcpbridge.serve.running import Api, Run
from mcpbridge.tools import Catalog, CommandTool

NO_ARGUMENTS = {"type": "object", "properties": {}, "additionalProperties": False, "examples": [{}]}


@dataclass(frozen=True)
class CommandOutcome(Outcome):
    """An outcome whose error begins with its own sentence: a command has no HTTP status."""

    def as_result(self) -> dict[str, Any]:
        result = super().as_result()
        if self.is_error:
            result["content"][0] = {"type": "text", "text": self.content["message"]}
        return result


def outcome_of_command(tool: CommandTool, arguments: Any, api: Api, run: Run, runner: Runner) -> Outcome:
    """Raises Cancelled; the command has ended by then."""
    try:
        _take_no_arguments(tool, arguments, api)
        run.go_on(writes=not tool.safety.read_only)
        finished = runner.run(tool, lambda: _is_wanted(run))
    except ArgumentProblems as problems:
        message = f"Nothing was run: {tool.name} takes no arguments."
        return Outcome(refusals.of_arguments(problems, api.request_id).content | {"message": message}, is_error=True)
    except CallFailed as failure:
        return refusals.of_failure(failure, api.request_id)
    if run.is_cancelled:
        raise Cancelled
    return _outcome(tool, finished, api.request_id)


def _is_wanted(run: Run) -> bool:
    return not run.is_settled and (run.deadline is None or run.seconds_left > 0)


def _take_no_arguments(tool: CommandTool, arguments: Any, api: Api) -> None:
    """Raises ArgumentProblems that name every argument there is."""
    given = {} if arguments is None else arguments
    if isinstance(given, str):
        given = values.from_json_text(given, dict)
    if not isinstance(given, Mapping):
        text, hint = "The arguments must be an object.", f"{tool.name} takes no arguments: send {{}}, or nothing."
        raise ArgumentProblems((Problem("", shown(arguments), "type", text, NO_ARGUMENTS, hint),))
    reading = Reading(Names(api, Catalog({})), Rules())
    reading.members((), given, tool.name)
    if reading.problems:
        untold = len(reading.problems) - MOST_TOLD
        more = (f"{untold} more arguments are unknown; leave all of them out.",) if untold > 0 else ()
        raise ArgumentProblems(tuple(reading.problems[:MOST_TOLD]), more)


def _outcome(tool: CommandTool, finished: Finished, request_id: str) -> Outcome:
    succeeded = finished.exit_code == 0
    content = {
        "status": "success" if succeeded else "error",
        "message": _message(tool.command, finished),
        "command": tool.command,
        "exit_code": finished.exit_code,
        "timed_out": finished.timed_out,
        "seconds": finished.seconds,
        "output": finished.output,
        "truncated": finished.is_cut,
        "request_id": request_id,
    }
    return CommandOutcome(content, is_error=not succeeded)


def _message(command: str, finished: Finished) -> str:
    if finished.exit_code == 0:
        return f"The command {command} succeeded in {finished.seconds} s."
    if finished.exit_code is not None:
        return f"The command {command} failed with exit code {finished.exit_code}. Its output says why."
    why = "took longer than it may" if finished.timed_out else "was no longer waited for"
    return f"The command {command} {why}, so after {finished.seconds} s it was ended with all that it had started."
