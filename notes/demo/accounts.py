"""The four demo accounts -> logins that work. What their owners made of them since stays as it is."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, get_hasher
from django.contrib.auth.models import User

from notes.demo.account_file import read_passwords, write_passwords
from notes.demo.organisation import ACCOUNTS, is_the_demos

NOT_THE_DEMOS = "left alone: this user is not the demo's (another name or e-mail address)"
GONE = "was deleted: manage.py demo --reset makes it again"
INACTIVE = "left alone: this account was deactivated"
UNKNOWN = "left alone: its password is not in the file (delete the file and run this again for new passwords)"
CHANGED = "left alone: its password was changed since (delete the file and run this again for new passwords)"


@dataclass(frozen=True)
class Login:
    """``remark`` says why there is no password; empty where there is one."""

    username: str
    password: str
    remark: str


@dataclass(frozen=True)
class Logins:
    """``renewed``: the file was lost, so accounts that were there got new passwords."""

    each: tuple[Login, ...]
    renewed: bool


def open_accounts(path: Path, made: Collection[str]) -> Logins:
    """The demo's logins, from the file at ``path``.

    Passwords are set for accounts that were just ``made`` and, where the file is lost, for the demo's others that are
    active. Nothing else about an account changes. Raises CommandError where the file cannot be read or written.
    """
    kept = read_passwords(path)
    users = {user.username: user for user in User.objects.filter(username__in=ACCOUNTS)}
    logins = [_login(name, users.get(name), kept, is_new=name in made) for name in ACCOUNTS]
    write_passwords(path, {**(kept or {}), **{login.username: login.password for login in logins if login.password}})
    renewed = kept is None and any(login.password and login.username not in made for login in logins)
    return Logins(tuple(logins), renewed)


def _login(name: str, user: User | None, kept: dict[str, str] | None, *, is_new: bool) -> Login:
    if user is None:
        return Login(name, "", GONE)
    if not is_the_demos(user):
        return Login(name, "", NOT_THE_DEMOS)
    if not user.is_active:
        return Login(name, "", INACTIVE)
    if is_new or kept is None:
        password = (kept or {}).get(name) or secrets.token_urlsafe(12)
        user.password = _hash(password)
        user.save(update_fields=["password"])
        return Login(name, password, "")
    if name not in kept:
        return Login(name, "", UNKNOWN)
    return Login(name, kept[name], "") if check_password(kept[name], user.password) else Login(name, "", CHANGED)


def _hash(password: str) -> str:
    hasher = get_hasher()
    if isinstance(hasher, PBKDF2PasswordHasher):
        # Stretching protects passwords that can be guessed. These are random, and starting up should not take seconds
        # for them; Django stretches them at the first login.
        return hasher.encode(password, hasher.salt(), iterations=1_000)
    return hasher.encode(password, hasher.salt())
