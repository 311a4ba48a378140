"""Cases about the database behind a process that lives long."""

from __future__ import annotations

import json

import pytest
from django.db import connection, connections

from mcpbridge.serve import jsonrpc
from tests.cases.project.models import Card
from tests.saying import answer_to

pytestmark = pytest.mark.django_db(transaction=True)


def lose_connection():
    """What a server does to a connection that was idle for too long; SQLite has no server, so there it is closed."""
    if connection.vendor != "mysql":
        connection.close()
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT CONNECTION_ID()")
        (number,) = cursor.fetchone()
    other = connections["default"].copy()
    with other.cursor() as cursor:
        cursor.execute(f"KILL CONNECTION {int(number)}")
    other.close()


@pytest.fixture
def say(bridge, cast):
    """say(tool, arguments) -> the structured result, by a message such as a line of standard input is."""

    def saying(tool, arguments):
        params = {"name": tool, "arguments": arguments}
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        answer = answer_to(jsonrpc.decode(line.encode()), bridge, "owner")
        assert "result" in answer, answer
        return answer["result"]["structuredContent"]

    return saying


@pytest.mark.parametrize("max_age", [0, 60, None])
@pytest.mark.parametrize("health_checks", [False, True])
def test_case_18_a_connection_that_the_server_has_closed_costs_no_call(say, monkeypatch, max_age, health_checks):
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", max_age)
    monkeypatch.setitem(connection.settings_dict, "CONN_HEALTH_CHECKS", health_checks)
    connection.close()
    say("cards_create", {"title": "first"})

    lose_connection()
    second = say("cards_create", {"title": "second"})
    lose_connection()
    third = say("cards_list", {})

    assert second["status"] == "success"
    assert third["total"] == 2
    assert Card.objects.count() == 2
