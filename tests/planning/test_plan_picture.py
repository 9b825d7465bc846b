"""The picture of a plan: its point, its curves, and what they are by hand."""

from __future__ import annotations

import pickle
from math import sqrt

import pytest

import rropt as rr

pytest.importorskip("matplotlib")
WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_the_margin_falls_with_the_square_root_and_the_point_is_the_plan() -> None:
    """Warner at 3/4, a share of 1/5: yes has the chance 7/20, the variance is 4 * 7/20 * 13/20."""
    complete = rr.plan(WARNER, "1/5", margin="0.02", method="normal")
    (axes,) = complete.plot().axes
    curve, point = axes.get_lines()
    assert [*point.get_xdata(), *point.get_ydata()] == [complete.n, complete.margin]
    for n, margin in zip(curve.get_xdata(), curve.get_ydata(), strict=True):
        assert margin == pytest.approx(1.959964 * sqrt(0.91 / n), rel=1e-6)
    assert curve.get_xdata()[0] == round(complete.n / 4)
    assert curve.get_xdata()[-1] == 4 * complete.n


def test_a_tested_plan_has_a_panel_for_its_power() -> None:
    complete = rr.plan(rr.Proportion("1/4", "1/5"), design=WARNER, power="0.9", method="normal")
    margin, power = complete.plot().axes
    assert (margin.get_ylabel(), power.get_ylabel()) == ("margin", "power")
    curve, point = power.get_lines()
    heights = list(curve.get_ydata())
    assert heights == sorted(heights) and heights[0] < 0.9 < heights[-1]
    assert point.get_ydata()[0] == complete.power
    assert heights[list(curve.get_xdata()).index(complete.n)] == pytest.approx(complete.power)


def test_a_mean_has_its_margin() -> None:
    complete = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1, 2])).plan(margin="0.05")
    (axes,) = complete.plot().axes
    curve, _ = axes.get_lines()
    assert curve.get_ydata()[-1] == pytest.approx(complete.margin / 2)


def test_a_plan_is_still_data() -> None:
    complete = rr.plan(rr.Proportion("1/5"), epsilon=1, n=500)
    again = pickle.loads(pickle.dumps(complete))
    assert again == complete and "rules" not in repr(complete)
    assert again.curves["margin"][1](500) == complete.curves["margin"][1](500)
