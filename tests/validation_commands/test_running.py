"""Commands as tools of `manage.py mcp_stdio`: who is offered them, what they run with, what they came to."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from project.commands import COMMANDS as SHIPPED
from tests.protocol.conftest import Serve
from tests.protocol.server import Server, call, request
from tests.validation_commands.conftest import Acting, WatchedGate, came_to, result_of

# One worker runs them, so that they share one installation.
pytestmark = [pytest.mark.xdist_group("installation"), pytest.mark.requirement("N-13")]


def names_listed(server: Server) -> set[str]:
    return {tool["name"] for tool in server.ask(request("list", "tools/list"))["result"]["tools"]}


def test_commands_are_off_unless_enabled_and_then_look_like_no_tools_at_all(serve: Serve) -> None:
    server = serve()

    assert not [name for name in names_listed(server) if name.startswith("commands_")]
    refused = server.ask(call(1, "commands_check"))["error"]
    unknown = server.ask(call(2, "commands_chick"))["error"]
    assert refused["code"] == unknown["code"] == -32602
    assert refused["message"].replace("commands_check", "commands_chick") == unknown["message"]


def test_the_shipped_checks_run_where_they_are_enabled(serve: Serve) -> None:
    server = serve(MCP_RUN_COMMANDS="on")

    assert {f"commands_{name}" for name in SHIPPED} <= names_listed(server)
    assert came_to(server, "check")["output"].startswith("System check identified no issues")
    assert "security.W018" in came_to(server, "check_deploy")["output"]
    for name in ("check", "check_deploy", "migrations", "catalog"):
        found = came_to(server, name)
        assert (found["status"], found["exit_code"], found["command"]) == ("success", 0, name), found
        assert found["request_id"] and found["seconds"] > 0


def test_a_command_is_listed_with_what_it_may_do_and_without_arguments(acting: Acting) -> None:
    server = acting()

    listed = {tool["name"]: tool for tool in server.ask(request(1, "tools/list"))["result"]["tools"]}

    reads, writes = listed["commands_fails"], listed["commands_writes"]
    assert reads["inputSchema"] == {"type": "object", "properties": {}, "additionalProperties": False}
    assert reads["annotations"] == {
        "readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False,
    }  # fmt: skip
    assert writes["annotations"] == reads["annotations"] | {"readOnlyHint": False, "idempotentHint": False}
    assert (reads["_meta"], writes["_meta"]) == ({"mcpbridge/level": "read"}, {"mcpbridge/level": "write"})


def test_what_a_check_refuses_and_what_the_catalog_lowers_is_never_run(acting: Acting) -> None:
    server = acting()

    assert {"commands_fails", "commands_writes"} <= names_listed(server)
    assert not {"commands_pushes", "commands_raised"} & names_listed(server)
    for name in ("commands_pushes", "commands_raised"):
        assert "Unknown tool" in server.ask(call(name, name))["error"]["message"]


@pytest.mark.parametrize(
    ("arguments", "fields"),
    [({"argv": "push", "path": "/", "n": None}, ["argv", "path", "n"]), (["push"], [""]), ("push", [""]), (5, [""])],
)
def test_arguments_are_refused_all_at_once_and_nothing_is_run(
    acting: Acting, arguments: object, fields: list[str]
) -> None:
    server = acting()

    # It would fail by its exit code.
    result = server.ask(request(1, "tools/call", name="commands_fails", arguments=arguments))["result"]

    content = result["structuredContent"]
    assert result["isError"] is True
    assert content["message"] == "Nothing was run: commands_fails takes no arguments."
    assert [error["field"] for error in content["errors"]] == fields
    assert all(error["hint"] for error in content["errors"])
    assert "exit_code" not in content


@pytest.mark.parametrize("arguments", [{}, None, "{}"])
def test_no_arguments_may_be_said_in_several_ways(acting: Acting, arguments: object) -> None:
    result = acting().ask(request(1, "tools/call", name="commands_shell_words", arguments=arguments))["result"]

    assert result["isError"] is False
    # No shell has looked at them.
    assert result["structuredContent"]["output"] == "$HOME ; exit 4\n"


def test_a_failure_says_so_first_and_keeps_the_output_in_its_order_as_plain_text(acting: Acting) -> None:
    result = result_of(acting(), "fails")

    assert result["isError"] is True
    assert result["content"][0]["text"] == "The command fails failed with exit code 3. Its output says why."
    content = result["structuredContent"]
    assert content["output"] == "first to standard output\nthen to standard error\nred and done\n"
    assert (content["status"], content["exit_code"], content["timed_out"]) == ("error", 3, False)
    assert content["truncated"] is False


def test_the_end_by_a_signal_is_told_as_shells_do(acting: Acting) -> None:
    assert came_to(acting(), "ends_by_a_signal")["exit_code"] == 128 + 9


def test_a_program_that_is_not_there_is_told_with_the_mend(acting: Acting) -> None:
    content = came_to(acting(), "absent")

    assert content["errors"][0]["code"] == "command_missing"
    assert "is not on this machine. Nothing was run." in content["message"]


def test_standard_input_is_empty(acting: Acting) -> None:
    assert came_to(acting(), "reads")["output"] == "standard input holds ''\n"


def test_of_the_environment_only_what_is_named_is_handed_on_and_no_secret_is_shown(acting: Acting) -> None:
    server = acting(
        HANDED_ON="yes",
        NOT_NAMED="no",
        SERVICE_URL="https://user:canary%2Dword-6@example.org/",
        STRIPE_API_KEY="canary-word-7",
    )

    shown = came_to(server, "environment")["output"]
    told = came_to(server, "tells")["output"]

    variables = dict(line.split("=", 1) for line in shown.splitlines())
    assert variables["HANDED_ON"] == "yes"
    assert variables["FIXED"] == "here"
    assert variables["SERVICE_URL"] == "https://user:(hidden)@example.org/"
    assert set(variables) <= {
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "VIRTUAL_ENV",
        "HANDED_ON", "FIXED", "SERVICE_URL",
    }  # fmt: skip
    assert told == "the secret is (hidden)\n"


def test_a_second_command_is_told_that_one_is_running(acting: Acting, gate: WatchedGate) -> None:
    server = acting(GATE=str(gate.port))
    server.send(call("first", "commands_waits"))
    gate.await_arrival()

    second = came_to(server, "fails")
    gate.open()
    first = server.read()

    assert (second["errors"][0]["code"], second["retryable"]) == ("busy", True)
    assert first["result"]["structuredContent"]["status"] == "success"
    assert came_to(server, "fails")["exit_code"] == 3


def test_the_shipped_looks_at_the_working_tree_tell_what_was_changed_and_change_nothing(
    acting: Acting, tmp_path: Path
) -> None:
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "kept.txt").write_text("as it was\n")
    (folder / "same.txt").write_text("as it is\n")
    as_somebody = ("-c", "user.name=n", "-c", "user.email=e@example.org")
    for words in (["init", "-q"], ["add", "."], [*as_somebody, "commit", "-qm", "all"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    (folder / "kept.txt").write_text("with a blank \n")
    # git would note by itself that this one is the same after all.
    os.utime(folder / "same.txt", (1, 1))
    before = contents(folder / ".git")
    server = acting(FOLDER=str(folder))

    status, after_status = came_to(server, "status"), contents(folder / ".git")
    whitespace, after_all = came_to(server, "whitespace"), contents(folder / ".git")

    assert (status["exit_code"], status["output"]) == (0, " M kept.txt\n")
    assert whitespace["exit_code"] == 2
    assert "kept.txt:1: trailing whitespace." in whitespace["output"]
    assert after_status == before
    # git diff notes in its index that a file is the same after all.
    assert after_all.keys() == before.keys()
    assert [path.name for path in before if after_all[path] != before[path]] in ([], ["index"])


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
