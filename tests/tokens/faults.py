"""A good token -> one that opens nothing any more, in each way that there is."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from mcpbridge.models import AccessToken


def expire(token: AccessToken) -> None:
    AccessToken.objects.filter(pk=token.pk).update(expires=timezone.now() - timedelta(seconds=1))


def revoke(token: AccessToken) -> None:
    token.revoke()


def deactivate_owner(token: AccessToken) -> None:
    User.objects.filter(pk=token.owner.pk).update(is_active=False)


def forget(token: AccessToken) -> None:
    token.delete()


def delete_owner(token: AccessToken) -> None:
    token.owner.delete()


FAULTS = [
    (expire, "token_expired", "expired on"),
    (revoke, "token_revoked", "was revoked"),
    (deactivate_owner, "token_owner_inactive", "is deactivated"),
    (forget, "token_unknown", "no such token"),
    (delete_owner, "token_unknown", "no such token"),
]
"""What is done, the code of the refusal, and words of its sentence."""
