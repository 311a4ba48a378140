"""Dockerfile, .dockerignore and compose.yaml -> what they say, and the environment that a container gets by it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import yaml

from tests.architecture.source import ROOT

# ${NAME}, ${NAME:-default} and ${NAME:?what to do}, as Compose reads them.
BLANK = re.compile(r"\$\{(?P<name>\w+)(?::(?P<kind>[-?])(?P<text>[^}]*))?\}")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def instructions() -> tuple[tuple[str, str], ...]:
    """The Dockerfile as (name, rest of the line); lines that go on are joined."""
    whole = re.sub(r"^\s*#.*\n", "", text("Dockerfile"), flags=re.MULTILINE).replace("\\\n", "")
    lines = [line.partition(" ") for line in whole.splitlines() if line.strip()]
    return tuple((name, re.sub(r"\s+", " ", rest)) for name, _blank, rest in lines)


def last_stage() -> list[tuple[str, str]]:
    """The instructions of the image that is run."""
    found = list(instructions())
    return found[max(place for place, (name, _rest) in enumerate(found) if name == "FROM") :]


def only(name: str) -> str:
    """The one instruction of that name in the image that is run."""
    (rest,) = [rest for instruction, rest in last_stage() if instruction == name]
    return rest


def command(name: str) -> list[str]:
    """The program and arguments of CMD or of HEALTHCHECK."""
    words: list[str] = json.loads(only(name)[only(name).index("[") :])
    return words


@cache
def services() -> Mapping[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text("compose.yaml"))["services"]
    return found


def environment(service: str, given: Mapping[str, str]) -> dict[str, str]:
    """The variables of a service's container where ``given`` is what the shell and .env hold."""
    written: dict[str, str | None] = services()[service].get("environment", {})
    passed = {name: given[name] for name, value in written.items() if value is None and name in given}
    return passed | {name: filled(value, given) for name, value in written.items() if value is not None}


def filled(value: str, given: Mapping[str, str]) -> str:
    def replaced(found: re.Match[str]) -> str:
        held = given.get(found["name"], "")
        assert held or found["kind"] != "?", f"{found['name']} is demanded: {found['text']}"
        return held or (found["text"] if found["kind"] == "-" else "")

    return BLANK.sub(replaced, value)
