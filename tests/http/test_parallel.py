"""Many people's calls at the same moment, all with one JSON-RPC id -> to each the answer to its own."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tests.http.posting import headers_of, message, modern
from tests.http.processes import SERVERS, post
from tests.installation import Installation
from tests.oracles.servers import serving

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("installation"), pytest.mark.requirement("B-02")]

PEOPLE = 50
CALLS = 1_000
AT_ONCE = 100

CAST = f"""
import datetime, json
from django.contrib.auth.models import User
from django.utils import timezone
from mcpbridge.models import AccessToken
from notes.models import Note

tokens = {{}}
for number in range({PEOPLE}):
    user, _made = User.objects.get_or_create(username=f"parallel{{number}}")
    marker = f"marker-{{number:03}}"
    Note.objects.get_or_create(title=marker, author=user)
    tokens[marker] = AccessToken.objects.issue(user, "", timezone.now() + datetime.timedelta(days=1))[1]
print("=>" + json.dumps(tokens))
"""


@pytest.fixture
def tokens(installation: Installation) -> dict[str, str]:
    """Marker -> the token of the one person who has a note of that title, and sees no other such note."""
    made = installation.run("shell", "--no-imports", "-c", CAST)
    assert made.returncode == 0, made.stderr.decode()
    found: dict[str, str] = json.loads(made.stdout.decode().rpartition("=>")[2])
    return found


def test_a_thousand_calls_of_fifty_people_at_once_with_one_id_each_get_their_own_answer(
    installation: Installation, tokens: dict[str, str], tmp_path: Path
) -> None:
    start = Barrier(AT_ONCE)
    params = {"name": "notes_list", "arguments": {"search": "marker"}}

    def call(number: int, url: str) -> tuple[str, Any]:
        marker, token = list(tokens.items())[number % PEOPLE]
        # The two revisions take turns.
        sent = modern("tools/call", params) if number % 2 else message("tools/call", params)
        if number < AT_ONCE:
            start.wait(timeout=30)
        answer = post(url, token, sent, **(headers_of(sent) if number % 2 else {}))
        return marker, (answer.status, answer.json())

    server = SERVERS["gunicorn, threads"]
    with serving(server, installation.environment, tmp_path) as served, ThreadPoolExecutor(AT_ONCE) as crowd:
        answers = list(crowd.map(lambda number: call(number, served.url), range(CALLS)))

    assert len(answers) == CALLS
    for marker, (status, body) in answers:
        assert (status, body["id"]) == (200, 1), body
        content = body["result"]["structuredContent"]
        assert [row["title"] for row in content.get("items", ())] == [marker], content
    assert not served.failures
