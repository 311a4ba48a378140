"""The project's files -> the habits that keep them readable."""

from __future__ import annotations

import ast
import re

from tests.architecture.source import SOURCE, Module, modules

LONGEST = 250
ARROW = re.compile(r"\S <?-> \S")
# Names that say nothing of what a file holds, so that anything ends up there.
EMPTY_NAMES = {"base", "common", "helper", "helpers", "manager", "managers", "misc", "util", "utils"}
LEAVING_OUT = {"importorskip", "skip", "skipif", "xfail"}


def first_line(module: Module) -> str:
    return (ast.get_docstring(module.tree) or "").partition("\n")[0]


def lacks_arrow(module: Module) -> bool:
    # A package's docstring is the map of its modules; an app's configuration turns nothing into anything.
    needs_one = not module.is_package and not module.path.endswith("apps.py")
    return needs_one and not ARROW.search(first_line(module))


def test_a_module_of_the_bridge_begins_with_what_comes_in_and_what_goes_out():
    found = [module.path for module in modules("mcpbridge", "scripts") if lacks_arrow(module)]

    assert not found, f"Begin these with a docstring, what comes in -> what goes out: {', '.join(found)}"


def test_a_file_says_what_it_is_for():
    # Django demands the two packages of commands; their names say all there is.
    speaking = ("management/__init__.py", "management/commands/__init__.py")

    silent = [
        module.path for module in modules(*SOURCE) if not first_line(module) and not module.path.endswith(speaking)
    ]

    assert not silent, f"Begin these with a docstring: {', '.join(silent)}"


def test_a_file_is_short_enough_to_be_read_whole():
    found = [f"{module.path} ({lines})" for module in modules(*SOURCE) if (lines := module.text.count("\n")) > LONGEST]

    assert not found, f"Over {LONGEST} lines; which noun is hiding in them? {', '.join(found)}"


def test_a_file_is_named_for_what_it_holds():
    found = [module.path for module in modules(*SOURCE) if module.name.rpartition(".")[2] in EMPTY_NAMES]

    assert not found, f"Name these for what they hold: {', '.join(found)}"


def test_no_test_is_left_out_or_expected_to_fail():
    found = [
        f"{module.path}:{node.lineno}: {node.attr}"
        for module in modules("tests")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and node.attr in LEAVING_OUT
    ]

    assert not found, "\n".join(["These tests do not count when they should:", *found])


def test_an_arrow_counts_in_a_docstring_of_its_own_alone():
    def module(text: str) -> Module:
        return Module("mcpbridge.x", "mcpbridge/x.py", text, ast.parse(text))

    assert not lacks_arrow(module('"""A call -> a reply."""'))
    assert not lacks_arrow(module('"""The file <-> its tools."""'))
    assert lacks_arrow(module('"""Calls."""'))
    assert lacks_arrow(module("# A call -> a reply."))
    assert lacks_arrow(module('"""Calls.\n\nA call -> a reply.\n"""'))
