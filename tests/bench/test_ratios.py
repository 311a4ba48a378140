"""Pairs of numbers -> the figure, the verdict and the table of the benchmark."""

from __future__ import annotations

import pytest

from bench.ratios import Finding, decided, found, table


def over(value: float) -> Finding:
    return found("a call", [(value, 1.0)], "times", 1.10)


def test_a_round_is_compared_with_itself_so_a_slow_round_changes_nothing():
    quiet = found("a call", [(1.0, 1.0), (1.0, 1.0), (1.0, 1.0)], "times", 1.10)

    noisy = found("a call", [(1.0, 1.0), (9.0, 9.0), (5.0, 5.0)], "times", 1.10)

    assert (noisy.value, noisy.low, noisy.high) == (quiet.value, quiet.low, quiet.high) == (1.0, 1.0, 1.0)


def test_the_median_of_the_rounds_counts_and_the_quartiles_show_the_spread():
    finding = found("a call", [(3.0, 1.0), (2.0, 2.0), (4.0, 2.0), (60.0, 2.0), (5.0, 2.0)], "times", 1.10)

    assert (finding.low, finding.value, finding.high) == (2.0, 2.5, 3.0)


def test_memory_is_a_difference_not_a_ratio():
    finding = found("memory", [(68.0, 64.0), (70.0, 65.0), (69.0, 63.0)], "MB more", 8.0)

    assert finding.value == 5.0
    assert finding.verdict == "within"


def test_a_figure_on_the_bar_keeps_it_and_one_above_breaks_it():
    on_it = found("a list", [(11.0, 10.0)], "times", 1.1)
    above = found("a list", [(11.1, 10.0)], "times", 1.1)

    assert not on_it.is_over and on_it.verdict == "within"
    assert above.is_over and above.verdict == "over"


def test_a_figure_without_a_bar_breaks_none():
    finding = found("a create", [(50.0, 1.0)], "times", None)

    assert not finding.is_over
    assert finding.verdict == "no bar"


@pytest.mark.parametrize(
    ("first", "second", "value", "verdict"),
    [
        (1.05, 9.0, 1.05, "within"),
        (1.30, 1.05, 1.05, "within, measured twice"),
        (1.30, 1.20, 1.20, "over, measured twice"),
        (1.20, 1.30, 1.20, "over, measured twice"),
    ],
)
def test_only_a_bar_that_is_broken_twice_in_a_row_is_broken(first, second, value, verdict):
    finding = decided(over(first), over(second))

    assert finding.value == value
    assert finding.verdict == verdict


def test_nothing_measured_is_no_finding():
    with pytest.raises(ValueError, match="nothing was measured"):
        found("a call", [], "times", 1.10)


def test_a_clock_that_saw_no_time_pass_gives_no_ratio():
    with pytest.raises(ValueError, match="used no time"):
        found("a call", [(1.0, 0.0)], "times", 1.10)


def test_the_table_shows_figure_quartiles_bar_and_verdict_of_each():
    findings = [over(1.3), found("memory", [(68.0, 64.0)], "MB more", None)]

    lines = [
        " | ".join(cell.strip() for cell in line.split("  ") if cell.strip()) for line in table(findings).split("\n")
    ]

    assert lines == [
        "median | quartiles | bar",
        "a call | 1.30 times | 1.30 to 1.30 | 1.10 | over",
        "memory | 4.00 MB more | 4.00 to 4.00 | - | no bar",
    ]
