"""The Python and the packages of this process, and Django's system checks -> findings."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version

from django.conf import settings
from django.core.checks import ERROR, WARNING, CheckMessage, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS
from django.db import Error as DatabaseFault

from mcpbridge.doctor.findings import Finding, fail, ok, warn
from mcpbridge.doctor.subject import Subject

PYTHON = (3, 11)
# The versions that pyproject.toml asks for: from, and below.
PACKAGES = {"Django": ("5.2", "5.3"), "djangorestframework": ("3.18", "3.19"), "urllib3": ("2.6", "3")}
USED_IF_THERE = ("django-filter", "drf-spectacular", "drf-standardized-errors")


def versions(subject: Subject) -> Iterator[Finding]:
    found = {name: _version(name) for name in (*PACKAGES, *USED_IF_THERE)}
    shown = ", ".join(f"{name} {number}" for name, number in found.items() if number)
    running = ".".join(map(str, sys.version_info[:3]))
    faults = [fault for name in PACKAGES if (fault := _of_package(name, found[name]))]
    if sys.version_info < PYTHON:
        faults.append(fail(f"Python {running} runs here.", "Make the environment anew with Python 3.11 or later."))
    yield from faults or [ok(f"Python {running}, {shown}.")]


def system_checks(subject: Subject) -> Iterator[Finding]:
    messages = [one for one in _messages(subject) if one.level >= WARNING and not one.is_silenced()]
    for one in messages:
        told = f"{_of(one)}{one.msg} ({one.id})"
        mend = str(one.hint or f"Look for {one.id or 'it'} in Django's list of system checks.")
        yield fail(told, mend) if one.level >= ERROR else warn(told, mend)
    if not messages:
        yield ok("Django's own, the bridge's and the project's find nothing.")


def _of_package(name: str, number: str) -> Finding | None:
    least, below = PACKAGES[name]
    install = f'Run: pip install "{name}>={least},<{below}"'
    if not number:
        return fail(f"{name} is not installed.", install)
    if not _numbers(least) <= _numbers(number) < _numbers(below):
        return warn(f"{name} {number} is not the version that the bridge is tested with.", install)
    return None


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def _messages(subject: Subject) -> Sequence[CheckMessage]:
    deploy = not settings.DEBUG
    if not subject.address:
        try:
            return run_checks(include_deployment_checks=deploy, databases=[DEFAULT_DB_ALIAS])
        except (DatabaseFault, ImproperlyConfigured):
            # The next check tells of the database; the others have something to say without it.
            pass
    return run_checks(include_deployment_checks=deploy)


def _of(message: CheckMessage) -> str:
    return "" if message.obj is None else f"{getattr(message.obj, '__qualname__', message.obj)}: "
