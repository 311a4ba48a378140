"""Checks -> what each of them found, with the mend of every fault, whatever happens inside a check."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from mcpbridge.doctor.quiet import quiet
from mcpbridge.doctor.subject import Subject

log = logging.getLogger("mcpbridge.doctor")

STOPPED = "Run: manage.py check --traceback; or let mcpbridge.doctor log at the level DEBUG, which tells the cause."

State = Literal["ok", "warn", "fail", "skipped"]


@dataclass(frozen=True)
class Finding:
    """name: of the check, which is filled in as it runs. found: sentences. mend: what to run or to change."""

    name: str
    state: State
    found: str
    mend: str = ""


@dataclass(frozen=True)
class Check:
    """needs: names of the checks without whose success this one has nothing to look at."""

    name: str
    look: Callable[[Subject], Iterable[Finding]]
    needs: tuple[str, ...] = ()


def ok(found: str) -> Finding:
    return Finding("", "ok", found)


def warn(found: str, mend: str) -> Finding:
    return Finding("", "warn", found, mend)


def fail(found: str, mend: str) -> Finding:
    return Finding("", "fail", found, mend)


def skipped(found: str, mend: str = "") -> Finding:
    return Finding("", "skipped", found, mend)


def examined(checks: Iterable[Check], subject: Subject) -> Iterator[Finding]:
    """Each finding as it is made. Nothing that a check raises gets out."""
    without: set[str] = set()
    for check in checks:
        for finding in _looked(check, subject, without):
            if finding.state in ("fail", "skipped"):
                without.add(check.name)
            yield replace(finding, name=check.name)


def sentences(told: str) -> tuple[str, str]:
    """A text that names a fault and then its mend, as all of ours do, as the two."""
    fault, _stop, mend = told.partition(". ")
    return fault.rstrip(".") + ".", mend


def _looked(check: Check, subject: Subject, without: set[str]) -> list[Finding]:
    if lacking := [name for name in check.needs if name in without]:
        return [skipped(f"Not tried: it needs what {lacking[0]!r} looks at.")]
    try:
        with quiet():
            return list(check.look(subject))
    except (Exception, SystemExit) as error:
        # Code of the project is run, and its exceptions may hold anything.
        log.debug("%s stopped", check.name, exc_info=True)
        kind = type(error).__name__
        return [fail(f"The check itself stopped: {kind}.", STOPPED)]
