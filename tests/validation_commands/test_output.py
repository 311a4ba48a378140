"""What is kept of a command's output: plain text of one size, without the half of a secret."""

from __future__ import annotations

import tracemalloc

import pytest

from mcpbridge.commands.output import HEAD, TAIL, Output

pytestmark = pytest.mark.requirement("N-13")

SECRET = "canary-wörd-0123456789"


def text_of(*chunks: bytes, secrets: frozenset[str] = frozenset()) -> str:
    output = Output()
    for chunk in chunks:
        output.add(chunk)
    return output.text(secrets)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (b"\x1b[1;31mred\x1b[0m", "red"),
        (b"\x1b]8;;https://example.org/\x1b\\link\x1b]8;;\x1b\\", "link"),
        (b"\x1b]0;never closed\nnext line", "\nnext line"),
        (b"\x1b(Bplain\x1b=\x1bM", "plain"),
        (b"\x1bP1;2|device\x1b\\after", "after"),
        (b"10%\r50%\r100%\r\ndone\r\n", "10%\n50%\n100%\ndone\n"),
        (b"a\x00b\x07c\x08d\x7fe\tf", "abcde\tf"),
        ("turned \u202eround\u202c, \u200bhidden, \U000e0041tagged".encode(), "turned round, hidden, tagged"),
        ("\x9b31mC1\x9c".encode(), "C1"),
        (b"broken \xff\xc3 text", "broken \ufffd\ufffd text"),
        ("São Paulo 🎉".encode(), "São Paulo 🎉"),
        (b"\x1b", ""),
    ],
)
def test_escapes_and_what_cannot_be_seen_are_taken_out(written: bytes, shown: str) -> None:
    assert text_of(written) == shown
    # Wherever the pipe cuts it.
    assert text_of(*(bytes((byte,)) for byte in written)) == shown


def test_beginning_and_end_are_kept_and_the_rest_is_counted() -> None:
    beginning, middle, end = b"b" * HEAD, b"m" * 1_234, b"e" * TAIL

    assert text_of(beginning, middle, end) == f"{'b' * HEAD}\n[1,234 bytes were left out here]\n{'e' * TAIL}"
    assert text_of(beginning + end) == "b" * HEAD + "e" * TAIL
    assert text_of((beginning + middle)[:-1], middle[-1:] + end) == text_of(beginning + middle + end)


def test_however_much_comes_no_more_is_held() -> None:
    output, chunk = Output(), b"x" * 65_536
    tracemalloc.start()

    for _time in range(2_000):
        output.add(chunk)

    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert output.is_cut
    assert most < 10 * (HEAD + TAIL)


@pytest.mark.parametrize("before", range(len(SECRET.encode()) + 1))
def test_a_secret_is_hidden_wherever_the_output_is_cut(before: int) -> None:
    secret = SECRET.encode()
    beginning = b"." * (HEAD - before) + secret
    end = secret + b"." * (TAIL - before)

    shown = text_of(beginning, b"-" * 100_000, end, secrets=frozenset((SECRET,)))

    left = shown.replace("(hidden)", "")
    assert not any(SECRET[:size] in left or SECRET[-size:] in left for size in range(1, len(SECRET) + 1)), shown[
        HEAD - 30 : HEAD + 80
    ]


def test_a_secret_is_hidden_though_colours_stand_in_it() -> None:
    assert text_of(b"key: can\x1b[1mary-word", secrets=frozenset(("canary-word",))) == "key: (hidden)"
