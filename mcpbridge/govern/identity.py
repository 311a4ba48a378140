"""A login name -> the caller, read anew for every message so that a deactivated account stops at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin


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
    """No such active account. The text is a finished sentence."""


def caller_named(login: str) -> Caller:
    """The active account with this login. Raises UnknownCaller."""
    model = get_user_model()
    # A shell hands on bytes that are no text; no database takes them, and no account is called so.
    login = login.encode("utf-8", "replace").decode()
    try:
        user = model._default_manager.get_by_natural_key(login)
    except model.DoesNotExist:
        raise UnknownCaller(
            f"There is no user {login[:80]!r}. Name an existing login, or make one: manage.py createsuperuser"
        ) from None
    if not user.is_active:
        raise UnknownCaller(f"The user {login[:80]!r} is deactivated. An administrator can activate the account again.")
    return Caller(user)
