"""A secret that was given -> nothing of it in any result: written, refused by field, by object, by the pair."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from mcpbridge.serve.calls import Call, Reply, Rules
from mcpbridge.serve.pipeline import Pipeline
from mcpbridge.serve.running import Run
from mcpbridge.tools import Catalog, Shape, Tool
from tests.serve.made import body, tool

SECRET = "hunter2-canary"
LOGIN = (body("name", "string"), body("word", "string", secret=True), body("newPassword", "string"))
GIVEN = {
    "name": "Ana",
    "new_password1": SECRET,
    "login": {"name": "ana", "word": SECRET, "newPassword": SECRET},
    "logins": [{"word": SECRET}],
    "extra": {"client_secret_key": SECRET, "pinned": "yes"},
}


def registering(**more: Any) -> Tool:
    return tool(
        body("name", "string", key="name"), body("new_password1", "string"), body("login", "object", members=LOGIN),
        body("logins", "array", item=Shape("object", members=LOGIN)), body("extra", "json"), body("pin", "boolean"),
        **more,
    )  # fmt: skip


class Answering:
    """An API that gives one answer to everything; "echo" answers what it was sent."""

    def __init__(self, status: int, answer: Any) -> None:
        self.status, self.answer = status, answer

    def send(self, call: Call, caller: Any) -> Reply:
        answer = call.body if self.answer == "echo" else self.answer
        return Reply(self.status, {"content-type": "application/json"}, json.dumps(answer).encode())


class Open:
    def refusal(self, caller: Any, made: Tool) -> str:
        return ""

    def lists(self, caller: Any, made: Tool) -> bool:
        return True


def called(made: Tool, status: int, answer: Any, given: Any = GIVEN) -> dict[str, Any]:
    pipeline = Pipeline(Catalog({made.name: made}), Answering(status, answer), Open(), Rules)
    return pipeline.call(made.name, given, "anyone", Run("request-1")).content


def errors(result: dict[str, Any]) -> dict[str, Any]:
    return {error["field"]: error for error in result["errors"]}


@pytest.mark.requirement("E-06")
@pytest.mark.parametrize("is_read_back", [False, True])
def test_applied_hides_secrets_in_what_was_given_sent_and_stored_and_shows_the_rest(is_read_back):
    made = registering()
    if is_read_back:
        arguments = tuple(replace(argument, row_key=argument.key) for argument in made.arguments)
        made = replace(made, arguments=arguments)

    result = called(made, 201, "echo")

    assert SECRET not in json.dumps(result)
    applied = result["applied"]
    assert applied["name"]["given"] == "Ana"
    assert applied["new_password1"] == {"given": "(hidden)", "stored": "(hidden)"}
    assert applied["login"]["given"] == {"name": "ana", "word": "(hidden)", "newPassword": "(hidden)"}
    assert applied["extra"]["given"] == {"client_secret_key": "(hidden)", "pinned": "yes"}
    assert ("stored" in applied["login"]) is is_read_back


def test_an_object_that_came_as_text_is_hidden_where_it_holds_a_secret():
    result = called(registering(), 201, {"id": 1}, {"login": json.dumps({"word": SECRET})})

    assert SECRET not in json.dumps(result)
    assert result["applied"]["login"]["sent"] == {"word": "(hidden)"}


def test_a_whole_body_whose_keys_nobody_knows_hides_what_sounds_secret():
    made = tool(body("body", "object", key="", open_keys=True))

    result = called(made, 201, "echo", {"body": {"password1": SECRET, "login": {"otp": SECRET}, "title": "a"}})

    assert SECRET not in json.dumps(result)
    assert result["applied"]["body"]["given"] == {"password1": "(hidden)", "login": {"otp": "(hidden)"}, "title": "a"}


def test_an_action_that_echoes_its_body_does_not_bring_the_secret_back_and_shows_a_new_token():
    made = tool(body("new_password1", "string"), body("login", "object", members=LOGIN))
    made = replace(made, operation=replace(made.operation, action="action"))
    given = {"new_password1": SECRET, "login": {"word": SECRET}}

    result = called(made, 200, {**given, "token": "fresh"}, given)

    assert SECRET not in json.dumps(result)
    assert result["result"] == {"new_password1": "(hidden)", "login": {"word": "(hidden)"}, "token": "fresh"}


@pytest.mark.parametrize("code", ["invalid", "unique", "max_length", ""])
@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (("new_password1",), "(hidden)"),
        (("login",), {"name": "ana", "word": "(hidden)", "newPassword": "(hidden)"}),
        (("login", "word"), "(hidden)"),
        (("login", "newPassword"), "(hidden)"),
        (("login", "name"), "ana"),
        (("logins", "0", "word"), "(hidden)"),
        (("extra",), {"client_secret_key": "(hidden)", "pinned": "yes"}),
        (("extra", "client_secret_key"), "(hidden)"),
        (("extra", "pinned"), "yes"),
        (("name",), "Ana"),
    ],
)
def test_a_refusal_of_the_api_shows_no_secret_of_a_field_nor_of_the_object_around_it(path, shown, code):
    field = ".".join(path)

    result = called(registering(), 400, {"errors": [{"field": field, "detail": "No.", "code": code}]})

    assert SECRET not in json.dumps(result)
    assert errors(result)[field]["value"] == shown


def test_a_refusal_in_drfs_own_form_shows_no_secret_either():
    body = {"new_password1": ["Too common."], "login": {"word": ["Too short."]}, "logins": [{"word": ["No."]}]}

    result = called(registering(), 400, body)

    assert SECRET not in json.dumps(result)
    assert set(errors(result)) == {"new_password1", "login.word", "logins.0.word"}
    assert {error["value"] for error in result["errors"]} == {"(hidden)"}


def test_a_secret_that_the_api_quotes_is_hidden_wherever_it_stands():
    quoting = {
        "type": "about:blank",
        "detail": f"Nobody may use {SECRET}.",
        "errors": [{"field": "new_password1", "detail": f"{SECRET} is too common.", "value": SECRET}],
        "login": {"word": [SECRET]},
    }

    result = called(registering(), 400, quoting)

    assert SECRET not in json.dumps(result)
    assert result["problem"]["detail"] == "Nobody may use (hidden)."
    assert result["problem"]["errors"][0]["detail"] == "(hidden) is too common."


def test_a_secret_that_was_not_given_is_not_said_to_be_hidden():
    result = called(registering(), 400, {"new_password1": ["This field is required."]}, {"name": "Ana"})

    assert errors(result)["new_password1"]["value"] is None


def test_values_that_must_be_unique_together_are_shown_unless_the_one_named_is_secret():
    text = {"non_field_errors": ["The fields name, new_password1 must make a unique set."]}

    secret = called(registering(unique_sets=(("name", "new_password1"),)), 400, text)
    plain = called(registering(unique_sets=(("new_password1", "name"),)), 400, text)

    assert SECRET not in json.dumps(secret)
    assert (errors(secret)["new_password1"]["value"], errors(secret)["new_password1"]["allowed"]) == ("(hidden)", None)
    assert (errors(plain)["name"]["value"], errors(plain)["name"]["allowed"]) == ("Ana", {"not": {"const": "Ana"}})


def test_a_long_value_is_cut_and_then_nothing_is_said_about_other_values():
    result = called(registering(), 400, {"name": ["This name already exists."]}, {"name": "n" * 900})

    assert errors(result)["name"]["value"] == "n" * 200 + "…"
    assert errors(result)["name"]["allowed"] is None


def test_members_of_a_secret_object_are_secret_and_so_are_its_unknown_keys():
    made = tool(body("vault", "object", secret=True, members=(body("colour", "integer"), body("day", "date"))))

    result = called(made, 200, {}, {"vault": {"colour": SECRET, "day": SECRET, "more": SECRET}})

    assert set(errors(result)) == {"vault.colour", "vault.day", "vault.more"}
    assert SECRET not in json.dumps(result)


def test_a_pinned_note_stays_visible():
    made = tool(
        body("pinned", "boolean"), body("pin", "boolean"), body("author", "string"), body("token_count", "integer")
    )
    given = {"pinned": True, "pin": False, "author": "Ana", "token_count": 812}

    written = called(made, 201, {"id": 1}, given)
    refused = called(made, 400, {name: ["No."] for name in given}, given)

    assert {name: one["given"] for name, one in written["applied"].items()} == given
    assert {error["field"]: error["value"] for error in refused["errors"]} == given
