"""An action's code -> whether it reads what is sent, found by reading the code and never by running it.

An action without a serializer of its own has the viewset's, which most such actions do not use: "restore" would be
said to take every field of the row. So the code is asked: does it validate, does it read the request's data at all?
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, Literal

Reading = Literal["validates", "reads", "nothing"]

_DATA = {"data", "POST", "FILES", "body", "stream"}
_NOT_FOLLOWED = ("rest_framework.views", "rest_framework.generics", "rest_framework.viewsets", "django.")
# Called with the request by nearly every view, and none of them reads its body.
_HARMLESS = {"reverse", "log", "info", "warning", "messages", "isinstance", "getattr", "hasattr"}


def reading(view: type, handler: str) -> Reading:
    """What the code does with the body.

    "validates": a serializer checks it. "reads": it is used otherwise, or may be, since the request or the view is
    handed to code that is not the view's own. "nothing": it is never looked at.
    """
    found: set[Reading] = set()
    waiting, seen = list(_functions(view, handler)), set()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        code = _code(function)
        if code is None:
            found.add("reads")
            continue
        look = _Look(_request_name(function))
        for statement in code.body:
            look.visit(statement)
        found |= look.found
        waiting += [other for name in look.own_calls for other in _functions(view, name)]
    return "validates" if "validates" in found else "reads" if "reads" in found else "nothing"


class _Look(ast.NodeVisitor):
    """What one function does with the request."""

    def __init__(self, request: str) -> None:
        self.request = request
        self.found: set[Reading] = set()
        self.own_calls: set[str] = set()

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if node.attr in ("is_valid", "run_validation"):
            self.found.add("validates")
        elif node.attr in _DATA and self._is_request(node.value):
            self.found.add("reads")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        own = isinstance(node.func, ast.Attribute) and _is_self(node.func.value)
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if own:
            self.own_calls.add(called)
        elif called not in _HARMLESS and any(
            self._is_request(value) or (isinstance(value, ast.Name) and value.id == "self")
            for value in (*node.args, *(word.value for word in node.keywords))
        ):
            self.found.add("reads")
        self.generic_visit(node)

    def _is_request(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id == self.request
        return isinstance(node, ast.Attribute) and node.attr == "request" and _is_self(node.value)


def _is_self(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super"
    return isinstance(node, ast.Name) and node.id == "self"


def _functions(view: type, name: str) -> Iterator[Callable[..., Any]]:
    """Every definition of a method along the view's classes, so that super() is followed too."""
    for owner in view.__mro__:
        function = owner.__dict__.get(name)
        if inspect.isfunction(function):
            function = inspect.unwrap(function)
            if not function.__module__.startswith(_NOT_FOLLOWED):
                yield _inside_api_view(function)


def _inside_api_view(function: Callable[..., Any]) -> Callable[..., Any]:
    """@api_view puts a handler of its own around the function that it decorates."""
    if function.__module__ == "rest_framework.decorators":
        wrapped = inspect.getclosurevars(function).nonlocals.get("func")
        return inspect.unwrap(wrapped) if inspect.isfunction(wrapped) else function
    return function


def _code(function: Callable[..., Any]) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    first = tree.body[0]
    return first if isinstance(first, ast.FunctionDef | ast.AsyncFunctionDef) else None


def _request_name(function: Callable[..., Any]) -> str:
    names = [name for name in inspect.signature(function).parameters if name != "self"]
    return names[0] if names else "request"
