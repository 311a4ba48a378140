"""README, guides, decisions -> links that lead somewhere and commands that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.architecture.source import ROOT

ONE_SCREEN = 60
README = ROOT / "README.md"
DOCUMENTS = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)[^)]*\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
# A target stands in code: after a backtick, at the start of a line, or a few blanks into it.
TARGET = re.compile(r"(?:`|^ *|  )make ([a-z][a-z-]*)", re.MULTILINE)
COMMAND = re.compile(r"manage\.py ([a-z_]+)")


def broken_links(path: Path, text: str) -> list[str]:
    """The relative links of a document of the project that lead to no file or heading of the project."""
    targets = [found for found in LINK.findall(FENCE.sub("", text)) if not re.match(r"[a-z]+:", found)]
    return [target for target in targets if not leads_somewhere(path, target)]


def leads_somewhere(path: Path, target: str) -> bool:
    file, _, heading = target.partition("#")
    found = (path.parent / file).resolve() if file else path
    if not found.is_relative_to(ROOT) or not found.exists():
        return False
    return not heading or (found.suffix == ".md" and heading in headings(found))


def headings(path: Path) -> set[str]:
    """The names that a heading of Markdown goes by in links."""
    lines = re.findall(r"^#+ (.*)$", FENCE.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_between_documents_leads_somewhere(path: Path):
    broken = broken_links(path, path.read_text(encoding="utf-8"))

    assert not broken, f"{path.relative_to(ROOT)} links to what is not there: {', '.join(broken)}"


def test_the_readme_fits_one_screen():
    assert len(README.read_text(encoding="utf-8").splitlines()) <= ONE_SCREEN


def test_the_readme_names_only_make_targets_that_exist():
    named = set(TARGET.findall(README.read_text(encoding="utf-8")))

    assert {"run", "test"} <= named
    assert not named - make_targets()


def test_the_readme_names_only_management_commands_that_exist():
    named = set(COMMAND.findall(README.read_text(encoding="utf-8")))

    assert "mcp_call" in named
    assert not named - set(get_commands())


def test_a_broken_link_is_found_wherever_it_points():
    text = """
    [there](docs/adr/) [heading](docs/requirements.md#n-the-local-mcp-server) [outside](https://example.org/x)
    [gone](docs/gone.md) [no heading](docs/requirements.md#nowhere) [above](../elsewhere.md)
```
rows[0](not-a-link)
```
"""

    assert broken_links(README, text) == ["docs/gone.md", "docs/requirements.md#nowhere", "../elsewhere.md"]


def test_a_target_is_found_in_code_and_not_in_prose():
    text = "Things make sense.\n`make run` first\n```\nmake test-mysql     then  make lint\n```\n"

    assert TARGET.findall(text) == ["run", "test-mysql", "lint"]
