"""The baselines of the conformance suite -> entries that say why, and excuse nothing that must pass."""

from __future__ import annotations

import pytest

from tests.oracles.baselines import MAY_FALL_SHORT, MUST_PASS, REVISIONS, entries, path


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_excuse_says_why_in_a_comment(revision: str) -> None:
    found = list(entries(path(revision).read_text(encoding="utf-8")))

    assert found
    assert not [entry.name for entry in found if len(entry.reason.split()) < 2]


@pytest.mark.parametrize("revision", REVISIONS)
def test_nothing_that_must_pass_is_excused(revision: str) -> None:
    found = list(entries(path(revision).read_text(encoding="utf-8")))

    assert {entry.name for entry in found if entry.scenario in MUST_PASS[revision]} <= MAY_FALL_SHORT


def test_an_excuse_without_a_reason_is_found():
    text = "# Above all.\nserver:\n  # Speaks for one alone.\n  - a:b\n  - c\n  - d:e  # beside it\n"

    found = [(entry.name, entry.reason) for entry in entries(text)]

    assert found == [("a:b", "Speaks for one alone."), ("c", ""), ("d:e", "beside it")]


def test_a_line_that_is_no_entry_is_found():
    with pytest.raises(ValueError, match="neither an entry nor a comment"):
        list(entries("server:\n  - a: b\n"))
