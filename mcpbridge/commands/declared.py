"""MCPBRIDGE["COMMANDS"] -> the commands that may become tools, and what is wrong with the others.

Nothing here is fault-tolerant: a command with one fault is none, whether or not anybody has run the system checks.
Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from mcpbridge.commands.forbidden import changes_meaning, why_forbidden

LONGEST = 3600
"""Seconds of the longest command."""
SECONDS = 60.0

KEYS = ("argv", "title", "description", "level", "seconds", "environment", "passed", "folder")
REQUIRED = ("argv", "title", "description", "level")

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Command:
    """A command that a tool runs, always the same.

    argv: program and arguments; the program "{python}" is the Python that runs the server. seconds: how long it may
    take. environment: variables with fixed values. passed: names of variables that it has from the server's own.
    folder: where it runs.
    """

    name: str
    argv: tuple[str, ...]
    title: str
    description: str
    level: Literal["read", "write"]
    folder: Path
    seconds: float = SECONDS
    environment: Mapping[str, str] = field(default_factory=dict)
    passed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fault:
    """What is wrong with an entry, and its mend: two finished sentences. id: that of the system check."""

    problem: str
    hint: str
    id: str


@dataclass(frozen=True)
class Declared:
    """commands: by their names. faults: of the entries that are not among them."""

    commands: Mapping[str, Command] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


def declared(given: Any, base: Path) -> Declared:
    """given: the setting. base: the folder that other folders are relative to."""
    if not isinstance(given, Mapping):
        hint = 'Write COMMANDS = {"check": {"argv": ["{python}", "manage.py", "check"], ...}}.'
        return Declared(faults=(Fault("MCPBRIDGE['COMMANDS'] is no dictionary.", hint, "mcpbridge.E201"),))
    commands, faults = {}, []
    for name, entry in given.items():
        found = list(_of_form(name, entry)) or list(_of_content(name, entry, base))
        faults += found
        if not found:
            commands[name] = _command(name, entry, base)
    return Declared(commands, tuple(faults))


def _command(name: str, entry: Mapping[str, Any], base: Path) -> Command:
    return Command(
        name, tuple(entry["argv"]), entry["title"], entry["description"], entry["level"],
        base / (entry.get("folder") or "."), float(entry.get("seconds", SECONDS)),
        dict(entry.get("environment", {})), tuple(entry.get("passed", ())),
    )  # fmt: skip


def _of_form(name: Any, entry: Any) -> Iterator[Fault]:
    """Faults that keep the rest from being looked at."""

    def fault(problem: str, hint: str) -> Fault:
        return Fault(f"The command {name!r} {problem}.", hint, "mcpbridge.E203")

    if not isinstance(name, str) or not _NAME.fullmatch(name):
        yield fault("has a name that no tool can have", "Use 1 to 40 of a-z, 0-9 and _, a letter first.")
    if not isinstance(entry, Mapping):
        yield fault("is no dictionary", f"Give its {', '.join(REQUIRED)}.")
        return
    if missing := [key for key in REQUIRED if key not in entry]:
        yield fault(f"lacks {', '.join(missing)}", "Say what is run, what it is for, and whether it reads or writes.")
    if unknown := sorted(str(key) for key in entry if key not in KEYS):
        yield fault(f"has {', '.join(unknown)}, which nothing reads", f"Known are {', '.join(KEYS)}.")
    argv = entry.get("argv", ("-",))
    if not _is_texts(argv) or not argv or not all(word and "\0" not in word for word in argv):
        yield fault("has an argv that is no list of words", 'Give one text a word: ["git", "status", "--short"].')
    for key in ("title", "description"):
        if key in entry and not (isinstance(entry[key], str) and entry[key].strip()):
            yield fault(f"has a {key} that is no text", "Say in a few English words what it does.")
    environment = entry.get("environment", {})
    if not isinstance(environment, Mapping) or not _is_texts([*environment, *environment.values()]):
        yield fault("has an environment that is no dictionary of texts", 'Give one such as {"LOG_LEVEL": "ERROR"}.')
    if not _is_texts(entry.get("passed", ())):
        yield fault("has a passed that is no list of names", 'Give one such as ["DJANGO_SETTINGS_MODULE"].')
    if not isinstance(entry.get("folder") or "", str | Path):
        yield fault("has a folder that is no path", "Give one below BASE_DIR, or leave it out.")


def _of_content(name: str, entry: Mapping[str, Any], base: Path) -> Iterator[Fault]:
    level, seconds = entry["level"], entry.get("seconds", SECONDS)
    if level not in ("read", "write"):
        hint = 'Write "read" where it changes nothing, else "write".'
        yield Fault(f"The command {name!r} has the level {level!r}.", hint, "mcpbridge.E204")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST:
        hint = f"Give a number of seconds above 0, at most {LONGEST}."
        yield Fault(f"The command {name!r} has no time that it may take.", hint, "mcpbridge.E205")
    if reason := why_forbidden(entry["argv"], level):
        hint = (
            "Declare what looks and leaves everything as it is: nothing that installs, changes a database, tags, "
            "pushes, merges, rewrites history or runs what nobody can see. docs/commands.md says what is known."
        )
        yield Fault(f"The command {name!r} {reason}, so it is never run.", hint, "mcpbridge.E206")
    variables = [*entry.get("environment", {}), *entry.get("passed", ())]
    if wrong := sorted({one for one in variables if not _VARIABLE.fullmatch(one) or changes_meaning(one)}):
        text = f"The command {name!r} has variables by which it could become another one: {', '.join(wrong)}."
        yield Fault(text, "Leave them out, and say in argv what is run.", "mcpbridge.E207")
    folder = base / (entry.get("folder") or ".")
    if not folder.is_dir():
        hint = "Give one that is there, or leave it out for BASE_DIR."
        yield Fault(f"The command {name!r} runs in a folder that is not there.", hint, "mcpbridge.E208")


def _is_texts(given: Any) -> bool:
    return isinstance(given, list | tuple) and all(isinstance(one, str) for one in given)
