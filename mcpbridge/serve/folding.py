"""Texts that people write differently -> one text to compare, how near two texts are, and what may be shown of one.

Names are compared here, in Python, so that SQLite and MariaDB agree and no database's collation decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from typing import TypeVar

T = TypeVar("T")

NAME_SHOWN = 100
"""Characters of a stored name that an answer shows."""

COMPARED = 1_000
"""Characters of a text that are compared; a longer one is no name."""

NEAR = 0.6
"""From here on two texts are near enough to ask "did you mean". 1 is equal, 0 has nothing in common."""

_BLANKS = re.compile(r"\s+")
_BRANCH = re.compile(r" ?> ?")
# The accents of Latin, Greek and Cyrillic; marks of other scripts make another letter (Japanese ha, pa), so they stay,
# and so does the one that makes a Cyrillic short i of an i.
_ACCENTS = re.compile("(?<![иИ])[\u0300-\u036f]+")
# Letters with a stroke or joined, which Unicode does not take apart.
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
# Not seen, though no control character: fillers, the grapheme joiner, and selectors that can carry a hidden text.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0e\U000e0000-\U000e0fff]")
_JOINER = "\u200d"


def fold(text: str) -> str:
    """The text without case, accents, invisible characters and superfluous blanks, those around ">" included."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text)).casefold().translate(_LETTERS)
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", plain))
    if not plain.isascii():
        plain = _UNSEEN.sub("", "".join(letter for letter in plain if unicodedata.category(letter) != "Cf"))
    return _BRANCH.sub(" > ", _BLANKS.sub(" ", plain)).strip()


def clean(text: str, most: int = NAME_SHOWN) -> str:
    """A stored text as it may stand in an answer: one line, nothing invisible, at most `most` characters.

    Emoji stay whole: the joiner between two of them is kept.
    """
    kept: list[str] = []
    for letter in _BLANKS.sub(" ", text[: most * 8]):
        category = unicodedata.category(letter)
        joins = letter == _JOINER and kept and unicodedata.category(kept[-1]) in ("So", "Sk", "Mn")
        if joins or not category.startswith("C"):
            kept.append(letter)
    shown = _BLANKS.sub(" ", _UNSEEN.sub("", "".join(kept))).strip()
    return shown if len(shown) <= most else shown[: most - 1] + "…"


def closest(
    wanted: str, items: Sequence[T], texts: Callable[[T], Iterable[str]], most: int, least: float = 0
) -> list[T]:
    """At most `most` items, the nearest to `wanted` first, none under `least`; equally near ones as they came.

    texts: the texts of one item, of which the nearest counts.
    """
    matcher = SequenceMatcher(autojunk=False)
    goal = fold(wanted[:COMPARED])
    matcher.set_seq2(goal)
    ranked = [(max((_quick(matcher, goal, text) for text in texts(item)), default=0.0), item) for item in items]
    # The exact comparison is dear, so it sees those alone that the quick one, which never says too little, left over.
    ranked = sorted(ranked, key=lambda pair: -pair[0])[: max(100, most)]
    scored = [(max((_closeness(matcher, goal, text) for text in texts(item)), default=0.0), item) for _, item in ranked]
    return [item for score, item in sorted(scored, key=lambda pair: -pair[0]) if score >= least][:most]


def near(wanted: str, names: Sequence[str], most: int = 3) -> list[str]:
    """The names that may have been meant, the nearest first; none where nothing is near."""
    return closest(wanted, names, lambda name: (name,), most, NEAR)


def _quick(matcher: SequenceMatcher[str], goal: str, text: str) -> float:
    folded = fold(text[:COMPARED])
    matcher.set_seq1(folded)
    return max(matcher.quick_ratio(), _contained(goal, folded))


def _closeness(matcher: SequenceMatcher[str], goal: str, text: str) -> float:
    folded = fold(text[:COMPARED])
    matcher.set_seq1(folded)
    return max(matcher.ratio(), _contained(goal, folded))


def _contained(one: str, other: str) -> float:
    """A part stands for the whole ("manager_id" for "manager") where it is no mere syllable."""
    shorter, longer = sorted((one, other), key=len)
    return 0.75 + 0.2 * len(shorter) / len(longer) if len(shorter) > 2 and shorter in longer else 0.0
