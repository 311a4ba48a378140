"""The four demo accounts -> logins that work, kept in one file that only its owner can read."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, get_hasher
from django.contrib.auth.models import User

from notes.demo.organisation import ACCOUNTS, email_of


def open_accounts(path: Path) -> dict[str, str]:
    """Give each demo account the password that ``path`` holds, or a new one; return them by username.

    A user of such a name who is not the demo's (another e-mail address) keeps his password and is left out.
    """
    kept = _read(path)
    passwords: dict[str, str] = {}
    for user in User.objects.filter(username__in=ACCOUNTS).order_by("id"):
        if user.email == email_of(user.username):
            passwords[user.username] = kept.get(user.username) or secrets.token_urlsafe(12)
            _let_in(user, passwords[user.username])
    _write(path, {**kept, **passwords})
    return passwords


def _let_in(user: User, password: str) -> None:
    is_admin = user.username == "admin"
    right = user.is_active and user.is_staff == is_admin and user.is_superuser == is_admin
    if right and user.has_usable_password() and check_password(password, user.password):
        return
    user.is_active = True
    user.is_staff = user.is_superuser = is_admin
    user.password = _hash(password)
    user.save()


def _hash(password: str) -> str:
    hasher = get_hasher()
    if isinstance(hasher, PBKDF2PasswordHasher):
        # Stretching protects passwords that can be guessed. These are random, and starting up should not take seconds
        # for them; Django stretches them at the first login.
        return hasher.encode(password, hasher.salt(), iterations=1_000)
    return hasher.encode(password, hasher.salt())


def _read(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(password) for name, password in found.items()} if isinstance(found, dict) else {}


def _write(path: Path, passwords: dict[str, str]) -> None:
    # Made with its mode, not changed to it: there is no moment in which others could read it.
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(passwords, file, indent=2)
        file.write("\n")
