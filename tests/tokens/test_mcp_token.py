"""`manage.py mcp_token` as a person at a shell sees it."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone

from mcpbridge.models import AccessToken
from tests.tokens.faults import deactivate_owner, expire

pytestmark = pytest.mark.django_db


def told(*arguments: str) -> tuple[str, str]:
    """What the command writes to standard output and to standard error."""
    out, err = StringIO(), StringIO()
    call_command("mcp_token", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_new_token_stands_alone_on_standard_output_and_all_else_beside_it(owner: User) -> None:
    out, err = told("create", "--user", "owner", "--name", "laptop", "--days", "30")

    token = AccessToken.objects.holder(out.strip())
    assert out == f"{out.strip()}\n"
    assert (token.owner, token.name) == (owner, "laptop")
    assert timedelta(days=29, hours=23) < token.expires - timezone.now() <= timedelta(days=30)
    for words in (token.prefix, token.expires.date().isoformat(), "shown this once", "Bearer", "MCP_API_TOKEN"):
        assert words in err
    assert out.strip() not in err


@pytest.mark.parametrize(("options", "days"), [((), 90), (("--days", "1"), 1), (("--days", "366"), 366)])
def test_a_token_lives_as_long_as_is_asked(owner: User, options: tuple[str, ...], days: int) -> None:
    told("create", "--user", "owner", *options)

    token = AccessToken.objects.get()
    assert token.expires - token.created == pytest.approx(timedelta(days=days), abs=timedelta(minutes=1))


@pytest.mark.parametrize("days", ["0", "-1", "367", "1e2", "1.5", "", "٣", "9" * 5000])
def test_another_number_of_days_is_refused(owner: User, days: str) -> None:
    with pytest.raises(CommandError, match="whole number from 1 to 366"):
        told("create", "--user", "owner", f"--days={days}")

    assert not AccessToken.objects.exists()


def test_nobody_gets_a_token_who_is_not_there_or_deactivated(owner: User) -> None:
    User.objects.create(username="gone", is_active=False)

    for login, words in (("nobody", "There is no user"), ("gone", "is deactivated"), ("\udcff", "There is no user")):
        with pytest.raises(CommandError, match=words):
            told("create", "--user", login)

    assert not AccessToken.objects.exists()


def test_a_name_that_is_too_long_is_refused(owner: User) -> None:
    with pytest.raises(CommandError, match="at most 100 characters"):
        told("create", "--user", "owner", "--name", "x" * 101)


def test_the_list_shows_each_token_and_what_it_is_good_for(owner: User, stranger: User) -> None:
    for name in ("good", "old", "ended"):
        told("create", "--user", "owner", "--name", name)
    text = told("create", "--user", "stranger")[0].strip()
    good, old, ended, theirs = AccessToken.objects.order_by("pk")
    expire(old)
    ended.revoke()
    deactivate_owner(theirs)

    out, _err = told("list")

    heading, *lines = (line.split() for line in out.splitlines())
    assert heading == ["PREFIX", "OWNER", "NAME", "CREATED", "EXPIRES", "STATE"]
    day = good.created.date().isoformat()
    end = good.expires.date().isoformat()
    assert lines == [
        [good.prefix, "owner", "good", day, end, "active"],
        [old.prefix, "owner", "old", day, (timezone.now() - timedelta(seconds=1)).date().isoformat(), "expired"],
        [ended.prefix, "owner", "ended", day, end, "revoked"],
        [theirs.prefix, "stranger", "-", day, end, "owner", "inactive"],
    ]
    assert text not in out and theirs.digest not in out


def test_the_list_of_one_person_shows_that_person_alone(owner: User, stranger: User) -> None:
    told("create", "--user", "owner")
    told("create", "--user", "stranger")

    out, _err = told("list", "--user", "stranger")

    assert [line.split()[1] for line in out.splitlines()] == ["OWNER", "stranger"]


def test_a_name_cannot_steer_the_terminal_nor_break_the_table(owner: User) -> None:
    told("create", "--user", "owner", "--name", "a\x1b[2J\nb\udcff")

    out, _err = told("list")

    assert out.splitlines()[1].split()[2] == "a?[2J?b?"


def test_an_empty_list_says_how_to_make_a_token(owner: User) -> None:
    assert told("list") == ("", "There are no tokens. Make one: manage.py mcp_token create --user NAME\n")
    assert told("list", "--user", "owner")[1].startswith("owner has no tokens. Make one: ")


def test_revoking_says_what_happened_and_may_be_repeated(token: AccessToken) -> None:
    first, second = told("revoke", token.prefix), told("revoke", token.prefix.upper())

    assert first == ("", f"The token {token.prefix} is revoked: it opens nothing any more.\n")
    assert second == ("", f"The token {token.prefix} had been revoked already.\n")
    token.refresh_from_db()
    assert token.revoked is not None


def test_a_whole_token_found_where_it_should_not_be_is_revoked_and_not_repeated(token: AccessToken, text: str) -> None:
    _out, err = told("revoke", text)

    assert "is revoked" in err
    assert text not in err


def test_an_unknown_prefix_is_told_with_the_command_that_shows_them(token: AccessToken) -> None:
    for prefix in ("mcpb_unknown", "", "%", token.prefix[:-1], "\udcff"):
        with pytest.raises(CommandError, match=r"There is no token .* manage\.py mcp_token list"):
            told("revoke", prefix)

    token.refresh_from_db()
    assert token.revoked is None
