"""docs/commands.md, settings and the catalog file -> the same commands, limits and examples in all of them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mcpbridge import catalog as catalogs
from mcpbridge.commands import declared, keeper, output, running
from mcpbridge.conf import bridge_settings
from mcpbridge.secrecy import SHORTEST
from project.commands import COMMANDS
from tests.architecture.source import ROOT

pytestmark = pytest.mark.requirement("N-13")

TEXT = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `commands_(\w+)` \| `([^`]+)`.* \| (read|write) \| ([\d,]+) \|$", re.MULTILINE)


def test_every_shipped_command_is_documented_and_in_the_catalog() -> None:
    documented = {name: (words, level, float(seconds)) for name, words, level, seconds in ROW.findall(TEXT)}
    written = catalogs.read(bridge_settings.catalog).commands

    assert set(documented) == set(COMMANDS)
    assert set(written) == {f"commands_{name}" for name in COMMANDS}
    for name, command in bridge_settings.commands.commands.items():
        words, level, seconds = documented[name]
        run = " ".join(command.argv).replace("{python} manage.py", "manage.py").replace("{python}", "python")
        assert run == words or (name == "tests" and run.startswith(f"{words} "))
        assert (command.level, command.seconds) == (level, seconds)
        tool = written[f"commands_{name}"]
        assert (tool.title, tool.description, tool.safety.level) == (command.title, command.description, level)


def test_the_shipped_suite_touches_no_database_of_anybody() -> None:
    assert COMMANDS["tests"]["environment"] == {"DATABASE_URL": "sqlite://:memory:"}
    assert "passed" not in COMMANDS["tests"]


def test_no_shipped_command_is_handed_a_key_or_a_token() -> None:
    passed = {name for command in bridge_settings.commands.commands.values() for name in command.passed}

    assert "DATABASE_URL" in passed
    assert not {"SECRET_KEY", "MCP_API_TOKEN"} & passed


def test_the_limits_are_those_that_the_guide_tells() -> None:
    one_line = " ".join(TEXT.split())

    assert f"the first {output.HEAD:,} and the last {output.TAIL:,} bytes" in one_line
    assert f"by SIGTERM and {keeper.GRACE:g} seconds later SIGKILL" in one_line
    assert f"at most {declared.LONGEST:,}; default {declared.SECONDS:g}" in one_line
    assert f"of {SHORTEST} characters or more" in one_line
    assert ", ".join(f"`{name}`" for name in running.HANDED_ON) in one_line
    assert set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", TEXT, re.MULTILINE)))) >= set(
        declared.KEYS
    )


def test_the_commands_of_the_example_can_be_declared() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    made: dict[str, Any] = {"DEBUG": True}
    exec(code, made)  # noqa: S102  (the guide's own example)

    found = declared.declared(made["MCPBRIDGE"]["COMMANDS"], ROOT)

    assert found.faults == ()
    assert set(found.commands) == {"lint"}
