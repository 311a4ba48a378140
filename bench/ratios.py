"""Pairs of numbers, the bridge's and plain Django's -> one figure, its spread, and whether it keeps its bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median, quantiles
from typing import Literal

Unit = Literal["times", "MB more"]
Pair = tuple[float, float]
"""The bridge's number and plain Django's, taken one right after the other."""


@dataclass(frozen=True)
class Finding:
    """One measurement. value: the median over its rounds; low, high: the quartiles; bar: None where it only informs."""

    what: str
    value: float
    low: float
    high: float
    unit: Unit
    bar: float | None
    is_repeat: bool = False

    @property
    def is_over(self) -> bool:
        return self.bar is not None and self.value > self.bar

    @property
    def verdict(self) -> str:
        if self.bar is None:
            return "no bar"
        said = "over" if self.is_over else "within"
        return f"{said}, measured twice" if self.is_repeat else said


def found(what: str, pairs: Sequence[Pair], unit: Unit, bar: float | None) -> Finding:
    """The finding of some rounds; each is compared with itself, so what slows a whole round down cancels out.

    Raises ValueError where there are no rounds or plain Django needed nothing.
    """
    if not pairs:
        raise ValueError(f"{what}: nothing was measured.")
    if unit == "times" and min(plain for _bridge, plain in pairs) <= 0:
        raise ValueError(f"{what}: plain Django used no time that this machine's clock can tell.")
    figures = [bridge / plain if unit == "times" else bridge - plain for bridge, plain in pairs]
    low, _middle, high = quantiles(figures, n=4, method="inclusive") if len(figures) > 1 else figures * 3
    return Finding(what, median(figures), low, high, unit, bar)


def decided(first: Finding, second: Finding) -> Finding:
    """A bar that looks broken is measured once more: one noisy run breaks none, two in a row do."""
    if not first.is_over:
        return first
    better = min(first, second, key=lambda finding: finding.value)
    return replace(better, is_repeat=True)


def table(findings: Sequence[Finding]) -> str:
    """The findings as lines of equal columns: what, figure, quartiles, bar, verdict."""
    rows = [("", "median", "quartiles", "bar", "")]
    for item in findings:
        bar = "-" if item.bar is None else f"{item.bar:.2f}"
        rows.append(
            (item.what, f"{item.value:.2f} {item.unit}", f"{item.low:.2f} to {item.high:.2f}", bar, item.verdict)
        )
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    padded = ((cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join("  ".join(row).rstrip() for row in padded)
