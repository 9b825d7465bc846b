"""Mechanisms for numbers in words: what a report is worth, and how it is drawn."""

from __future__ import annotations

import rropt as rr
from rropt.report.text import table_lines


def test_some_numbers_have_their_table_and_the_numbers_of_its_reports() -> None:
    lines = table_lines(rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1])))
    assert "report \\ truth" in lines[0]
    assert "numbers of the reports" in lines[-1]
    told = [float(x) for x in lines[-1].split("reports")[1].split(",")]
    assert any(abs(x + 0.5) < 1e-6 for x in told) and any(abs(x - 1.5) < 1e-6 for x in told)


def test_an_interval_has_the_shift_and_its_windows() -> None:
    design = rr.optimal(rr.LocalDP(2), rr.Mean(low=0, high=10, points=6))
    lines = table_lines(design)
    assert "a step h = 2 apart" in lines[0] and "h (t - 1/2)" in lines[3]
    assert len(lines) == 5 + design.channel.shape[0]
    assert "draw t between 0 and 1" in design.to_html()


def test_the_cut_says_how_it_is_drawn() -> None:
    lines = table_lines(rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=10)))
    assert "draw w between lo and hi" in lines[1] and "draw t uniformly" in lines[5]
