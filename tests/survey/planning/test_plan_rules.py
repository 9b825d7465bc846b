"""What a plan and an interval print, and the picture of a plan: its point and its curves."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binom

import rropt as rr
from rropt.cli import main

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_a_plan_prints_what_the_command_says(tmp_path, capsys):
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
    design.save(tmp_path / "D.json")
    assert main(["plan", "--design", str(tmp_path / "D.json"), "--margin", "0.02"]) == 0
    assert capsys.readouterr().out == f"{design.plan(margin='0.02')}\n"


def test_a_power_says_how_it_is_known():
    complete = rr.plan(rr.Proportion("1/4", "1/5"), design=WARNER, power="0.9", method="normal")
    assert "power 0.9" in str(complete) and "(in the limit)" in str(complete)


def test_an_interval_prints_its_ends_level_and_method():
    assert str(rr.interval(WARNER, [600, 400])).endswith("(0.95, profile likelihood)")


def test_every_form_of_a_plan_has_the_same_numbers():
    complete = rr.plan(WARNER, "1/5", margin="0.02")
    assert complete.summary() == str(complete)
    assert complete.to_json()["n"] == complete.to_json()["plan"]["n"] == complete.n
    pytest.importorskip("pandas")
    (row,) = complete.to_frame().to_dict("records")
    assert row["open"] == "n" and row["margin"] == complete.margin and "power" not in row
    assert f"n & {complete.n} " in complete.to_latex()
    assert f"<td>{complete.n}</td>" in complete._repr_html_()


def test_a_plan_for_a_mean_has_the_same_forms():
    pytest.importorskip("pandas")
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1, 2]))
    complete = design.plan(margin="0.05")
    assert complete.to_json()["plan"]["channel"] is None
    assert complete.to_frame()["n"].tolist() == [complete.n]
    assert str(complete.n) in complete.to_latex()


@pytest.fixture
def plots() -> None:
    """Pictures are drawn by matplotlib."""
    pytest.importorskip("matplotlib")


@pytest.mark.usefixtures("plots")
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


@pytest.mark.usefixtures("plots")
def test_a_tested_plan_has_a_panel_for_its_power() -> None:
    complete = rr.plan(rr.Proportion("1/4", "1/5"), design=WARNER, power="0.9", method="normal")
    margin, power = complete.plot().axes
    assert (margin.get_ylabel(), power.get_ylabel()) == ("margin", "power")
    curve, point = power.get_lines()
    heights = list(curve.get_ydata())
    assert heights == sorted(heights) and heights[0] < 0.9 < heights[-1]
    assert point.get_ydata()[0] == complete.power
    assert heights[list(curve.get_xdata()).index(complete.n)] == pytest.approx(complete.power)


@pytest.mark.usefixtures("plots")
def test_a_mean_has_its_margin() -> None:
    complete = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1, 2])).plan(margin="0.05")
    (axes,) = complete.plot().axes
    curve, _ = axes.get_lines()
    assert curve.get_ydata()[-1] == pytest.approx(1.959963984540054 * complete.stderr / 2)


def test_a_plan_is_still_data() -> None:
    complete = rr.plan(rr.Proportion("1/5"), epsilon=1, n=500)
    again = pickle.loads(pickle.dumps(complete))
    assert again == complete and "rules" not in repr(complete)
    assert again.curves["margin"][1](500) == complete.curves["margin"][1](500)


@pytest.mark.parametrize(
    ("share", "asked"),
    [
        ("1/50", {"n": 30, "margin": "1/5"}),
        ("1", {"n": 50, "margin": "1/10"}),
        ("1/1000", {"n": 500, "margin": "1/20"}),
        ("0", {"epsilon": 2, "margin": "1/20"}),
        ("1/5", {"epsilon": 8, "n": 100}),
        ("1/100", {"epsilon": 8, "n": 1000}),
    ],
)
def test_a_margin_is_held_by_few_reports(share, asked):
    """By the binomial law, the estimate in closed form: quantiles alone held 0.924 to 0.944."""
    found = rr.plan(rr.Proportion(share), **asked)
    assert found.margin <= float(Fraction(asked.get("margin", 1)))
    prior, (no, yes) = float(Fraction(share)), found.channel.to_numpy()[1]
    counts = np.arange(found.n + 1)
    estimates = np.clip((counts / found.n - no) / (yes - no), 0, 1)
    held = np.abs(estimates - prior) <= found.margin * (1 + 1e-9)
    chances = binom.pmf(counts, found.n, no + (yes - no) * prior)
    assert chances[held].sum() >= 0.95
