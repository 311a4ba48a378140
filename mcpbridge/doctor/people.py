"""The tokens of this installation, and a login or a token -> which are good, and whom calls are made for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import PermissionsMixin
from django.utils import timezone

from mcpbridge.at_base_url import TOKEN
from mcpbridge.client_configuration import MAKE_ONE
from mcpbridge.doctor.findings import Finding, fail, ok, sentences, skipped, warn
from mcpbridge.doctor.subject import Subject
from mcpbridge.govern.identity import UnknownCaller, caller_named, caller_of_token
from mcpbridge.models import AccessToken

SOON = timedelta(days=7)
NAMED = 5
PUT_ONE = f"Run: {MAKE_ONE}, and put the token into the variable {TOKEN}."


@dataclass(frozen=True)
class Acting:
    """Whom the calls are made for. login: "" where the token says it. told: as it is shown."""

    login: str
    told: str


class Nobody(LookupError):
    """finding: why there is no caller."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.found)
        self.finding = finding


def tokens(subject: Subject) -> Iterator[Finding]:
    now = timezone.now()
    open_ones = AccessToken.objects.filter(revoked=None, expires__gt=now).select_related("owner").order_by("expires")
    good = [token for token in open_ones if token.state() == "active"]
    ending = [token for token in good if token.expires <= now + SOON]
    for token in ending[:NAMED]:
        told = f"The token {token.prefix} of {token.owner.get_username()} ends on {token.expires.date().isoformat()}."
        yield warn(told, f"Run: {MAKE_ONE}, and put the new token in the old one's place.")
    if len(ending) > NAMED:
        yield warn(f"{len(ending) - NAMED} more end within {SOON.days} days.", "Run: manage.py mcp_token list")
    if not good:
        yield ok(f"There are none, and whoever comes over HTTP needs one ({MAKE_ONE}).")
    elif not ending:
        yield ok(f"Good ones: {len(good)}, none of which ends within {SOON.days} days.")


def caller(subject: Subject) -> Iterator[Finding]:
    try:
        yield ok(acting(subject).told)
    except Nobody as nobody:
        yield nobody.finding


def acting(subject: Subject) -> Acting:
    """By the rules of mcp_stdio; with DEBUG on and neither login nor token, a superuser. Raises Nobody."""
    try:
        if subject.token and subject.login:
            raise Nobody(fail(f"Both --user and {TOKEN} are given.", f"Drop --user, or unset {TOKEN}."))
        if subject.token:
            return Acting("", f"{caller_of_token(subject.token).user.get_username()}, the owner of the token.")
        if not settings.DEBUG:
            raise Nobody(_without_token(subject))
        if subject.login:
            return Acting(subject.login, f"{caller_named(subject.login).user.get_username()}, by name (DEBUG is on).")
    except UnknownCaller as unknown:
        found, mend = sentences(str(unknown))
        is_token = unknown.code.startswith("token_") and unknown.code != "token_owner_inactive"
        raise Nobody(fail(found, PUT_ONE if is_token else mend)) from unknown
    return _superuser()


def _without_token(subject: Subject) -> Finding:
    if subject.login:
        return fail("--user works with DEBUG on only: where it is off, a name alone proves nothing.", PUT_ONE)
    return skipped(f"Neither {TOKEN} nor DEBUG is set, so no tool is called.", PUT_ONE)


def _superuser() -> Acting:
    model = get_user_model()
    if not issubclass(model, PermissionsMixin):
        raise Nobody(skipped("This project's accounts have no superusers to choose from.", "Give --user NAME."))
    # Whatever the project's own manager leaves out, and however it tells who is active.
    accounts = model._default_manager.filter(is_superuser=True).order_by("pk")
    found = next((account for account in accounts if account.is_active), None)
    if found is None:
        raise Nobody(fail("There is no active superuser.", "Run: manage.py createsuperuser, or give --user NAME."))
    return Acting(found.get_username(), f"{found.get_username()}, the first superuser (DEBUG is on; or --user NAME).")
