"""Bytes of any kind -> what the decoder makes of them, tried with inputs that nobody thought of.

Briefly, and always with the same inputs, in every run; at length and with new ones each time among the slow tests.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from mcpbridge.serve import jsonrpc
from mcpbridge.serve.jsonrpc import Message, Rejection
from tests.protocol.corpus import CORPUS, META, deep

BRIEFLY = settings(max_examples=150, deadline=None, derandomize=True, database=None)
AT_LENGTH = settings(
    max_examples=1_500, deadline=None, database=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)

# Halves of surrogate pairs among them, which Python's texts can hold and UTF-8 cannot.
texts = st.text(st.characters())
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**300), 10**300)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
ids = texts | st.integers(-(10**40), 10**40)
methods = texts | st.sampled_from(["ping", "tools/call", "notifications/cancelled"])
messages = st.builds(Message, methods, st.dictionaries(texts, values, max_size=4), ids | st.none())

# JSON by its grammar, and yet nothing that could be accepted.
unfit = st.sampled_from(["1e999", "-1e999", "9" * 5_000, '{"a":1,"a":2}', deep(300), '{"\\u0061":[1e999],"a":[]}'])
members = st.tuples(
    st.sampled_from(["jsonrpc", "method", "params", "result", "error", "x"]) | texts.filter(lambda key: key != "id"),
    st.just('"2.0"') | st.builds(json.dumps, values) | unfit,
)


@st.composite
def spliced(draw: Callable[[SearchStrategy[Any]], Any]) -> bytes:
    """A line of the corpus with a few pieces of it cut out, doubled, or replaced by bytes of any kind."""
    line: bytes = draw(st.sampled_from([entry.raw for entry in CORPUS if len(entry.raw) < 2_000]))
    for _time in range(draw(st.integers(1, 4))):
        start, end = sorted((draw(st.integers(0, len(line))), draw(st.integers(0, len(line)))))
        piece = draw(st.sampled_from([b"", line[start:end] * 2, META.encode()]) | st.binary(max_size=6))
        line = line[:start] + piece + line[end:]
    return line


def is_understood_or_refused(raw: bytes) -> None:
    """It is a message, a rejection or nothing, and each can be answered in one line of JSON in UTF-8."""
    found = jsonrpc.decode(raw)

    if isinstance(found, Message):
        lines = [jsonrpc.encode_result(found.id, {"method": found.method, "params": found.params})]
    elif isinstance(found, Rejection):
        lines = [jsonrpc.encode_error(found.id, found.error)]
    else:
        lines = []
    assert len(lines) == (found is not None)
    for line in lines:
        text = line.decode("utf-8")
        assert len(text.splitlines()) == 1
        assert json.loads(text)["id"] == found.id  # type: ignore[union-attr]


def keeps_its_id(id: str | int, before: list[tuple[str, str]], after: list[tuple[str, str]]) -> None:
    """Whatever stands beside it, a message with a good id is answered with it, unless it is itself an answer."""
    pairs = [*before, ("id", json.dumps(id)), *after]
    raw = "{" + ",".join(f"{json.dumps(key)}:{value}" for key, value in pairs) + "}"

    found = jsonrpc.decode(raw.encode())

    keys = {key for key, _value in pairs}
    if "method" not in keys and keys & {"result", "error"}:
        assert found is None
    else:
        assert found is not None and (type(found.id), found.id) == (type(id), id)


def is_understood_as_meant(message: Message) -> None:
    found = jsonrpc.decode(written(message))

    assert found == message


def written(message: Message) -> bytes:
    content = {"jsonrpc": "2.0", "method": message.method, "params": message.params}
    return json.dumps(content if message.id is None else content | {"id": message.id}).encode()


PROPERTIES = {
    "bytes of any kind": (is_understood_or_refused, [st.binary(max_size=200)]),
    "JSON of any kind": (is_understood_or_refused, [st.builds(json.dumps, values).map(str.encode)]),
    "lines of the corpus, spliced": (is_understood_or_refused, [spliced()]),
    "a good id among anything": (keeps_its_id, [ids, st.lists(members, max_size=4), st.lists(members, max_size=4)]),
    "good messages": (is_understood_as_meant, [messages]),
    "good messages, answered": (is_understood_or_refused, [messages.map(written)]),
}


@pytest.mark.requirement("B-01")
@pytest.mark.parametrize("inputs", PROPERTIES)
def test_whatever_comes_is_understood_or_refused_under_its_id(inputs: str) -> None:
    check, strategies = PROPERTIES[inputs]

    BRIEFLY(given(*strategies)(check))()


@pytest.mark.slow
@pytest.mark.parametrize("inputs", PROPERTIES)
def test_it_holds_for_thousands_of_inputs_that_are_new_each_time(inputs: str) -> None:
    check, strategies = PROPERTIES[inputs]

    AT_LENGTH(given(*strategies)(check))()
