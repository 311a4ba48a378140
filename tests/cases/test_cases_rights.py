"""Cases about who may: permissions, actions of their own, throttles, hints."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import Permission

from mcpbridge.bridge import Bridge
from mcpbridge.exceptions import ProtocolError
from mcpbridge.govern.policy import LevelGate
from tests.cases.cast import NOBODY, errors_of
from tests.cases.project.models import Card, Stage


def unmendable(result, status):
    assert result["http_status"] == status, result
    (error,) = result["errors"]
    assert error["allowed"] is None
    assert error["hint"].startswith("No argument mends this")
    return error


@pytest.mark.requirement("E-11")
def test_case_12_a_view_for_those_signed_in_refuses_nobody_as_rest_does(call, rest, card):
    status = rest(NOBODY).get("/priv/").status_code

    unmendable(call("priv_list", {}, NOBODY), status)
    assert status == 403
    assert call("priv_list")["items"] == rest().get("/priv/").json()


def test_case_12_a_right_of_the_model_is_asked_for(call, rest, cast):
    refused = call("vault_create", {"label": "x"})
    over_http = rest().post("/vault/", {"label": "x"}).status_code
    cast.owner.user_permissions.add(Permission.objects.get(codename="add_stage"))
    allowed = call("vault_create", {"label": "x"})

    unmendable(refused, 403)
    assert over_http == 403
    assert allowed["status"] == "success"
    assert Stage.objects.filter(label="x").count() == 1


@pytest.mark.parametrize("who", ["owner", "teammate", NOBODY])
def test_case_12_initial_has_run_and_middleware_knows_the_caller(call, rest, who):
    assert call("tenants_list", {}, who)["item"] == rest(who).get("/tenants/").json()


@pytest.mark.parametrize(("who", "may"), [(NOBODY, False), ("owner", False), ("staff", True)])
def test_case_13_an_action_keeps_its_own_permission_and_serializer(call, rest, schema, card, who, may):
    over_http = rest(who).post(f"/cards/{card.pk}/close/", {"reason": "ready"}).status_code
    Card.objects.filter(pk=card.pk).update(done=False, body="")

    result = call("cards_close", {"id": card.pk, "reason": "ready"}, who)

    card.refresh_from_db()
    assert set(schema("cards_close")["properties"]) == {"id", "reason"}
    assert schema("cards_close")["required"] == ["id", "reason"]
    assert card.done is may
    if may:
        assert over_http == 200
        assert result["changed_by_system"] == {"done": True, "body": "ready"}
    else:
        unmendable(result, over_http)


def test_case_13_the_second_method_of_an_action_is_a_tool_of_its_own(call, catalog, card):
    Card.objects.update(done=True)
    tool = catalog.tools["cards_reopen"]

    unmendable(call("cards_reopen", {"id": card.pk}), 403)
    assert call("cards_reopen", {"id": card.pk}, "staff")["status"] == "success"

    assert (tool.operation.method, tool.operation.path) == ("DELETE", "/cards/{id}/close/".replace("{id}", "{pk}"))
    assert Card.objects.get().done is False


def hints(catalog, name):
    safety = catalog.tools[name].safety
    return safety.level, safety.read_only, safety.destructive, safety.idempotent, safety.open_world


@pytest.mark.requirement("N-06")
@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("cards_list", ("read", True, False, True, False)),
        ("cards_get", ("read", True, False, True, False)),
        ("cards_create", ("write", False, False, False, False)),
        ("cards_update", ("write", False, True, True, False)),
        ("cards_delete", ("destructive", False, True, False, False)),
        ("cards_close", ("admin", False, True, False, False)),
        ("cards_find", ("read", True, False, True, False)),
    ],
)
def test_case_33_level_and_hints_follow_method_and_action_unless_the_code_says_otherwise(catalog, tool, expected):
    level, *rest_of_hints = expected
    found = hints(catalog, tool)

    assert found[0] == level
    if tool != "cards_close":
        assert list(found[1:]) == rest_of_hints
    else:
        assert found[1] is False


def test_case_33_a_get_that_writes_is_closed_to_those_who_only_read(catalog, cast, bridge, call):
    reader = Bridge(catalog, LevelGate(read_only=True))

    with pytest.raises(ProtocolError, match="Unknown tool"):
        reader.call("cards_rotate_key", {}, reader.caller("owner"))

    assert hints(catalog, "cards_rotate_key")[:2] == ("write", False)
    assert not Stage.objects.filter(label="rotated").exists()
    assert "errors" not in call("cards_rotate_key")
    assert Stage.objects.filter(label="rotated").exists()


@pytest.mark.parametrize(
    ("tool", "status"),
    [("cards_get", 404), ("boom_nobody", 403), ("boards_delete", 500), ("boom_value", 500), ("boom_integrity", 500)],
)
@pytest.mark.parametrize("debug", [False, True])
def test_case_71_every_refusal_is_short_and_tells_nothing_of_the_inside(call, cast, settings, debug, tool, status):
    settings.DEBUG = debug
    from_board = call("boards_create", {"name": "b"})
    call("board_pins_create", {"board": from_board["id"], "text": "t"})
    arguments = {"cards_get": {"id": 1_000_000}, "boards_delete": {"id": from_board["id"]}}.get(tool, {})

    result = call(tool, arguments)

    error = unmendable(result, status)
    told = json.dumps(result)
    assert not [word for word in ("canary", "SELECT", "Traceback", "/srv", "site-packages", "<html") if word in told]
    assert result["request_id"]
    assert len(told) < 1200
    if status == 500:
        assert result["request_id"] in error["problem"]


def test_case_71_a_deactivated_account_is_refused_at_the_next_call(bridge, cast, call):
    cast.owner.is_active = False
    cast.owner.save()

    # In process the bridge says so, over HTTP the API does.
    try:
        told = call("cards_list")["message"]
    except LookupError as refused:
        told = str(refused)

    assert "deactivated" in told


def test_case_71_a_rule_of_the_model_raised_as_djangos_exception_is_a_failure_without_its_text(call):
    result = call("boom_django_validation")

    assert result["http_status"] == 500
    assert "canary" not in json.dumps(result)


def test_case_72_a_throttle_counts_per_user_and_says_when_to_come_back(call):
    answers = [call("slow_list") for _ in range(3)]

    assert [answer.get("item") for answer in answers[:2]] == [{"served": True}] * 2
    error = errors_of(answers[2])[""]
    assert answers[2]["http_status"] == 429
    assert 0 < answers[2]["retry_after"] <= 60
    assert str(answers[2]["retry_after"]) in error["hint"]
    assert call("slow_list", {}, "teammate")["item"] == {"served": True}
    assert "items" in call("cards_list")


def test_case_73_a_write_needs_no_csrf_token_where_the_session_class_comes_first(call):
    assert call("cards_create", {"title": "a"})["status"] == "success"
