"""Images and sounds that the API answers: shown as such where clients can show them, and else described."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from mcpbridge.govern.policy import LevelGate
from mcpbridge.serve.calls import Call, Reply, Rules
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.results import Outcome
from mcpbridge.serve.running import Run
from mcpbridge.tools import Catalog, Operation, Safety, Tool

BYTES = b"\x89PNG\r\n\x1a\n\x00\xff"


class Gallery:
    """Answers every call with the same bytes, said to be of one kind."""

    def __init__(self, kind: str, body: bytes, *, cut: bool = False, status: int = 200) -> None:
        headers = {"content-type": kind, "x-request-id": "given-by-api"}
        self.reply = Reply(status, headers, body, cut)

    def send(self, call: Call, caller: Any) -> Reply:
        return self.reply


def called(kind: str, body: bytes = BYTES, *, method: Any = "GET", **more: Any) -> Outcome:
    action: Any = "retrieve" if method == "GET" else "action"
    safety = Safety("read", (), True, False, True, False)
    tool = Tool("pictures_get", "Get", "Gets.", Operation(method, "/picture/", action), safety, True, True)
    pipeline = Pipeline(Catalog({tool.name: tool}), Gallery(kind, body, **more), LevelGate(), Rules)
    return pipeline.call("pictures_get", {}, None, Run("id"))


def only_text(outcome: Outcome) -> bool:
    """Whether the result is nothing but the structured content as text."""
    (block,) = outcome.as_result()["content"]
    return bool(block["type"] == "text" and json.loads(block["text"]) == outcome.content)


@pytest.mark.parametrize(
    ("kind", "block", "shown_as"),
    [
        ("image/png", "image", "image/png"),
        ("image/jpeg", "image", "image/jpeg"),
        ("image/jpg", "image", "image/jpeg"),
        ("image/gif", "image", "image/gif"),
        ("image/webp", "image", "image/webp"),
        ("IMAGE/PNG; charset=binary", "image", "image/png"),
        ("audio/mpeg", "audio", "audio/mpeg"),
        ("audio/wav", "audio", "audio/wav"),
        ("audio/x-wav", "audio", "audio/wav"),
        ("audio/ogg", "audio", "audio/ogg"),
    ],
)
def test_an_image_or_a_sound_comes_before_the_text_that_repeats_the_structured_content(
    kind: str, block: str, shown_as: str
):
    result = called(kind).as_result()

    media, text = result["content"]
    assert media == {"type": block, "data": base64.b64encode(BYTES).decode("ascii"), "mimeType": shown_as}
    assert text["type"] == "text"
    assert json.loads(text["text"]) == result["structuredContent"]
    assert result["structuredContent"] == {
        "item": {"type": kind.partition(";")[0].lower(), "bytes": len(BYTES)},
        "request_id": "given-by-api",
    }
    assert result["isError"] is False


@pytest.mark.parametrize("kind", ["image/png", "audio/ogg"])
def test_the_largest_that_is_shown_is_shown_and_one_byte_more_is_described(kind: str):
    largest, larger = called(kind, b"x" * 750_000), called(kind, b"x" * 750_001)

    assert len(largest.blocks) == 1
    assert only_text(larger)
    assert larger.content["item"] == {"type": kind, "bytes": 750_001}
    assert larger.content["notes"] == [f"The API answered {kind}, which is not shown: it is larger than 750,000 bytes."]


def test_an_image_of_which_only_a_part_came_is_never_shown():
    outcome = called("image/png", cut=True)

    assert only_text(outcome)
    assert "larger than" in outcome.content["notes"][0]


@pytest.mark.parametrize("kind", ["image/tiff", "image/x-icon", "audio/midi", "video/mp4", "application/pdf", "image"])
def test_other_kinds_are_described_as_ever(kind: str):
    outcome = called(kind)

    assert only_text(outcome)
    assert outcome.content["item"] == {"type": kind, "bytes": len(BYTES)}
    assert outcome.content["notes"] == [f"The API answered {kind}, which is not shown."]


@pytest.mark.parametrize("kind", ["image/svg+xml", "text/plain", "text/csv"])
def test_a_drawing_in_svg_is_text_like_any_other(kind: str):
    outcome = called(kind, b"<svg/>")

    assert only_text(outcome)
    assert outcome.content["item"] == {"type": kind, "text": "<svg/>"}


def test_an_image_with_nothing_in_it_is_nothing():
    outcome = called("image/png", b"")

    assert only_text(outcome)
    assert outcome.content["item"] is None


def test_an_image_that_comes_with_an_error_is_not_shown():
    outcome = called("image/png", status=404)

    assert outcome.is_error
    assert not outcome.blocks
    assert [block["type"] for block in outcome.as_result()["content"]] == ["text", "text"]
    assert outcome.content["content_type"] == "image/png"


def test_what_a_write_answers_is_described_and_not_shown():
    outcome = called("image/png", method="POST")

    assert only_text(outcome)
    assert outcome.content["result"]["item"] == {"type": "image/png", "bytes": len(BYTES)}
