"""A base URL and a token -> whether the API there can be called with them."""

from __future__ import annotations

from collections.abc import Iterator

from mcpbridge.at_base_url import TOKEN
from mcpbridge.client_configuration import MAKE_ONE
from mcpbridge.doctor.findings import Finding, fail, ok, sentences, warn
from mcpbridge.doctor.subject import Subject
from mcpbridge.exceptions import CallFailed, Misconfigured
from mcpbridge.serve.health import UNKNOWN

PUT_ONE = f"Run, where the API runs: {MAKE_ONE}; then put the token into the variable {TOKEN}."
DIFFERS = "catalog_differs"
AGAIN = " Then send the same call again; nothing was sent."
"""What an agent is told beside the mend."""


def base_url(subject: Subject) -> Iterator[Finding]:
    try:
        base = subject.base
    except Misconfigured as error:
        yield fail(*sentences(str(error)))
    else:
        yield ok(f"{base} is well formed.")


def api(subject: Subject) -> Iterator[Finding]:
    try:
        warnings = [one for one in subject.health.told().warnings if not one.endswith(UNKNOWN)]
    except CallFailed as failure:
        if failure.code != DIFFERS:
            yield fail(*sentences(failure.message.removesuffix(AGAIN)))
            return
        warnings = []
    for one in warnings:
        fault, _colon, mend = one.partition(": ")
        yield warn(f"{fault}.", mend[:1].upper() + mend[1:])
    if not warnings:
        yield ok("It answers." if subject.catalog.health else "Not asked: the catalog names no health operation.")


def same_catalog(subject: Subject) -> Iterator[Finding]:
    try:
        unknown = [one for one in subject.health.told().warnings if one.endswith(UNKNOWN)]
    except CallFailed as failure:
        yield fail(*sentences(failure.message))
        return
    for one in unknown:
        yield warn(one, "Let the API's health operation publish it (docs/base-url.md).")
    if not unknown:
        yield ok("The API has the same catalog as this file.")


def token(subject: Subject) -> Iterator[Finding]:
    """Whether there is one; whether it opens the API, the call tells."""
    if subject.login:
        yield fail("--user names an account of this process, and the API knows callers by their token alone.", PUT_ONE)
    elif not subject.token:
        yield warn(f"{TOKEN} is not set, so calls are made as nobody.", PUT_ONE)
    elif subject.token.startswith("${") or not (subject.token.isascii() and subject.token.isprintable()):
        yield fail(f"{TOKEN} holds what no token is.", PUT_ONE)
    elif " " in subject.token:
        yield fail(f"{TOKEN} holds blanks, which no token has.", PUT_ONE)
    else:
        yield ok(f"{TOKEN} holds one.")


def encryption(subject: Subject) -> Iterator[Finding]:
    if subject.base.is_encrypted:
        yield ok("The token travels encrypted.")
    elif subject.base.is_this_machine:
        yield ok("The token stays on this machine.")
    else:
        yield warn("The token travels unencrypted.", "Write https:// where the network is not yours alone.")
