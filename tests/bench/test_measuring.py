"""The works that are measured -> the same answers both ways, so that the ratios compare like with like."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from bench import pairs, rows
from bench.names import Finder, Search, searches
from bench.plain import PlainClient
from mcpbridge import bridge
from mcpbridge.serve import jsonrpc
from notes.models import Location, Note, Project, ProjectState
from tests.saying import answer_to

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _connection_stays_open():
    """A plain request ends as a server ends it, which would close the connection under the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def _little_work():
    """What the works need of the demo data."""
    admin = User.objects.create_superuser(pairs.LOGIN)
    state = ProjectState.objects.create(name="Processing")
    project = Project.objects.create(name="Portal", manager=admin, state=state)
    Note.objects.bulk_create(
        Note(title=f"Reunião {number}", body="Palavras. " * number, project=project) for number in range(25)
    )


@pytest.fixture
def some_rows():
    rows.main(["40"])


def structured(work: pairs.Work):
    """The structured result that the bridge gives for a work."""
    message = jsonrpc.decode(work.line(1).strip())
    answer = answer_to(message, bridge.local(), pairs.LOGIN)
    assert answer["result"]["isError"] is False, answer
    return answer["result"]["structuredContent"]


def first_project(work: pairs.Work) -> pairs.Work:
    """The same work on a row that is there: ids go on counting from test to test."""
    pk = Project.objects.get().pk
    request = pairs.Request("GET", f"/api/v1/projects/{pk}/")
    return pairs.Work(work.what, work.tool, {"id": pk}, request)


def test_a_row_is_the_same_both_ways():
    work = first_project(pairs.GET)

    assert structured(work)["item"] == json.loads(PlainClient(pairs.LOGIN).do(work))


def test_a_list_shows_the_same_twenty_rows_both_ways():
    plain = json.loads(PlainClient(pairs.LOGIN).do(pairs.LIST))

    shown = structured(pairs.LIST)

    assert shown["items"] == plain["results"]
    assert shown["returned"] == 20


def test_a_create_stores_the_same_both_ways_and_reads_it_back():
    body = {**pairs.NEW_PROJECT, "state": ProjectState.objects.get().pk}
    work = pairs.Work("a create", "projects_create", body, pairs.Request("POST", "/api/v1/projects/", body), True)

    plain = json.loads(PlainClient(pairs.LOGIN).do(work))
    shown = structured(work)

    assert {name: item["stored"] for name, item in shown["applied"].items()} == {name: plain[name] for name in body}
    assert Project.objects.filter(name=body["name"]).count() == 2


def test_a_refused_request_is_no_measurement():
    missing = pairs.Request("GET", "/api/v1/projects/999999/")

    with pytest.raises(RuntimeError, match="answered with 404"):
        PlainClient(pairs.LOGIN).send(missing)


def test_the_many_places_are_stored_as_the_tree_itself_would_store_them(some_rows):
    place = Location.objects.get(name=rows.place(39))
    before = (place.full_path, place.lineage, place.full_path_folded)

    place.save()

    assert (place.full_path, place.lineage, place.full_path_folded) == before
    assert place.full_path == f"{rows.CITIES[9]} > {rows.place(39)}"


def test_every_name_that_is_looked_for_is_found_and_a_wrong_row_would_be_noticed(some_rows):
    finder = Finder(pairs.LOGIN)
    looked_for = list(searches(40))

    for search in looked_for:
        finder.find(search)

    assert len(looked_for) == 5
    wrong = Search("a place", "location", rows.place(38), looked_for[0].expected, "/api/v1/locations/")
    with pytest.raises(RuntimeError, match="found"):
        finder.find(wrong)


def test_a_name_without_its_accents_really_lacks_them(some_rows):
    names = [search.name for search in searches(40) if "without" in search.what]

    assert names and all(name.isascii() and name == name.lower() for name in names)
