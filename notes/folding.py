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
    return "".join(kept for kept in unicodedata.normalize("NFKD", text) if not _is_ignored(kept))


def _is_ignored(character: str) -> bool:
    """Accents, and what is neither seen nor a blank: controls, zero-width characters, directions."""
    if unicodedata.combining(character):
        return True
    return unicodedata.category(character) in {"Cc", "Cf"} and not character.isspace()
