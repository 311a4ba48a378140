"""A token's text -> the person who holds it: personal access tokens, of which a digest alone is stored.

mcpb_k3x9q2abw7_5Yq...43 characters of the secret
^^^^^           the mark, by which scanners for secrets and other schemes tell our tokens apart
^^^^^^^^^^^^^^^ the prefix, by which people speak of a token; no secret
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

MARK = "mcpb_"
LONGEST_LIFE = timedelta(days=366)
LONGEST_NAME = 100
PREFIX_LENGTH = len(MARK) + 10
# Lower case alone, so that prefixes are told apart in the same way by databases that do and do not see case; none of
# the letters and digits that are taken for one another.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"

State = Literal["active", "expired", "revoked", "owner inactive"]


class TokenRefused(LookupError):
    """A token that opens nothing. Its text is a finished sentence without any part of a secret.

    code: token_missing, token_unknown, token_expired, token_revoked or token_owner_inactive.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class AccessTokens(models.Manager["AccessToken"]):
    def issue(self, owner: AbstractBaseUser, name: str, expires: datetime) -> tuple[AccessToken, str]:
        """A new token, and the text that is shown this once and kept nowhere.

        Raises ValueError for an expiry in the past or too far ahead, and for a name that is too long.
        """
        now = timezone.now()
        if timezone.is_naive(expires) != timezone.is_naive(now):
            raise ValueError("Give the expiry with a time zone where USE_TZ is on, and without one where it is off.")
        if not now < expires <= now + LONGEST_LIFE:
            raise ValueError(f"A token expires in the future, at most {LONGEST_LIFE.days} days from now.")
        if len(name) > LONGEST_NAME:
            raise ValueError(f"The name of a token has at most {LONGEST_NAME} characters.")
        prefix = MARK + "".join(secrets.choice(_ALPHABET) for _letter in range(PREFIX_LENGTH - len(MARK)))
        # 32 random bytes: 256 bits, apart from the prefix.
        text = f"{prefix}_{secrets.token_urlsafe(32)}"
        token = self.create(
            # Which model owners are is the project's to say; the type checker knows that of this one alone.
            owner=owner,  # type: ignore[misc]
            name=name,
            prefix=prefix,
            digest=digest_of(text),
            created=now,
            expires=expires,
        )
        return token, text

    @sensitive_variables("text")
    def holder(self, text: str) -> AccessToken:
        """The token that has this text, with its owner, in one query. Raises TokenRefused.

        What became of a token is told to those alone who hold the whole of it; to all others it is unknown.
        """
        if not text:
            raise TokenRefused("token_missing", f"There is no token. Send the header Authorization: Bearer {MARK}...")
        try:
            token = self.select_related("owner").get(digest=digest_of(text))
        except self.model.DoesNotExist:
            raise TokenRefused(
                "token_unknown", "There is no such token. Check that it was copied whole, or ask for a new one."
            ) from None
        match token.state():
            case "revoked":
                raise TokenRefused("token_revoked", f"The token {token.prefix} was revoked. Ask for a new one.")
            case "expired":
                day = token.expires.date().isoformat()
                raise TokenRefused("token_expired", f"The token {token.prefix} expired on {day}. Ask for a new one.")
            case "owner inactive":
                raise TokenRefused(
                    "token_owner_inactive",
                    f"The owner of the token {token.prefix} is deactivated. "
                    "An administrator can activate the account again.",
                )
        return token


class AccessToken(models.Model):
    """Acts as its owner until it expires or is revoked, whichever comes first."""

    # Named apart from the usual: other apps have a model of this name as well.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mcp_tokens", verbose_name=_("owner")
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True, help_text=_("What the token is for."))
    prefix = models.CharField(_("prefix"), max_length=PREFIX_LENGTH, unique=True, editable=False)
    digest = models.CharField(_("digest"), max_length=64, unique=True, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    # Never null: a token that is forgotten must end by itself.
    expires = models.DateTimeField(_("expires"))
    revoked = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)

    objects = AccessTokens()

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")

    def __str__(self) -> str:
        return f"{self.prefix} {self.name}".strip()

    def state(self) -> State:
        """What it is good for at this moment; a fault that nobody can undo comes first."""
        if self.revoked is not None:
            return "revoked"
        if self.expires <= timezone.now():
            return "expired"
        return "active" if self.owner.is_active else "owner inactive"

    def revoke(self) -> bool:
        """Ends the token at once. False where it had been revoked before, at a time that stays."""
        now = timezone.now()
        changed = AccessToken.objects.filter(pk=self.pk, revoked=None).update(revoked=now)
        self.refresh_from_db(fields=["revoked"])
        return bool(changed)


def digest_of(text: str) -> str:
    """SHA-256 in hexadecimal.

    Slow hashes protect what people think up. 256 random bits cannot be guessed whatever the speed, and the digest is
    how a token is found, at every request. Looking it up by index gives nothing away: a caller chooses the text, not
    the digest.
    """
    # The environment and headers may hold bytes that are no text; no token is made of those.
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
