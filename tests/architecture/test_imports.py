"""Every import of the project -> only downwards, and never round in a circle."""

from __future__ import annotations

import ast
import subprocess
import sys

from tests.architecture.source import PRODUCT, ROOT, SOURCE, Import, Module, imports, modules

# Which modules of the project one of it may import: a package stands for everything below it, and the longest name
# that fits decides. What is not named here stands on top of the bridge and may import all of it.
MAY_IMPORT = {
    "mcpbridge.exceptions": (),
    "mcpbridge.plain": (),
    "mcpbridge.tools": (),
    "mcpbridge.catalog": ("mcpbridge.exceptions", "mcpbridge.plain", "mcpbridge.tools"),
    "mcpbridge.catalog_rules": ("mcpbridge.tools",),
    "mcpbridge.openapi": ("mcpbridge.exceptions",),
    "mcpbridge.openapi_rules": ("mcpbridge.openapi", "mcpbridge.tools"),
    "mcpbridge.listing": ("mcpbridge.tools",),
    "mcpbridge.secrecy": ("mcpbridge.tools",),
    "mcpbridge.commands": (
        "mcpbridge.commands",
        "mcpbridge.conf",
        "mcpbridge.exceptions",
        "mcpbridge.secrecy",
        "mcpbridge.serve.calls",
        "mcpbridge.tools",
    ),
    "mcpbridge.commands.programs": (),
    "mcpbridge.commands.forbidden": ("mcpbridge.commands.programs",),
    "mcpbridge.commands.declared": ("mcpbridge.commands.forbidden",),
    "mcpbridge.conf": (
        "mcpbridge.commands.declared",
        "mcpbridge.exceptions",
        "mcpbridge.serve.calls",
        "mcpbridge.tools",
    ),
    "mcpbridge.doctor.conversation": (),
    "mcpbridge.doctor.quiet": (),
    "mcpbridge.documents": ("mcpbridge.serve.resources",),
    "mcpbridge.models": ("mcpbridge.conf", "mcpbridge.exceptions", "mcpbridge.tools"),
    "mcpbridge.derive.hints": ("mcpbridge.tools",),
    "mcpbridge.derive.file_schema": ("mcpbridge.catalog", "mcpbridge.tools"),
    "mcpbridge.derive": (
        "mcpbridge.conf",
        "mcpbridge.derive",
        "mcpbridge.exceptions",
        "mcpbridge.openapi",
        "mcpbridge.secrecy",
        "mcpbridge.tools",
    ),
    "mcpbridge.serve": (
        "mcpbridge.catalog",
        "mcpbridge.exceptions",
        "mcpbridge.listing",
        "mcpbridge.secrecy",
        "mcpbridge.serve",
        "mcpbridge.tools",
    ),
    "mcpbridge.govern": (
        "mcpbridge.conf",
        "mcpbridge.exceptions",
        "mcpbridge.govern",
        "mcpbridge.models",
        "mcpbridge.tools",
    ),
    "mcpbridge.rest": ("mcpbridge.models", "mcpbridge.rest", "mcpbridge.secrecy"),
    "mcpbridge": ("mcpbridge",),
    "notes": ("mcpbridge.derive.hints", "mcpbridge.rest", "notes"),
    "project": (
        "mcpbridge.client_configuration",
        "mcpbridge.derive.hints",
        "mcpbridge.preflight",
        "mcpbridge.published",
        "mcpbridge.rest",
        "notes",
        "project",
    ),
}
# These run where nothing is installed, and start in the time of a bare Python.
STANDARD_LIBRARY_ONLY = (
    "mcpbridge.__main__",
    "mcpbridge.at_base_url",
    "mcpbridge.catalog",
    "mcpbridge.catalog_rules",
    "mcpbridge.commands.declared",
    "mcpbridge.commands.forbidden",
    "mcpbridge.commands.keeper",
    "mcpbridge.commands.output",
    "mcpbridge.commands.programs",
    "mcpbridge.commands.running",
    "mcpbridge.derive.hints",
    "mcpbridge.doctor.conversation",
    "mcpbridge.doctor.quiet",
    "mcpbridge.documents",
    "mcpbridge.exceptions",
    "mcpbridge.govern.policy",
    "mcpbridge.instructions",
    "mcpbridge.listing",
    "mcpbridge.openapi",
    "mcpbridge.openapi_rules",
    "mcpbridge.options",
    "mcpbridge.plain",
    "mcpbridge.secrecy",
    "mcpbridge.serve",
    "mcpbridge.tools",
    "scripts",
)
# What speaks HTTP is loaded at the first call, with the one library that it needs.
WITH_A_LIBRARY = {"mcpbridge.serve.over_http": "urllib3", "mcpbridge.serve.no_reply": "urllib3"}
# The one script that .venv's Python runs, since only a driver can ask a database server.
WITH_A_DRIVER = ("scripts.databases",)

