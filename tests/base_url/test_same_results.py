"""The same calls in process and at a base URL -> the same results: members, order and values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.base_url.calls import EVERY
from tests.base_url.processes import MODULE, environment
from tests.http.processes import SERVERS, token_of
from tests.installation import Installation, installed
from tests.oracles.servers import Served, serving
from tests.protocol.server import AS_ADMIN, Server, initialize, request

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("installation")]

LEVELS = ("--allow", "admin", "--allow", "destructive")
NOW = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}")
"""The demo's own times have no fractions, so what has some was written by a call."""


@pytest.fixture(scope="module")
def twin(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Another installation with the same rows."""
    with installed(tmp_path_factory.mktemp("twin")) as made:
        yield made


def told(answer: dict[str, Any]) -> str:
    """An answer as it came, without its ids and times."""
    result = answer.get("result")
    if result is None:
        return json.dumps(answer["error"])
    request_id = result["_meta"]["mcpbridge/request_id"]
    assert request_id == result["structuredContent"]["request_id"]
    texts = [block["text"] for block in result["content"]]
    assert json.loads(texts[-1]) == result["structuredContent"]
    return NOW.sub("A TIME", json.dumps([texts, result["isError"]]).replace(request_id, "AN ID"))


@pytest.mark.requirement("N-10", "N-14", "N-09")
def test_sixty_calls_give_the_same_results_at_a_base_url_as_in_process(
    installation: Installation, twin: Installation, tmp_path: Path
):
    assert len(EVERY) >= 60
    token = token_of(installation, "admin")
    with ExitStack() as stack:
        api: Served = stack.enter_context(serving(SERVERS["gunicorn, threads"], installation.environment, tmp_path))
        url = api.url.removesuffix("/mcp")
        near = Server([*AS_ADMIN, *LEVELS], twin.environment, tmp_path / "near")
        far = Server([*MODULE, *LEVELS, "--base-url", url], environment(token), tmp_path / "far")
        for one in (near, far):
            stack.callback(one.end)
            one.ask(initialize(0))

        answers = [
            tuple(one.ask(request(number, "tools/call", name=name, arguments=arguments)) for one in (near, far))
            for number, (name, arguments) in enumerate(EVERY, 1)
        ]

        differing = [
            f"{EVERY[number]}\n  in process: {told(here)}\n  base URL:   {told(there)}"
            for number, (here, there) in enumerate(answers)
            if told(here) != told(there)
        ]
    assert not differing, "\n".join(differing)
    contents = [here["result"]["structuredContent"] for here, _there in answers if "result" in here]
    kinds = {content.get("http_status", 200) for content in contents}
    assert {200, 400, 404, 409} <= kinds
    assert api.failures == []
