"""A text as a person writes it -> the key under which it is compared, the same on every database.

MariaDB's collations hold all emoji for equal and ignore trailing blanks; SQLite's LIKE folds ASCII letters alone.
So the key is pure ASCII and every comparison of names is made on keys.
"""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b

# InnoDB indexes at most 3072 bytes: 768 characters of utf8mb4.
KEY_LENGTH = 700

_BLANKS = re.compile(r"\s+")
_SEPARATOR = re.compile(r" ?> ?")
# The accents of Latin, Greek and Cyrillic; marks of other scripts make another letter (Japanese ha, pa), so they stay,
# and so does the one that makes a Cyrillic short i of an i. The bridge folds alike: see mcpbridge.serve.folding.
_ACCENTS = re.compile("(?<![иИ])[\u0300-\u036f]+")
# Letters with a stroke or joined, which Unicode does not take apart. Small ones alone: the rest is folded before.
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
# Categories of characters that show nothing by themselves: controls, formats, surrogates, blanks, marks.
_BARE = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Mn", "Me"}
# Not seen, though no control character: fillers, the grapheme joiner, and selectors that can carry a hidden text.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0e\U000e0000-\U000e0fff]")


def fold(text: str) -> str:
    """A key that ignores case, accents, the amount of blanks, and invisible characters.

    Blanks around ">" do not count either, so that "Brasil>São Paulo" finds "Brasil > São Paulo". Characters that
    are not ASCII after folding stay distinct: they become their escape ("\\u65e5").
    """
    plain = _without_accents(text).casefold().translate(_LETTERS)
    plain = _without_accents(plain).translate(_SEEN)
    spaced = _SEPARATOR.sub(" > ", _BLANKS.sub(" ", plain)).strip()
    # A backslash of the text itself is doubled, so that no typed text can pose as the escape of another.
    return spaced.replace("\\", "\\\\").encode("ascii", "backslashreplace").decode("ascii")


def fold_key(text: str) -> str:
    """The key as an indexed column holds it: at most KEY_LENGTH characters.

    A longer one ends in a digest of the whole, so that long names which begin alike stay different.
    """
    key = fold(text)
    if len(key) <= KEY_LENGTH:
        return key
    # fold() writes no backslash before a "#", so no shorter name has such a key.
    ending = "\\#" + blake2b(key.encode("ascii"), digest_size=16).hexdigest()
    return key[: KEY_LENGTH - len(ending)] + ending


def fold_words(text: str) -> list[str]:
    """The keys of the words of a search, each to be found somewhere; without repeats, in the order written."""
    return list(dict.fromkeys(fold(text).split()))


def shows(text: str) -> bool:
    """Whether a reader sees anything of it: blanks, controls, zero-width characters and lone accents show nothing."""
    return any(unicodedata.category(each) not in _BARE for each in _UNSEEN.sub("", text))


def _without_accents(text: str) -> str:
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text))


class _Seen(dict[int, int | None]):
    """A code point -> itself, or None where it is neither seen nor a blank: controls, zero-width characters,
    directions. Each is looked up once; most of a long text is the same few letters."""

    def __missing__(self, code: int) -> int | None:
        character = chr(code)
        hidden = unicodedata.category(character) in {"Cc", "Cf"} and not character.isspace()
        self[code] = None if hidden or _UNSEEN.match(character) else code
        return self[code]


_SEEN = _Seen()
