"""Findings -> lines for a person, or one JSON object for a program."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from mcpbridge.doctor.findings import Finding

_LABELS = {"ok": "ok", "warn": "warn", "fail": "FAIL", "skipped": "skipped"}
_WIDTHS = (9, 18)


def lines(finding: Finding) -> str:
    """One line, and below it the mend where there is one."""
    state, name = _WIDTHS
    line = f"{_LABELS[finding.state]:<{state}}{finding.name:<{name}}{finding.found}"
    return f"{line}\n{'':<{state}}Mend: {finding.mend}" if finding.mend else line


def closing(findings: Sequence[Finding]) -> str:
    failed, warned, left = (_count(findings, state) for state in ("fail", "warn", "skipped"))
    skipped = f", {left} skipped" if left else ""
    return f"{len(findings)} findings: {failed} failed, {warned} warned{skipped}."


def as_json(findings: Sequence[Finding]) -> str:
    told = {
        "checks": [asdict(finding) for finding in findings],
        "failed": _count(findings, "fail"),
        "warned": _count(findings, "warn"),
    }
    return json.dumps(told)


def _count(findings: Sequence[Finding], state: str) -> int:
    return sum(finding.state == state for finding in findings)
