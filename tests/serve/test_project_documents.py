"""A folder of documents as resources: what is listed, what is left out, and that nothing else can be read."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest

from mcpbridge.documents import LARGEST, Documents
from mcpbridge.serve import resources
from tests.architecture.source import ROOT

PNG = b"\x89PNG\r\n\x1a\n\x00\xff"
DOCS = "mcpbridge://docs/"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with documents, beside files that are nobody's business."""
    docs = tmp_path / "project" / "docs"
    put(docs / "guide.md", "Some words.\n\n## The guide to `cards`\n\n# Later\n")
    put(docs / "adr" / "0001-olá mundo.md", "# Olá\n")
    put(docs / "notes.txt", "# no heading\n")
    put(docs / "api.json", "{}")
    put(docs / "logo.png", PNG)
    put(docs / "plan.SVG", "<svg/>")
    put(tmp_path / "project" / ".env", "SECRET_KEY=canary")
    put(tmp_path / "project" / "secret.md", "canary")
    return docs


def put(path: Path, held: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(held.encode() if isinstance(held, str) else held)
    return path


def listed(documents: Documents) -> dict[str, dict[str, Any]]:
    return {one["uri"]: one for one in resources.list_resources([documents], None)["resources"]}


def names(documents: Documents) -> set[str]:
    return {one["name"] for one in listed(documents).values()}


def read(documents: Documents, uri: str) -> dict[str, Any] | None:
    found = resources.read([documents], uri, None)
    return found and dict(found["contents"][0])


@pytest.mark.requirement("N-12")
def test_the_documents_of_a_folder_are_listed_by_address_with_title_and_kind(folder: Path):
    found = resources.list_resources([Documents(folder)], None)["resources"]

    assert [(one["uri"], one["name"], one["title"], one["mimeType"]) for one in found] == [
        (f"{DOCS}adr/0001-ol%C3%A1%20mundo.md", "adr/0001-olá mundo.md", "Olá", "text/markdown"),
        (f"{DOCS}api.json", "api.json", "api.json", "application/json"),
        (f"{DOCS}guide.md", "guide.md", "The guide to `cards`", "text/markdown"),
        (f"{DOCS}logo.png", "logo.png", "logo.png", "image/png"),
        (f"{DOCS}notes.txt", "notes.txt", "notes.txt", "text/plain"),
        (f"{DOCS}plan.SVG", "plan.SVG", "plan.SVG", "image/svg+xml"),
    ]


@pytest.mark.requirement("N-12")
def test_every_listed_document_is_read_by_the_address_listed_for_it(folder: Path):
    documents = Documents(folder)

    found = {uri: read(documents, uri) for uri in listed(documents)}

    texts = {uri.removeprefix(DOCS): one["text"] for uri, one in found.items() if one and "text" in one}
    assert texts == {
        "adr/0001-ol%C3%A1%20mundo.md": "# Olá\n",
        "api.json": "{}",
        "guide.md": "Some words.\n\n## The guide to `cards`\n\n# Later\n",
        "notes.txt": "# no heading\n",
        "plan.SVG": "<svg/>",
    }
    assert found[f"{DOCS}logo.png"] == {
        "uri": f"{DOCS}logo.png",
        "mimeType": "image/png",
        "blob": base64.b64encode(PNG).decode("ascii"),
    }


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("```sh\n# a comment\n```\n# Right\n", "Right"),
        ("~~~\n```\n# a comment\n~~~\n# Right\n", "Right"),
        ("    # code\n#hashtag\n#\n   ### Right\n", "Right"),
        ("\ufeff# Right\r\n", "Right"),
        ("no heading", "page.md"),
        ("```\n# never closed", "page.md"),
        ("", "page.md"),
        ("# " + "long " * 1000, ("long " * 1000)[:200]),
    ],
)
def test_the_title_is_the_first_heading_and_without_one_the_name(tmp_path: Path, text: str, title: str):
    put(tmp_path / "page.md", text)

    assert listed(Documents(tmp_path))[f"{DOCS}page.md"]["title"] == title


@pytest.mark.requirement("N-14")
def test_what_is_hidden_large_of_another_kind_or_no_text_is_left_out(folder: Path):
    put(folder / ".env", "SECRET_KEY=canary")
    put(folder / ".hidden.md", "canary")
    put(folder / ".git" / "page.md", "canary")
    put(folder / "settings.py", "canary")
    put(folder / "page.html", "canary")
    put(folder / "Makefile", "canary")
    put(folder / "latin.md", "olá".encode("latin-1"))
    put(folder / "large.md", "x" * (LARGEST + 1))
    put(folder / "folder.md" / "inside.txt", "fine")
    os.mkfifo(folder / "pipe.txt")
    put(folder / "largest.md", "x" * LARGEST)
    expected = {"adr/0001-olá mundo.md", "api.json", "guide.md", "logo.png", "notes.txt", "plan.SVG"}

    found = names(Documents(folder))

    assert found == expected | {"largest.md", "folder.md/inside.txt"}


