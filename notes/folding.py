"""A text as a person writes it -> the key under which it is compared, the same on every database.

MariaDB's collations hold all emoji for equal and ignore trailing blanks; SQLite's LIKE folds ASCII letters alone.
So the key is pure ASCII and every comparison of names is made on keys.
"""

from __future__ import annotations

import re
import unicodedata

# InnoDB indexes at most 3072 bytes: 768 characters of utf8mb4.
KEY_LENGTH = 700

_BLANKS = re.compile(r"\s+")
_SEPARATOR = re.compile(r" ?> ?")
# Letters with a stroke or joined, which Unicode does not take apart. Small ones alone: the rest is folded before.
_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
# Not seen, though no control character: fillers, the grapheme joiner, and selectors that can carry a hidden text.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0e\U000e0000-\U000e0fff]")


def fold(text: str) -> str:
    """A key that ignores case, accents, the amount of blanks, and invisible characters.

    Blanks around ">" do not count either, so that "Brasil>São Paulo" finds "Brasil > São Paulo". Characters that
    are not ASCII after folding stay distinct: they become their escape ("\\u65e5").
    """
    plain = _without_marks(_without_marks(text).casefold())
    spaced = _SEPARATOR.sub(" > ", _BLANKS.sub(" ", plain)).strip()
    # A backslash of the text itself is doubled, so that no typed text can pose as the escape of another.
    return spaced.replace("\\", "\\\\").encode("ascii", "backslashreplace").decode("ascii")


def fold_key(text: str) -> str:
    """The key as an indexed column holds it: cut to KEY_LENGTH characters."""
    return fold(text)[:KEY_LENGTH].rstrip(" ")


def fold_words(text: str) -> list[str]:
    """The keys of the words of a search, each to be found somewhere; without repeats, in the order written."""
    return list(dict.fromkeys(fold(text).split()))


def _without_marks(text: str) -> str:
    return unicodedata.normalize("NFKD", text).translate(_KEPT)


class _Kept(dict[int, int | str | None]):
    """A code point -> itself, the plain letters for it, or None where it is left out: accents, and what is neither
    seen nor a blank (controls, zero-width characters, directions). Each is looked up once; most of a long text is the
    same few letters."""

    def __missing__(self, code: int) -> int | str | None:
        character = chr(code)
        self[code] = None if _is_left_out(character) else _LETTERS.get(character, code)
        return self[code]


def _is_left_out(character: str) -> bool:
    if unicodedata.combining(character) or _UNSEEN.match(character):
        return True
    return unicodedata.category(character) in {"Cc", "Cf"} and not character.isspace()


_KEPT = _Kept()
