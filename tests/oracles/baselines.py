"""A revision of the protocol -> what of the conformance suite must pass, and what its baseline excuses and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REVISIONS = ("2025-11-25", "2026-07-28")

_BOTH = (
    "tools-list", "tools-call-simple-text", "tools-call-image", "tools-call-audio", "tools-call-error",
    "json-schema-2020-12", "resources-list", "resources-read-text", "resources-read-binary",
    "resources-templates-read", "dns-rebinding-protection",
)  # fmt: skip
MUST_PASS = {
    "2025-11-25": (*_BOTH, "server-initialize", "ping"),
    "2026-07-28": (*_BOTH, "server-stateless", "http-header-validation", "sep-2164-resource-not-found", "caching"),
}
"""Scenarios; the suite itself counts some of them as optional."""

MAY_FALL_SHORT = {"caching:sep-2549-prompts-list-caching-hints"}
"""Of the scenarios that must pass: there are no prompts."""

_ENTRY = re.compile(r"  - (?P<name>\S+)(?:\s+# *(?P<reason>.+))?\Z")


@dataclass(frozen=True)
class Entry:
    """One excused check. name: the scenario, or scenario:check. reason: "" where none stands beside or above it."""

    name: str
    reason: str

    @property
    def scenario(self) -> str:
        return self.name.partition(":")[0]


def path(revision: str) -> Path:
    return Path(__file__).with_name(f"baseline-{revision}.yml")


def entries(text: str) -> Iterator[Entry]:
    """The entries of a baseline's text. Raises ValueError for a line that is none and no comment."""
    above = ""
    for line in text.partition("server:\n")[2].splitlines():
        if line.lstrip().startswith("#"):
            above = line.lstrip("# ")
        elif found := _ENTRY.match(line):
            yield Entry(found["name"], found["reason"] or above)
            # A comment speaks for the one entry below it.
            above = ""
        else:
            raise ValueError(f"This line of a baseline is neither an entry nor a comment: {line!r}")