@pytest.mark.requirement("N-14")
def test_links_that_lead_out_of_the_folder_or_to_what_is_left_out_are_left_out(folder: Path):
    put(folder / ".hidden.md", "canary")
    put(folder / "settings.py", "canary")
    put(folder / "mcp" / "tools.json", "{}")
    before = names(Documents(folder))
    (folder / "out.md").symlink_to(folder.parent / "secret.md")
    (folder / "env.txt").symlink_to(folder.parent / ".env")
    (folder / "relative.md").symlink_to("../secret.md")
    (folder / "hidden.md").symlink_to(".hidden.md")
    (folder / "code.txt").symlink_to("settings.py")
    (folder / "catalog.json").symlink_to("mcp/tools.json")
    (folder / "broken.md").symlink_to("nowhere.md")
    (folder / "circle.md").symlink_to("circle.md")
    (folder / "elsewhere").symlink_to(folder.parent)
    (folder / "around").symlink_to(folder)
    (folder / "picture.md").symlink_to("logo.png")
    (folder / "inside.md").symlink_to("guide.md")

    found = names(Documents(folder))

    assert found == before | {"inside.md"}


def test_the_catalog_is_left_out_under_its_usual_name_and_wherever_else_it_is(folder: Path):
    put(folder / "mcp" / "tools.json", "{}")
    elsewhere = put(folder / "agents.json", "{}")
    (folder / "linked.json").symlink_to("agents.json")

    found = names(Documents(folder, without=[elsewhere]))

    assert not {"mcp/tools.json", "agents.json", "linked.json"} & found
    assert "api.json" in found


@pytest.mark.requirement("N-14")
@pytest.mark.parametrize(
    "uri",
    [
        "", "guide.md", "/guide.md", "mcpbridge://docs", "mcpbridge://docs/", "mcpbridge://docs//guide.md",
        "mcpbridge://docs/./guide.md", "mcpbridge://docs/../secret.md", "mcpbridge://docs/../.env",
        "mcpbridge://docs/adr/../guide.md", "mcpbridge://docs/%2e%2e/secret.md", "mcpbridge://docs/..%2fsecret.md",
        "mcpbridge://docs/%67uide.md", "mcpbridge://docs/guide%2Emd", "mcpbridge://docs/adr%2F0001-olá mundo.md",
        "mcpbridge://docs/adr/0001-olá mundo.md", "mcpbridge://docs/adr/0001-ol%c3%a1%20mundo.md",
        "MCPBRIDGE://docs/guide.md", "mcpbridge://DOCS/guide.md", "mcpbridge://docs/GUIDE.md",
        "file:///etc/passwd", "https://docs/guide.md", "mcpbridge:docs/guide.md", "mcpbridge://docs/guide.md\x00",
        "mcpbridge://docs/guide.md\x00.txt", "mcpbridge://docs/guide.md?x=1", "mcpbridge://docs/guide.md#x",
        "mcpbridge://docs/guide.md ", "mcpbridge://docs/\ud800", "mcpbridge://docs\\guide.md", "mcpbridge://docs/adr",
        "mcpbridge://docs//etc/passwd", "mcpbridge://docs/" + "../" * 100_000 + "etc/passwd",
        "mcpbridge://docs/" + "a" * 1_000_000,
    ],
)  # fmt: skip
def test_an_address_that_is_not_exactly_a_listed_one_shows_nothing(folder: Path, uri: str):
    assert read(Documents(folder), uri) is None


def test_a_document_is_read_as_it_is_now_and_not_at_all_when_it_is_none_any_more(folder: Path):
    documents = Documents(folder)
    address = f"{DOCS}guide.md"
    assert address in listed(documents)

    put(folder / "guide.md", "new")
    changed = read(documents, address)
    put(folder / "guide.md", b"\xff")
    no_text = read(documents, address)
    put(folder / "guide.md", b"x" * (LARGEST + 1))
    too_large = read(documents, address)
    (folder / "guide.md").unlink()
    vanished = read(documents, address)
    (folder / "guide.md").symlink_to("../secret.md")
    leads_out = read(documents, address)

    assert changed is not None and changed["text"] == "new"
    assert (no_text, too_large, vanished, leads_out) == (None, None, None, None)


def test_a_file_that_comes_later_is_no_document(folder: Path):
    documents = Documents(folder)
    listed(documents)

    put(folder / "later.md", "# Later")

    assert f"{DOCS}later.md" not in listed(documents)
    assert read(documents, f"{DOCS}later.md") is None


def test_a_name_on_disk_that_is_no_text_is_left_out(folder: Path):
    before = names(Documents(folder))
    with open(os.fsencode(folder) + b"/\xff\xfe.md", "wb") as opened:
        opened.write(b"# Strange")

    assert names(Documents(folder)) == before


def test_a_folder_that_is_not_there_has_no_documents(tmp_path: Path):
    assert listed(Documents(tmp_path / "nowhere")) == {}


def test_a_folder_may_be_reached_by_a_link(folder: Path, tmp_path: Path):
    (tmp_path / "link").symlink_to(folder)

    assert names(Documents(tmp_path / "link")) == names(Documents(folder))


@pytest.mark.requirement("N-12", "N-14")
def test_the_documents_of_this_project_are_all_readable_and_tell_no_path_of_this_machine():
    documents = Documents(ROOT / "docs")

    found = {uri: read(documents, uri) for uri in listed(documents)}

    assert {f"{DOCS}calls-and-errors.md", f"{DOCS}openapi.json"} <= set(found)
    assert f"{DOCS}mcp/tools.json" not in found
    assert None not in found.values()
    assert f"{ROOT}/" not in json.dumps(found)
