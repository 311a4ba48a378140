"""The documents about deriving -> their code runs, and makes the tools that they show."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

from mcpbridge import listing
from mcpbridge.derive.outputs import _COMPANIONS
from mcpbridge.derive.references import NAMES
from mcpbridge.management.commands import mcp_catalog
from tests.derive.conftest import catalog_of

DOCS = Path(__file__).resolve().parents[2] / "docs"


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / name).read_text(), re.DOTALL)


def module_of(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_viewset_of_the_guide_makes_the_tool_that_the_guide_shows(tmp_path, monkeypatch):
    (code,), (shown,) = blocks("viewsets-for-agents.md", "python"), blocks("viewsets-for-agents.md", "json")
    # Deriving reads the source of actions, so the code needs a file and a module that is known by its name.
    (tmp_path / "guide_of_a_test.py").write_text(code)
    guide = module_of(tmp_path / "guide_of_a_test.py")
    monkeypatch.setitem(sys.modules, guide.__name__, guide)

    catalog = catalog_of(groups=guide.Groups)

    assert listing.listed(catalog.tools["groups_rename"], catalog) == json.loads(shown)
    assert catalog.tools["groups_rename"].example == {"id": 1, "name": "Editors"}
    assert "groups_delete" not in catalog.tools


def test_the_options_of_the_command_are_those_that_the_guide_lists():
    text = (DOCS / "how-a-tool-is-derived.md").read_text()
    parser = mcp_catalog.Command().create_parser("manage.py", "mcp_catalog")
    own = {"--check", "--diff", "--report", "--schema"}

    assert own == set(re.findall(r"`manage\.py mcp_catalog (--\w+)`", text))
    assert own <= {option for one in parser._actions for option in one.option_strings}
    assert f"{mcp_catalog.LARGEST_TOOL:,} bytes" in text


def test_the_names_that_the_guides_list_are_those_that_are_looked_for():
    assert ", ".join(NAMES) in " ".join((DOCS / "how-a-tool-is-derived.md").read_text().split())
    endings = ", ".join(f"`_{ending}`" for ending in _COMPANIONS)
    assert f"({endings})" in " ".join((DOCS / "viewsets-for-agents.md").read_text().split())
