"""Bytes of a command as they come -> the text that is kept of them: its beginning, its end, and nothing secret.

However much comes, what is held stays of one size. Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mcpbridge.secrecy import without

HEAD = 8_000
TAIL = 32_000
"""Bytes that are kept of the beginning and of the end, where what a program did mostly stands."""

# Colours and cursors (CSI), titles and links (OSC and the like, to their end or that of the text), and the short ones.
_ESCAPES = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[\\]PX^_][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\\\|\x9c)?|\x1b[ -/]*[0-~]?"
)
_LINE_ENDS = re.compile("\r\n|\r+")
# Whatever else is no text: control characters, and those that hide text or turn its direction round.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)


class Output:
    """What one command has written so far."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._size = 0

    def add(self, chunk: bytes) -> None:
        self._size += len(chunk)
        room = HEAD - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:][-TAIL:]
        # Only now and then, since each cut moves what is kept.
        if len(self._tail) > 2 * TAIL:
            del self._tail[:-TAIL]

    @property
    def is_cut(self) -> bool:
        return self._size > HEAD + TAIL

    def text(self, secrets: frozenset[str]) -> str:
        """As UTF-8, without escapes; what is left out is said. No secret stands in it, nor the half of one."""
        if not self.is_cut:
            return _hidden(_plain(self._head + self._tail), secrets)
        # What is cut in the midst of a letter is no letter.
        head, tail = _plain(self._head).rstrip("\ufffd"), _plain(self._tail[-TAIL:]).lstrip("\ufffd")
        left_out = f"[{self._size - HEAD - TAIL:,} bytes were left out here]"
        head = _without_torn_end(_hidden(head, secrets), secrets)
        tail = _without_torn_start(_hidden(tail, secrets), secrets)
        return f"{head}\n{left_out}\n{tail}"


def _plain(raw: bytes | bytearray) -> str:
    text = _ESCAPES.sub("", raw.decode("utf-8", "replace"))
    return _UNSEEN.sub("", _LINE_ENDS.sub("\n", text))


def _hidden(text: str, secrets: frozenset[str]) -> str:
    return str(without(text, secrets))


def _without_torn_end(text: str, secrets: Iterable[str]) -> str:
    """Without the beginning of a secret whose rest was cut off."""
    torn = (size for secret in secrets for size in range(1, len(secret)) if text.endswith(secret[:size]))
    return text[: len(text) - max(torn, default=0)]


def _without_torn_start(text: str, secrets: Iterable[str]) -> str:
    torn = (size for secret in secrets for size in range(1, len(secret)) if text.startswith(secret[-size:]))
    return text[max(torn, default=0) :]
