"""A project's folder of documents -> MCP resources, for every caller alike.

Read are only the files found when the folder was first looked through, by exactly the addresses listed for them: no
address is ever made into a path. Standard library only.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mcpbridge.serve.resources import Content, Resource, Template

PREFIX = "mcpbridge://docs/"
KINDS = {
    ".md": "text/markdown",
    ".txt": "text/plain",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""Suffix -> media type; other files are no documents."""
BYTES = (".png",)
LARGEST = 1024 * 1024
CATALOG = "tools.json"
"""The catalog is shown by serve/catalog_resources, to each caller what it may see."""

LONGEST_TITLE = 200

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(\S.*)")


@dataclass(frozen=True)
class _File:
    """One document. path: as it was found, links not followed."""

    resource: Resource
    path: Path


class Documents:
    """The documents below a folder: not hidden, of a known kind, in UTF-8 where they are text, and of 1 MiB at most.

    without: files that are left out, beside any catalog file that has the usual name.
    """

    def __init__(self, folder: Path, without: Iterable[Path] = ()) -> None:
        self._folder = folder.resolve()
        self._without = frozenset(path.resolve() for path in without)

    def listed(self, caller: Any) -> Sequence[Resource]:
        return [file.resource for file in self._files.values()]

    def templates(self, caller: Any) -> Sequence[Template]:
        return ()

    def read(self, uri: str, caller: Any) -> Content | None:
        """The document as it is now; None where it is gone, or is no document any more."""
        file = self._files.get(uri)
        if file is None or (held := self._held(file.path)) is None:
            return None
        kind = file.resource.mime_type
        return Content(uri, kind, blob=held) if isinstance(held, bytes) else Content(uri, kind, text=held)

    @cached_property
    def _files(self) -> Mapping[str, _File]:
        """Address -> document. Made on first use, so that a large folder does not hold up the start."""
        return {file.resource.uri: file for path in self._found() if (file := self._file(path))}

    def _found(self) -> Iterator[Path]:
        for folder, below, names in os.walk(self._folder):
            below[:] = sorted(name for name in below if not name.startswith("."))
            yield from (Path(folder, name) for name in sorted(names))

    def _file(self, path: Path) -> _File | None:
        held = self._held(path)
        name = path.relative_to(self._folder).as_posix()
        if held is None or not _is_unicode(name):
            return None
        title = _heading(held) if isinstance(held, str) and path.suffix.lower() == ".md" else ""
        return _File(Resource(PREFIX + quote(name), name, title or path.name, "", KINDS[path.suffix.lower()]), path)

    def _held(self, path: Path) -> str | bytes | None:
        """Text or bytes of a file that is a document, wherever its links lead; None of any other."""
        try:
            actual = path.resolve()
            if not self._is_document(path) or not self._is_document(actual) or not actual.is_file():
                return None
            with actual.open("rb") as opened:
                held = opened.read(LARGEST + 1)
            if len(held) > LARGEST:
                return None
            return held if path.suffix.lower() in BYTES else held.decode("utf-8-sig")
        except (OSError, RuntimeError, ValueError):
            # A file that cannot be opened, links that go round in a circle, text in another encoding.
            return None

    def _is_document(self, path: Path) -> bool:
        if not path.is_relative_to(self._folder) or path in self._without or path.name == CATALOG:
            return False
        is_hidden = any(part.startswith(".") for part in path.relative_to(self._folder).parts)
        return path.suffix.lower() in KINDS and not is_hidden


def _heading(text: str) -> str:
    """The first heading of Markdown; "" where there is none. What looks like one in a block of code is none."""
    fence = ""
    for line in text.splitlines():
        begins = line.lstrip()[:3]
        if begins in ("```", "~~~") and fence in ("", begins):
            fence = "" if fence else begins
        elif not fence and (found := _HEADING.match(line)):
            return found.group(1).strip()[:LONGEST_TITLE]
    return ""


def _is_unicode(name: str) -> bool:
    """A name on disk may hold bytes that are no text in any encoding, and no message can carry those."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
