"""Names and shapes -> what of a value is hidden, judged alike for every plane."""

from __future__ import annotations

import time

import pytest

from mcpbridge.secrecy import HIDDEN, holds_secret, is_secret, redact, sounds_secret
from mcpbridge.serve.refused import shown
from mcpbridge.tools import Choice, Shape
from tests.serve.made import body


@pytest.mark.parametrize(
    "name",
    [
        "password", "password1", "new_password1", "newPassword", "password_confirm", "user-password", "passwd", "pwd",
        "userPwd", "pass", "passphrase", "passcode", "pin", "PIN", "pin_code", "user_pin", "newPin2", "otp", "totp",
        "otp_code", "OTPCode", "cvv", "cvv2", "secret", "clientSecret", "secret_key", "client_secret_key", "api_key",
        "API-Key", "userAPIKey", "private_key", "access_key", "token", "X-Token", "auth_token", "refreshToken", "jwt",
        "credentials", "Authorization", "Proxy-Authorization", "recovery_codes", "senha", "password_hint",
    ],
)  # fmt: skip
def test_a_secret_is_known_by_its_name(name):
    assert sounds_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        "pinned", "is_pinned", "pin_to_top", "pins", "pinterest", "spin", "opinion", "author", "authority", "secretary",
        "token_count", "token_type", "token_expires_at", "tokenizer", "password_changed_at", "passport", "passenger",
        "compass_wind", "bypass", "season_pass", "key", "keyword", "monkey", "keys", "primary_key", "option", "opt",
        "codes", "zip_code", "accredited", "title", "",
    ],
)  # fmt: skip
def test_words_that_only_resemble_secrets_are_none(name):
    assert not sounds_secret(name)


def test_the_kind_of_an_argument_tells_a_secret_from_what_is_only_called_so():
    assert is_secret(body("born", "date", secret=True))
    assert is_secret(body("word", "string", key="password"))
    assert is_secret(body("pin", "integer"))
    assert is_secret(body("tokens", "array", item=Shape("string")))
    assert is_secret(body("credentials", "object"))
    assert not is_secret(body("pin", "boolean"))
    assert not is_secret(body("token", "integer"))
    assert not is_secret(body("secret", "choice", choices=(Choice("a", "A"),)))
    assert not is_secret(body("credentials", "array", item=Shape("reference", reference="credentials")))
    assert not is_secret(body("pinned", "string"))


LOGIN = Shape(
    "object", open_keys=True, members=(body("name", "string"), body("word", "string", key="w", secret=True))
)  # fmt: skip


def test_a_secret_member_is_hidden_under_either_of_its_names_and_the_rest_is_shown():
    assert redact(LOGIN, {"name": "ana", "word": "hunter2"}) == {"name": "ana", "word": HIDDEN}
    assert redact(LOGIN, {"w": "hunter2", "age": 4}) == {"w": HIDDEN, "age": 4}
    assert redact(LOGIN, {"otp": "123456", "note": {"apiKey": "k"}}) == {"otp": HIDDEN, "note": {"apiKey": HIDDEN}}
    assert redact(Shape("array", item=LOGIN), [{"word": "hunter2"}, None]) == [{"word": HIDDEN}, None]


@pytest.mark.parametrize("written", ["hunter2", '{"word": "hunter2"}', ["hunter2"], 4711])
def test_where_a_secret_stands_in_the_wrong_form_nothing_is_shown(written):
    assert redact(LOGIN, written) == HIDDEN
    assert redact(Shape("array", item=LOGIN), {"0": written}) == HIDDEN


def test_a_shape_holds_a_secret_at_any_depth():
    assert holds_secret(LOGIN)
    assert holds_secret(Shape("array", item=Shape("object", members=(body("login", "object", members=LOGIN.members),))))
    assert not holds_secret(Shape("object", members=(body("pinned", "boolean"),)))


def test_free_json_is_judged_by_its_keys():
    given = {"userPwd": "a", "pin": True, "secret": None, "tokens": 812, "otp": 123456, "rows": [{"secret_key": ["a"]}]}

    assert redact(Shape("json"), given) == {
        "userPwd": HIDDEN, "pin": True, "secret": None, "tokens": 812, "otp": HIDDEN, "rows": [{"secret_key": HIDDEN}],
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        '{"password1": "hunter2"}', " [{'otp': 'hunter2'", "{newPassword: hunter2}",
        '{"a": "{\\"pin\\": \\"hunter2\\"}"}',
        '{"a": 1, "client_secret_key" : "hunter2"',
    ],
)  # fmt: skip
def test_json_as_text_is_hidden_where_a_key_of_it_sounds_secret(text):
    assert redact(Shape("json"), text) == HIDDEN
    assert redact(None, text) == shown(text) == HIDDEN


def test_a_text_of_a_text_field_is_shown_whatever_it_speaks_of():
    text = "[todo] password: ask Ana"

    assert redact(Shape("string"), text) == text


def test_what_lies_too_deep_is_left_out():
    deep = value = {}
    for _ in range(5_000):
        value["a"] = value = {}

    assert "…" in repr(redact(Shape("json"), deep))
    assert "…" in shown(deep)


@pytest.mark.parametrize(
    "text", ["{" + "a" * 300_000, "{" + "a'" * 150_000, "{a" + " " * 300_000, "{" + "a-" * 150_000]
)
def test_judging_a_long_text_takes_no_longer_than_reading_it(text):
    started = time.perf_counter()

    redact(None, text)

    assert time.perf_counter() - started < 2
