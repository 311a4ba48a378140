"""A login name -> the caller, read anew for every message so that a deactivated account stops at once."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser


@dataclass(frozen=True)
class Caller:
    """Whom the bridge acts for. The user is trusted: it was established here, never taken from the wire."""

    user: AbstractBaseUser


class UnknownCaller(LookupError):
    """No such active account. The text is a finished sentence."""


def caller_named(login: str) -> Caller:
    """The active account with this login. Raises UnknownCaller."""
    model = get_user_model()
    try:
        user = model._default_manager.get_by_natural_key(login)
    except model.DoesNotExist:
        raise UnknownCaller(
            f"There is no user {login[:80]!r}. Name an existing login, or make one: manage.py createsuperuser"
        ) from None
    if not user.is_active:
        raise UnknownCaller(f"The user {login[:80]!r} is deactivated. An administrator can activate the account again.")
    return Caller(user)
