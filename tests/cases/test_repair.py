"""The scripted client on the second project: every write tool, every kind of fault that arguments can mend."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests.cases.cast import derived
from tests.cases.project.models import Board, Card, Diary, Folder, Locker, Page, Pin, Seat, Stage, Trip
from tests.repair.faults import Mixed
from tests.repair.rounds import Ground, all_faults_at_once, every_fault, kinds_refused, writing
from tests.repair.script import Unmendable, repaired

CATALOG = derived()
# There is no call of these to spoil.
NO_CALL_WORKS = {
    "half_create": "its view refuses whatever is sent",
    "boom_integrity": "its view fails",
    "boom_django_validation": "its view fails",
    "cards_go_post": "its view redirects",
}
WORKING = writing(CATALOG, NO_CALL_WORKS)
MIXED = Mixed({"stages": "New", "folders": "Twin", "boards": "Twin", "diaries": "Twin"})


@pytest.fixture
def call(bridge, cast):
    User.objects.create_superuser("keeper")
    return lambda tool, arguments: bridge.call(tool, arguments, bridge.caller("keeper")).content


@pytest.fixture
def ground(call, cast):
    """ground(tool) -> what it is tried on."""
    keeper = User.objects.get(username="keeper")
    for model, name in ((Folder, "name"), (Board, "name")):
        for _ in range(2):
            model.objects.create(**{name: "Twin"})
    cards = [Card.objects.create(title=f"card {number}", owner=keeper, due="2026-01-05") for number in range(2)]
    diaries = [Diary.objects.create(owner=keeper, name=name) for name in ("One", "Two", "Twin", "Twin")]
    boards = [Board.objects.create(name=name) for name in ("Kitchen", "Garden")]
    pins = [Pin.objects.create(board=boards[0], text=text) for text in ("salt", "oil")]
    seats = [Seat.objects.create(row="A", num=number) for number in (1, 2)]
    trips = [Trip.objects.create(code=code, start="2026-02-01") for code in ("T1", "T2")]
    lockers = [Locker.objects.create(code=code, password="p") for code in ("l1", "l2")]
    pages = [Page.objects.create(slug=slug, title="t") for slug in ("one", "two")]
    empty_boards = [Board.objects.create(name=name) for name in ("Empty", "Bare")]
    stages = [cast.stages["Closed"], cast.stages["12"]]
    rows = {
        "seats": seats, "diaries": diaries, "trips": trips, "lockers": lockers, "pages": pages, "labels": stages,
        "vault": stages, "desks": pins, "boards": empty_boards,
    }  # fmt: skip

    def of_tool(name):
        tool = CATALOG.tools[name]
        found, other = rows.get(tool.operation.path.split("/")[1], cards)[:2]
        parents = {"board_pk": boards[0].pk, "board": boards[0].pk, "slug": getattr(found, "slug", None)}
        in_path = [argument for argument in tool.arguments if argument.place == "path"]
        named = {argument.name: parents.get(argument.key, found.pk) for argument in in_path}
        return Ground(named, {key: value for key, value in vars(other).items() if not key.startswith("_")}, MIXED)

    return of_tool


@pytest.mark.requirement("E-05")
@pytest.mark.requirement("E-10")
@pytest.mark.parametrize("name", WORKING)
def test_a_script_mends_every_fault_of_a_write_in_one_retry(name, call, ground):
    found = every_fault(CATALOG.tools[name], CATALOG, ground(name), call)

    assert found.by_bridge
    assert not [f"{trial} was taken" for trial in found.by_bridge if not trial.refused]
    assert not [str(trial) for trial in [*found.by_bridge, *found.by_api] if trial.problem]


@pytest.mark.requirement("E-05")
@pytest.mark.parametrize("name", WORKING)
def test_a_script_mends_all_faults_that_the_bridge_sees_at_once(name, call, ground):
    together, refusal, trial = all_faults_at_once(CATALOG.tools[name], CATALOG, ground(name), call)

    assert {error["code"] for error in refusal["errors"]} == set(together.kind.split("+"))
    assert refusal["unchecked"]
    assert trial.refused
    assert not trial.problem, str(trial)


def test_every_kind_of_fault_is_planted_somewhere_and_refused(call, ground):
    refused = set()
    for name in ("cards_create", "trips_create", "seats_create", "entries_create"):
        refused |= kinds_refused(CATALOG.tools[name], CATALOG, ground(name), call)

    assert refused == {
        "unknown", "missing", "type", "choice", "reference", "ambiguous", "date", "limit", "order", "unique",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(NO_CALL_WORKS))
def test_a_view_that_no_arguments_can_please_is_known_as_such(name, call):
    answer = call(name, {})

    assert answer["status"] == "error"
    with pytest.raises(Unmendable):
        repaired({}, {}, answer)


@pytest.mark.parametrize(
    ("name", "arguments", "status"),
    [("cards_update", {"id": 1_000_000, "title": "x"}, 404), ("vault_create", {"label": "x"}, 403)],
)
def test_what_no_argument_mends_is_said_so(name, arguments, status, bridge, cast):
    answer = bridge.call(name, arguments, bridge.caller("owner")).content

    assert answer["http_status"] == status
    assert [error["allowed"] for error in answer["errors"]] == [None]
    assert all(error["hint"].startswith("No argument mends this") for error in answer["errors"])
    with pytest.raises(Unmendable):
        repaired({}, arguments, answer)
    assert not Stage.objects.filter(label="x").exists()
