"""An Authorization header -> the person whose personal access token it carries, or 401 with a challenge (RFC 6750).

The header is the one place where a token is looked for: query strings end in logs, cookies are sent without being
asked for.
"""

from __future__ import annotations

import re
from typing import Protocol

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.views.decorators.debug import sensitive_variables
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from mcpbridge.models import MARK, AccessToken, TokenRefused

FORM = f"{MARK}..."
"""How tokens begin, for documentation."""
REALM = 'Bearer realm="api"'
# RFC 6750, section 3: the characters of an error_description.
_UNFIT = re.compile(r"[^\x20-\x21\x23-\x5b\x5d-\x7e]")
_REFUSAL = "_mcpbridge_refusal"


class Refusal(Protocol):
    """An exception whose text is a sentence. code: as TokenRefused has it."""

    code: str


class BearerToken(BaseAuthentication):
    """DRF's authentication by ``Authorization: Bearer mcpb_...``; ``request.auth`` is the AccessToken.

    Put it first, so that those who bring nothing are answered 401 with its challenge. A bearer of another kind is left
    to the classes after it.
    """

    @sensitive_variables("text")
    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, AccessToken] | None:
        if not _is_bearer(request):
            return None
        text = token_of(request)
        if text and not text.startswith(MARK):
            return None
        try:
            token = AccessToken.objects.holder(text)
        except TokenRefused as refused:
            # DRF asks another instance of this class for the challenge, and hands it the same request.
            setattr(request, _REFUSAL, refused)
            raise AuthenticationFailed(str(refused), code=refused.code) from None
        return token.owner, token

    def authenticate_header(self, request: Request) -> str:
        return challenge(getattr(request, _REFUSAL, None))


def token_of(request: HttpRequest | Request) -> str:
    """What follows the word Bearer in the request's header, of whatever kind it is; "" where nothing does."""
    return _header(request)[1] if _is_bearer(request) else ""


def challenge(refusal: Refusal | None = None) -> str:
    """The WWW-Authenticate header of a 401. refusal: why the token was refused, if there was one."""
    if refusal is None or refusal.code == "token_missing":
        return REALM
    return f'{REALM}, error="invalid_token", error_description="{_UNFIT.sub("?", str(refusal))}"'


def _is_bearer(request: HttpRequest | Request) -> bool:
    # The word is written in any case: RFC 9110, section 11.1.
    return _header(request)[0].lower() == "bearer"


def _header(request: HttpRequest | Request) -> tuple[str, str]:
    """The scheme, and all that follows it."""
    scheme, _blank, rest = request.META.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
    return scheme, rest.strip()
