"""Values of a path -> one encoded segment each, or a refusal before anything is sent."""

from __future__ import annotations

import pytest

from mcpbridge.serve.paths import fill
from mcpbridge.serve.refused import Refused
from mcpbridge.tools import Operation
from tests.serve.made import Calling, placed, tool

NUMBERED = Calling(
    tool(placed("path", "id", "integer", required=True, key="pk"), method="GET", path="/api/cards/{pk}/",
         shapes={"pk": "[0-9]+"})
)  # fmt: skip
SLUGGED = Calling(
    tool(placed("path", "slug", "string", required=True), method="GET", path="/api/pages/{slug}/",
         shapes={"slug": "[^/.]+"})
)  # fmt: skip


@pytest.mark.requirement("N-08")
@pytest.mark.parametrize("written", [12, "12"])
def test_case_34_an_integer_or_its_text_becomes_a_segment(written):
    assert NUMBERED({"id": written}).call.path == "/api/cards/12/"


@pytest.mark.requirement("N-08")
@pytest.mark.parametrize(
    "written",
    [
        "abc", "12 ", " 12", 1.5, 12.0, "12.0", True, False, {"a": 1}, [1], "", None, "1/../2", "../../seats/1",
        "1?x=1", "1#a", "..", ".", "%2e%2e",
        "1\n", "-5", -5, "1e2", "٣", "9" * 41, 10**40, "0x1", float("nan"), "1\x00",
        "\ud800",
    ],
)  # fmt: skip
def test_case_34_anything_else_never_reaches_the_api(written):
    problem = NUMBERED.problem({"id": written})

    assert (problem.field, problem.code) == ("id", "type")
    assert NUMBERED.api.calls == []


@pytest.mark.requirement("N-08")
def test_a_huge_integer_is_the_apis_to_miss():
    assert NUMBERED({"id": 99999999999999999999}).call.path == "/api/cards/99999999999999999999/"


def test_the_refusal_shows_an_integer_that_works():
    problem = NUMBERED.problem({"id": "12.0"})

    assert problem.allowed["type"] == "integer"
    assert problem.allowed["examples"] == [12]


def test_a_value_in_the_path_may_never_be_left_out():
    assert NUMBERED.problem({}).code == "missing"


@pytest.mark.requirement("N-08")
@pytest.mark.parametrize("written", ["../../seats/1", "a/b", "a.json", "..", ".", "", "%2e%2e/", "\x00", "/etc/passwd"])
def test_case_76_a_text_that_would_lead_elsewhere_is_refused(written):
    assert SLUGGED.problem({"slug": written}).code == "type"


@pytest.mark.requirement("N-08")
@pytest.mark.parametrize(
    ("written", "segment"),
    [("1?x=1", "1%3Fx%3D1"), ("1#a", "1%23a"), ("a b", "a%20b"), ("%2e%2e", "%252e%252e"), ("é", "%C3%A9"),
     ("a;b", "a%3Bb")],
)  # fmt: skip
def test_case_76_what_the_route_takes_is_one_encoded_segment(written, segment):
    assert SLUGGED({"slug": written}).call.path == f"/api/pages/{segment}/"


@pytest.mark.parametrize("written", ["a/../b", "../b", "a/..", "a//b", "./a", "/a"])
def test_no_part_of_a_value_of_several_segments_may_climb(written):
    operation = Operation("GET", "/api/files/{name}/", "retrieve", shapes={"name": ".+"})

    with pytest.raises(Refused):
        fill(operation, {"name": written})


def test_a_value_of_several_segments_is_encoded_whole():
    operation = Operation("GET", "/api/files/{name}/", "retrieve", shapes={"name": ".+"})

    assert fill(operation, {"name": "a/b c"}) == "/api/files/a%2Fb%20c/"


def test_every_placeholder_is_filled_with_its_own_value():
    operation = Operation("GET", "/api/projects/{project_pk}/notes/{pk}/", "retrieve")

    assert fill(operation, {"pk": 2, "project_pk": "{pk}"}) == "/api/projects/%7Bpk%7D/notes/2/"


def test_a_route_of_uuids_takes_them_in_any_case():
    call = Calling(
        tool(placed("path", "id", "uuid"), method="GET", path="/api/folders/{id}/", shapes={"id": "[0-9a-f-]{36}"})
    )

    assert call({"id": "1111111111114111811111111111111A"}).call.path == (
        "/api/folders/11111111-1111-4111-8111-11111111111a/"
    )
    assert call.problem({"id": "1"}).code == "type"