KNOWN = frozenset(module.name for module in modules(*SOURCE))


def below(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def allowed(importer: str) -> tuple[str, ...]:
    return MAY_IMPORT[max((name for name in MAY_IMPORT if below(importer, (name,))), key=len)]


def trespasses(module: Module) -> list[str]:
    """The imports of a module that its place forbids, a sentence each."""
    inside = (found for found in imports(module, KNOWN) if below(found.target, (*PRODUCT, "tests", "bench", "scripts")))
    return [
        f"{module.path}:{found.line}: {module.name} may not import {found.target}, "
        f"only: {', '.join(allowed(module.name)) or 'nothing of the project'}."
        for found in inside
        if not below(found.target, allowed(module.name))
    ]


def circle(edges: dict[str, set[str]]) -> list[str]:
    """The modules of one circle, its first also last; empty when there is none."""
    finished: set[str] = set()

    def walk(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name not in finished:
            for target in sorted(edges.get(name, ())):
                if found := walk(target, [*path, name]):
                    return found
            finished.add(name)
        return []

    return next((found for name in sorted(edges) if (found := walk(name, []))), [])


def has_reason(module: Module, found: Import) -> bool:
    lines = module.text.splitlines()
    return "#" in lines[found.line - 1] or lines[found.line - 2].lstrip().startswith("#")


def test_a_module_imports_only_what_its_place_allows():
    found = [trespass for module in modules(*PRODUCT) for trespass in trespasses(module)]

    assert not found, "\n".join(found)


def test_what_must_start_alone_imports_the_standard_library_only():
    allowed_roots = sys.stdlib_module_names | {"mcpbridge", "scripts"}

    found = [
        f"{module.path}:{imported.line}: {imported.target}"
        for module in modules("mcpbridge", "scripts")
        if below(module.name, STANDARD_LIBRARY_ONLY) and module.name not in WITH_A_DRIVER
        for imported in imports(module)
        if imported.target.partition(".")[0] not in allowed_roots | {WITH_A_LIBRARY.get(module.name)}
    ]

    assert not found, "\n".join(found)


def test_serving_starts_without_django():
    names = [module.name for module in modules("mcpbridge/serve")]
    absent = "import sys; sys.modules.update(dict.fromkeys(('django', 'rest_framework')))"

    started = subprocess.run(
        [sys.executable, "-c", f"{absent}; import {', '.join(names)}"], cwd=ROOT, capture_output=True, text=True
    )

    assert started.returncode == 0, started.stderr


def test_no_imports_go_round_in_a_circle():
    edges = {
        module.name: {found.target for found in imports(module, KNOWN) if found.target in KNOWN and not found.typing}
        for module in modules(*SOURCE)
    }

    found = circle(edges)

    assert not found, " -> ".join(found)


def test_a_circle_is_found_wherever_it_hides():
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"a"}}) == ["a", "a"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_an_import_inside_a_function_gives_its_reason():
    silent = [
        f"{module.path}:{found.line}: say in a comment why {found.target} is not imported at the top."
        for module in modules(*SOURCE)
        for found in imports(module)
        if found.late and not has_reason(module, found)
    ]

    assert not silent, "\n".join(silent)


def test_a_forbidden_import_is_named():
    text = "import json\nfrom notes import models\nfrom mcpbridge.derive import hints\n"
    module = Module("mcpbridge.serve.stdio", "mcpbridge/serve/stdio.py", text, ast.parse(text))

    found = trespasses(module)

    assert [line.partition(", only")[0] for line in found] == [
        "mcpbridge/serve/stdio.py:2: mcpbridge.serve.stdio may not import notes.models",
        "mcpbridge/serve/stdio.py:3: mcpbridge.serve.stdio may not import mcpbridge.derive.hints",
    ]


def test_an_import_without_its_reason_is_found():
    text = "def f():\n    import json\n    # Slow to load, seldom needed.\n    import xml\n    import csv  # likewise\n"
    module = Module("notes.x", "notes/x.py", text, ast.parse(text))

    silent = [found.target for found in imports(module) if found.late and not has_reason(module, found)]

    assert silent == ["json"]
