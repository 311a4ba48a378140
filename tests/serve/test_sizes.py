"""Lists and texts that are too large for one answer: what is shown, and how the rest is reached."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcpbridge.govern.policy import LevelGate
from mcpbridge.serve.calls import Call, Reply, Rules
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.running import Run
from mcpbridge.tools import LEVELS, Argument, Catalog, Operation, Paging, Safety, Shape, Tool


class PagedApi:
    """Answers a list of numbered rows in pages, as DRF's paginators do; a text of `width` characters in each row."""

    def __init__(self, style: str, total: int, width: int, most: int = 100) -> None:
        self.style, self.total, self.width, self.most = style, total, width, most

    def send(self, call: Call, caller: Any) -> Reply:
        query = dict(call.query)
        size = min(int(query.get("size", 10)), self.most)
        at = int(query.get("page", {"page": 1, "offset": 0, "cursor": 0}[self.style]))
        start = (at - 1) * size if self.style == "page" else at
        rows = [{"id": number, "text": "x" * self.width} for number in range(start, min(start + size, self.total))]
        following = at + 1 if self.style == "page" else start + size
        address = f"http://api/?page={following}" if start + size < self.total else None
        body = json.dumps({"count": self.total, "next": address, "results": rows}).encode()
        return Reply(200, {"content-type": "application/json"}, body)


def listing(style: Any, size: str) -> Tool:
    def window(name: str) -> Argument:
        return Argument(name, "query", name, Shape("integer" if style != "cursor" else "string"))

    arguments = (window("page"), *([Argument(size, "query", size, Shape("integer"))] if size else []))
    paging = Paging(style, "page", size, 10, 100, "results", "count")
    safety = Safety("read", (), True, False, True, False)
    return Tool("rows_list", "", "", Operation("GET", "/rows/", "list", paging=paging), safety, True, True,
                arguments=arguments)  # fmt: skip


def walked(tool: Tool, api: Any, **first: Any) -> list[dict[str, Any]]:
    """The answers from the first page on, by the arguments that each answer gives for the next."""
    pipeline = Pipeline(
        Catalog({tool.name: tool}), api, LevelGate(LEVELS), lambda: Rules(max_bytes=3_000, max_text=400)
    )
    answers: list[dict[str, Any]] = []
    arguments: dict[str, Any] | None = first
    while arguments is not None and len(answers) < 200:
        answers.append(pipeline.call(tool.name, arguments, None, Run("id")).content)
        arguments = answers[-1]["next"]
    return answers


@pytest.mark.requirement("E-06")
@pytest.mark.parametrize("style", ["page", "offset"])
@pytest.mark.parametrize("total", [1, 10, 37, 60])
@pytest.mark.parametrize("size", [1, 7, 10, 25, 100, 500])
@pytest.mark.parametrize("width", [10, 350, 5_000])
def test_whoever_follows_next_sees_every_row_once_however_large_rows_and_pages_are(
    style: str, total: int, size: int, width: int
) -> None:
    answers = walked(listing(style, "size"), PagedApi(style, total, width), size=size)

    assert [row["id"] for answer in answers for row in answer["items"]] == list(range(total))
    assert {answer["total"] for answer in answers} == {total}
    assert all(len(json.dumps(answer["items"])) < 4_000 for answer in answers)


def test_a_page_that_cannot_be_split_is_squeezed_until_all_its_rows_are_there() -> None:
    answers = walked(listing("cursor", ""), PagedApi("cursor", 35, 5_000))

    assert [row["id"] for answer in answers for row in answer["items"]] == list(range(35))
    assert "5000 characters" in answers[0]["items"][0]["text"]


def test_a_page_size_that_the_list_cuts_is_said() -> None:
    first = walked(listing("page", "size"), PagedApi("page", 300, 1), size=500)[0]

    assert "cut to 100" in first["notes"][0]


def shown(text: str, *, goes_on: bool, **arguments: Any) -> str:
    class OneRow:
        def send(self, call: Call, caller: Any) -> Reply:
            return Reply(200, {"content-type": "application/json"}, json.dumps({"id": 1, "text": text}).encode())

    window = Argument("text_from", "window", "text_from", Shape("integer"))
    tool = Tool("rows_get", "", "", Operation("GET", "/row/", "retrieve"), Safety("read", (), True, False, True, False),
                True, True, arguments=(window,) if goes_on else ())  # fmt: skip
    pipeline = Pipeline(Catalog({tool.name: tool}), OneRow(), LevelGate(), Rules)
    return str(pipeline.call("rows_get", arguments, None, Run("id")).content["item"]["text"])


def test_a_long_text_is_shown_in_parts_and_each_part_says_how_to_go_on() -> None:
    text = "".join(chr(97 + number % 26) for number in range(45_000))

    parts = [shown(text, goes_on=True, text_from=start) for start in (0, 20_000, 40_000)]

    assert "".join(part.partition(" [")[0] for part in parts) == text
    assert "go on with text_from=20000" in parts[0]
    assert "go on" not in parts[2]


def test_a_long_text_of_a_tool_that_cannot_go_on_does_not_say_so() -> None:
    assert shown("x" * 30_000, goes_on=False).endswith(" [characters 0 to 20000 of 30000]")
