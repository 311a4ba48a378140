"""An argument list -> why no tool may run it: it installs, changes a database or history, or hides what it does.

What is known of programs decides (mcpbridge.commands.programs). Of manage.py, git and Python only that is let through
which is known to look and not to touch; a program that nobody knows, such as a script of the project, is taken at the
word of whoever declares it. Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from mcpbridge.commands import programs

PYTHON = "{python}"
"""Stands for the Python that runs the server."""

_VERSION = re.compile(r"(?<=[a-z])[-.]?\d[\d.]*(?:\.exe)?$|\.exe$")
_WORDS = re.compile(r"[^a-z0-9]+")
# Flags of Python that change nothing about what is run; -W and -X take a value.
_PYTHON_FLAGS = re.compile(r"-[bBdEIOPqRsSuv]+")


def why_forbidden(argv: Sequence[str], level: str) -> str:
    """What speaks against it, without subject and full stop ("installs"); "" where nothing does."""
    name = program(argv[0])
    words = list(argv[1:])
    for names, reason in programs.REFUSED:
        if name in names:
            return reason
    if name.startswith(("python", "pypy")):
        return _python(words, level)
    if name in ("manage", "django-admin"):
        return _django(words, level)
    if name == "git":
        return _git(words)
    if name.startswith("git-"):
        return _git([name.removeprefix("git-"), *words])
    if name in programs.SUITES:
        return _suite(level)
    if name in programs.READING:
        return _reading(name, words)
    if name in programs.RUNNERS:
        return _runner(words, level)
    if name in programs.PACKAGE_RUNNERS:
        return _package_runner(words, level)
    return _plain(words)


def program(word: str) -> str:
    """The name by which a program is known: "/usr/bin/python3.11" is python, "./manage.py" is manage."""
    if word == PYTHON:
        return "python"
    name = PurePosixPath(word.replace("\\", "/")).name.lower().removesuffix(".py")
    return _VERSION.sub("", name)


def changes_meaning(variable: str) -> bool:
    """Whether an environment variable changes what a program runs, so that the argument list would not tell it."""
    return variable.startswith(programs.VARIABLES) and variable not in programs.HARMLESS_VARIABLES


def _python(words: list[str], level: str) -> str:
    while words:
        word = words.pop(0)
        if word in ("-W", "-X"):
            del words[:1]
        elif word.startswith("-m"):
            return _module([word[2:], *words] if word[2:] else words, level)
        elif word.startswith("-") and not _PYTHON_FLAGS.fullmatch(word) and not word.startswith(("-W", "-X")):
            return f"runs what stands after {word}"
        elif not word.startswith("-"):
            return _script(word, words, level)
    return "runs whatever it is given"


def _module(words: list[str], level: str) -> str:
    module, rest = (words[0], words[1:]) if words else ("", [])
    if module not in programs.MODULES:
        return f"runs the module {module}, of which nobody knows what it does; declare its program or a script"
    if module == "django":
        return _django(rest, level)
    return _suite(level) if module in programs.SUITES else why_forbidden([module, *rest], level)


def _script(script: str, rest: list[str], level: str) -> str:
    name = program(script)
    if name == "manage":
        return _django(rest, level)
    if name == "setup" or (found := _changing([name])):
        return f"runs {script}, which by its name {'installs' if name == 'setup' else f'is there to {found}'}"
    return _plain(rest)


def _django(words: list[str], level: str) -> str:
    if not words or words[0].startswith("-"):
        return "names no command of manage.py"
    command, rest = words[0], words[1:]
    if command in programs.DJANGO_CHANGING:
        return f"runs {command}, which changes data or code, or tells what nobody should read"
    if command in programs.DJANGO_LOOKING:
        return ""
    if found := _changing([command, *rest]):
        return f"runs {command} to {found}"
    if command == "test":
        return _suite(level)
    if command in programs.DJANGO_WITH:
        needed = programs.DJANGO_WITH[command]
        return "" if needed & set(rest) else f"runs {command} without {' or '.join(sorted(needed))}"
    options = [word for word in rest if word.startswith("-")]
    if _parts([command, *options]) & programs.LOOKING:
        return ""
    return f"runs {command}, of which neither its name nor an option says that it only looks"


def _git(words: list[str]) -> str:
    while words and words[0] in programs.GIT_BEFORE:
        words.pop(0)
    if not words or words[0].startswith("-"):
        return f"gives git {words[0]}, by which it may do anything" if words else "names no command of git"
    command, rest = words[0], words[1:]
    if command not in programs.GIT:
        return f"runs git {command}, which is none of those that only look"
    for word in rest[: rest.index("--")] if "--" in rest else rest:
        option = word.partition("=")[0]
        is_long = option.startswith("--") and len(option) > len("--")
        if is_long and any(one.startswith(option) for one in programs.GIT_FORBIDDEN):
            return f"gives git {command} the option {option}, which writes, runs or reads something else"
        if command == "grep" and word.startswith("-O"):
            return "gives git grep the option -O, which runs a program"
    return ""


def _suite(level: str) -> str:
    return "" if level == "write" else "runs tests, which may do anything; its level must be write"


def _reading(name: str, words: list[str]) -> str:
    command = words[0] if words else ""
    return "" if command in programs.READING[name] else f"runs {name} {command}".rstrip() + ", which does not only look"


def _runner(words: list[str], level: str) -> str:
    for word in words:
        parts = _parts([word])
        if word.startswith("-") or "=" in word or parts & programs.CHANGING or not parts & programs.LOOKING:
            return f"runs {word}, of which its name does not say that it only looks"
        if parts & {"test", "tests"} and (reason := _suite(level)):
            return reason
    return "" if words else "does not say what is run"


def _package_runner(words: list[str], level: str) -> str:
    if words[:1] in (["run"], ["run-script"]):
        return _runner(words[1:], level)
    return _suite(level) if words in (["test"], ["t"]) else f"runs {' '.join(words[:1])}, which may install"


def _plain(words: list[str]) -> str:
    """For a program that nobody knows: single words that give it away."""
    for word in words:
        parts = _parts([word.partition("=")[0]]) if word.startswith("-") else {word.lower()}
        if found := sorted(parts & programs.PLAIN_CHANGING):
            return f"has the word {found[0]}"
    return ""


def _changing(words: list[str]) -> str:
    """A word of change among these, taken apart at their hyphens and the like; "" where there is none."""
    found = sorted(_parts(words) & programs.CHANGING)
    return found[0] if found else ""


def _parts(words: Sequence[str]) -> set[str]:
    return {part for word in words for part in _WORDS.split(word.lower()) if part}
