"""The project's folders -> its Python files, parsed once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("mcpbridge", "notes", "project")
SOURCE = (*PRODUCT, "scripts", "bench")


@dataclass(frozen=True)
class Module:
    """One Python file: its dotted name (a package's own name for __init__.py), where it lies, text and syntax tree."""

    name: str
    path: str
    text: str
    tree: ast.Module

    @property
    def is_package(self) -> bool:
        return self.path.endswith("__init__.py")


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Every module below ``folders`` of the project, by path, but for migrations and installed packages."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return tuple(parsed(path) for path in paths if not {"migrations", "node_modules"} & set(path.parts))


def parsed(path: Path) -> Module:
    relative = path.relative_to(ROOT)
    parts = relative.with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    text = path.read_text(encoding="utf-8")
    return Module(name, str(relative), text, ast.parse(text, filename=str(relative)))


@dataclass(frozen=True)
class Import:
    """One imported module: ``late`` when it happens inside a function, ``typing`` when only type checkers see it."""

    target: str
    line: int
    late: bool
    typing: bool


def imports(module: Module, known: frozenset[str] = frozenset()) -> Iterator[Import]:
    """What a module imports; ``from a import b`` is the module a.b where ``known`` has one, else a."""
    late = lines_below(module.tree, ast.FunctionDef, ast.AsyncFunctionDef)
    typing = lines_below(module.tree, ast.If, only=lambda node: "TYPE_CHECKING" in ast.unparse(node.test))
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            targets = {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            targets = {whole if (whole := f"{origin}.{alias.name}") in known else origin for alias in node.names}
        else:
            continue
        for target in sorted(targets):
            yield Import(target, node.lineno, node.lineno in late, node.lineno in typing)


def lines_below(tree: ast.Module, *kinds: type[Any], only: Callable[[Any], bool] = lambda node: True) -> set[int]:
    """The lines of the import statements inside nodes of these kinds."""
    return {
        inner.lineno
        for outer in ast.walk(tree)
        if isinstance(outer, kinds) and only(outer)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    }
