"""A token as it is stored -> a digest, an end, and nothing that opens anything."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, OperationalError, connection
from django.test import RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.views.debug import ExceptionReporter
from pytest_django import DjangoAssertNumQueries
from rest_framework.request import Request
from rest_framework.test import APIClient

from mcpbridge.govern.identity import ByToken, UnknownCaller
from mcpbridge.models import AccessToken, AccessTokens, digest_of
from mcpbridge.rest.bearer import BearerToken
from tests.tokens.faults import FAULTS

pytestmark = pytest.mark.django_db


def secret_of(text: str) -> str:
    return text.split("_", 2)[2]


def test_a_token_has_a_mark_a_prefix_and_256_bits(token: AccessToken, text: str) -> None:
    assert re.fullmatch(r"mcpb_[a-z2-9]{10}_[A-Za-z0-9_-]{43}", text)
    assert text.startswith(f"{token.prefix}_")


def test_nothing_of_the_secret_is_in_the_database(text: str) -> None:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        rows = {}
        for table in tables:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608  (a name of our own)
            rows[table] = repr(cursor.fetchall())

    assert digest_of(text) in rows["mcpbridge_accesstoken"]
    secret = secret_of(text)
    assert not [table for table, told in rows.items() if secret in told or secret[:12] in told or secret[-12:] in told]


def test_the_holder_and_the_owner_come_with_one_query(
    token: AccessToken, text: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        held = AccessToken.objects.holder(text)
        login = held.owner.get_username()

    assert (held, login) == (token, "owner")


def test_a_token_cannot_be_without_an_expiry(owner: User) -> None:
    with pytest.raises(IntegrityError):
        AccessToken.objects.create(owner=owner, prefix="mcpb_x", digest="0" * 64, expires=None)  # type: ignore[misc]


@pytest.mark.parametrize("ahead", [timedelta(0), -timedelta(days=1), timedelta(days=366, minutes=1)])
def test_an_expiry_in_the_past_or_over_a_year_ahead_is_refused(owner: User, ahead: timedelta) -> None:
    with pytest.raises(ValueError, match=r"at most 366 days from now\.$"):
        AccessToken.objects.issue(owner, "", timezone.now() + ahead)

    assert not AccessToken.objects.exists()


def test_an_expiry_without_a_zone_and_a_name_that_does_not_fit_are_refused(owner: User) -> None:
    tomorrow = timezone.now() + timedelta(days=1)

    with pytest.raises(ValueError, match="time zone"):
        AccessToken.objects.issue(owner, "", datetime(2999, 1, 1))
    with pytest.raises(ValueError, match="at most 100 characters"):
        AccessToken.objects.issue(owner, "x" * 101, tomorrow)

    assert not AccessToken.objects.exists()


def test_a_token_is_good_until_the_moment_of_its_expiry(
    token: AccessToken, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: token.expires - timedelta(microseconds=1))
    assert AccessToken.objects.holder(text) == token

    monkeypatch.setattr("django.utils.timezone.now", lambda: token.expires)
    with pytest.raises(LookupError, match="expired"):
        AccessToken.objects.holder(text)


def test_revoking_twice_keeps_the_first_time(token: AccessToken) -> None:
    assert token.revoke()
    first = token.revoked

    assert not token.revoke()
    assert token.revoked == first
    assert first is not None and timezone.is_aware(first)


@pytest.mark.parametrize(("spoil", "code", "words"), FAULTS)
def test_a_credential_is_read_anew_each_time(
    token: AccessToken, text: str, spoil: Callable[[AccessToken], None], code: str, words: str
) -> None:
    credential = ByToken(text)
    assert credential.caller().user == token.owner
    spoil(token)

    with pytest.raises(UnknownCaller, match=words) as refused:
        credential.caller()

    assert refused.value.code == code


def test_a_credential_never_shows_its_token(text: str) -> None:
    assert text not in repr(ByToken(text))
    assert secret_of(text) not in f"{ByToken(text)}"


def test_no_log_shows_a_token_however_much_is_logged(
    token: AccessToken, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    client, headers = APIClient(), {"Authorization": f"Bearer {text}"}
    for name in ("", "django", "django.db.backends", "mcpbridge"):
        caplog.set_level(logging.DEBUG, name)

    with CaptureQueriesContext(connection):
        read = client.get("/api/v1/projects/", headers=headers)
        token.revoke()
        refused = client.get("/api/v1/projects/", headers=headers)
        called = client.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=headers)

    assert (read.status_code, refused.status_code, called.status_code) == (200, 401, 401)
    assert "mcpbridge_accesstoken" in caplog.text
    assert secret_of(text) not in caplog.text


def test_the_report_of_an_unexpected_fault_does_not_show_the_token(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: AccessTokens) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(AccessTokens, "get_queryset", fail)
    request = RequestFactory().get("/", headers={"Authorization": f"Bearer {text}"})

    reports = []
    with override_settings(DEBUG=False):
        for ask in (lambda: BearerToken().authenticate(Request(request)), ByToken(text).caller):
            try:
                ask()
            except OperationalError as fault:
                # Without the frame of this test, which holds the token as well.
                trace = fault.__traceback__ and fault.__traceback__.tb_next
                reporter = ExceptionReporter(request, type(fault), fault, trace)
                reports += [reporter.get_traceback_html(), reporter.get_traceback_text()]

    assert ["gone" in report for report in reports] == [True] * 4
    assert not any(secret_of(text) in report for report in reports)
