"""Texts that people read -> Portuguese, each of them, and compiled."""

from __future__ import annotations

import ast
import gettext
import re
from pathlib import Path

from django.conf import settings

CATALOG = Path(settings.BASE_DIR) / "project" / "locale" / "pt_BR" / "LC_MESSAGES"
ENTRY = re.compile(r'^msgid ((?:".*"\n)+)(?:msgid_plural .*\n)?msgstr(?:\[0\])? ((?:".*"\n?)+)', re.MULTILINE)
PLACEHOLDER = re.compile(r"%\(\w+\)s|</?code>")


def written() -> dict[str, str]:
    """The entries of django.po, msgid to (first) msgstr."""
    text = (CATALOG / "django.po").read_text(encoding="utf-8")
    entries = re.findall(
        r'^msgid ((?:".*"\n)+)(?:msgid_plural .*\n)?msgstr(?:\[0\])? ((?:".*"\n?)+)', text, re.MULTILINE
    )
    return {_joined(source): _joined(translation) for source, translation in entries if _joined(source)}


def _joined(quoted: str) -> str:
    return "".join(ast.literal_eval(line) for line in quoted.strip().splitlines())


def marked_in_templates() -> set[str]:
    found: set[str] = set()
    for path in (Path(settings.BASE_DIR) / "templates").glob("*.html"):
        text = path.read_text(encoding="utf-8")
        found |= {match[1] for match in re.findall(r"""\{% translate (["'])(.*?)\1 %\}""", text)}
        blocks = re.findall(r"\{% blocktranslate.*?%\}(.*?)\{% endblocktranslate %\}", text)
        found |= {re.sub(r"\{\{ (\w+) \}\}", r"%(\1)s", block) for block in blocks}
    return found


def marked_in_code() -> set[str]:
    base = Path(settings.BASE_DIR)
    found: set[str] = set()
    for path in [*base.glob("project/*.py"), *base.glob("mcpbridge/rest/*.py"), base / "notes" / "admin.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
                found.add(ast.literal_eval(node.args[0]))
    return found


def test_every_text_has_its_portuguese() -> None:
    marked = marked_in_templates() | marked_in_code()
    assert len(marked) > 40

    assert marked - set(written()) == set()
    assert all(written().values())


def test_no_translation_is_left_without_a_text() -> None:
    assert set(written()) - marked_in_templates() - marked_in_code() == set()


def test_placeholders_survive_translation() -> None:
    for source, translation in written().items():
        assert sorted(PLACEHOLDER.findall(source)) == sorted(PLACEHOLDER.findall(translation)), source


def test_the_compiled_catalog_is_in_step() -> None:
    with (CATALOG / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)

    for source, translation in written().items():
        assert translation in (compiled.gettext(source), compiled.ngettext(source, source, 1)), source
