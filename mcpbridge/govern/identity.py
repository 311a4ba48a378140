"""A login name or a token -> the caller, read anew for every message: who is deactivated or revoked stops at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin
from django.views.decorators.debug import sensitive_variables

from mcpbridge.models import AccessToken, TokenRefused


@dataclass(frozen=True)
class Caller:
    """Whom the bridge acts for. The user is trusted: it was established here, never taken from the wire."""

    user: AbstractBaseUser

    def may(self, permissions: Iterable[str]) -> bool:
        """Whether the account has all these Django permissions ("notes.add_note")."""
        wanted = tuple(permissions)
        # A project's own user model need not know permissions; then the API alone decides.
        return not wanted or not isinstance(self.user, PermissionsMixin) or self.user.has_perms(wanted)


class UnknownCaller(LookupError):
    """No active account, or no token that opens one. The text is a finished sentence.

    code: user_unknown, user_inactive, or one of TokenRefused.
    """

    def __init__(self, sentence: str, code: str) -> None:
        super().__init__(sentence)
        self.code = code


class Credential(Protocol):
    """What names a person for as long as a server runs. It says anew for each message who that is."""

    def caller(self) -> Caller:
        """Raises UnknownCaller."""


@dataclass(frozen=True)
class ByLogin:
    """The account of this login."""

    login: str

    def caller(self) -> Caller:
        return caller_named(self.login)


@dataclass(frozen=True)
class ByToken:
    """The owner of the token. Its text is not shown."""

    text: str = field(repr=False)

    def caller(self) -> Caller:
        return caller_of_token(self.text)


def caller_named(login: str) -> Caller:
    """The active account with this login. Raises UnknownCaller."""
    model = get_user_model()
    # A shell hands on bytes that are no text; no database takes them, and no account is called so.
    login = login.encode("utf-8", "replace").decode()
    try:
        user = model._default_manager.get_by_natural_key(login)
    except model.DoesNotExist:
        raise UnknownCaller(
            f"There is no user {login[:80]!r}. Name an existing login, or make one: manage.py createsuperuser",
            "user_unknown",
        ) from None
    if not user.is_active:
        raise UnknownCaller(
            f"The user {login[:80]!r} is deactivated. An administrator can activate the account again.",
            "user_inactive",
        )
    return Caller(user)


@sensitive_variables("text")
def caller_of_token(text: str) -> Caller:
    """The owner of the token that has this text; "" where none was given. Raises UnknownCaller."""
    try:
        return Caller(AccessToken.objects.holder(text).owner)
    except TokenRefused as refused:
        raise UnknownCaller(str(refused), refused.code) from None
