"""Renyi budgets: both ends certified, against a program over a fine grid in doubles."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt.privacy.renyi import tangent_levels


def on_a_grid(order, budget, worth):
    """The program over 1,601 ratios from e^-8 to e^8 with their powers, for two truths."""
    ratios = [math.exp(n / 100) for n in range(-800, 801)]
    rows = [(t / (1 + t), 1 / (1 + t)) for t in ratios]
    powers = [[x**order * y ** (1 - order) for x, y in each] for each in (rows, flipped(rows))]
    most = math.exp((order - 1) * budget)
    found = linprog(
        [-worth(*row) for row in rows],
        A_eq=list(zip(*rows, strict=True)),
        b_eq=[1, 1],
        A_ub=powers,
        b_ub=[most, most],
    )
    return -found.fun


def flipped(rows):
    return [(y, x) for x, y in rows]


@pytest.mark.parametrize(("order", "epsilon"), [(2, "1"), (3, "1/2")])
def test_bound_and_table_meet_where_a_grid_says(order, epsilon):
    criterion = rr.RenyiDP(order, epsilon)
    design = rr.optimal(criterion, rr.Guess(["1/4", "3/4"]))
    low, high = float(design.value), float(design.bound)
    expected = on_a_grid(order, float(F(epsilon)), lambda x, y: max(x / 4, 3 * y / 4))
    assert 0 <= high - low < 1e-8
    assert high >= expected - 1e-9 and low == pytest.approx(expected, abs=1e-4)
    assert criterion.satisfied_by(design.table)
    assert "Renyi divergence" in design.certificate.check().statement


def test_a_table_beyond_the_budget_is_refused_and_one_within_is_not():
    """Warner at 3: 9/4 + 1/12 = 7/3, and ln(7/3) = 0.8473."""
    warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    assert rr.RenyiDP(2, "0.848").satisfied_by(warner)
    assert not rr.RenyiDP(2, "0.847").satisfied_by(warner)
    assert not rr.RenyiDP(2, 50).satisfied_by(rr.Channel.from_rows([[1, 0], [0, 1]]))


def test_tangents_lie_below_the_power_and_touch_it():
    points = [F(1, 2), F(1), F(3)]
    levels = tangent_levels(3, points)
    for n in range(1, 60):
        t = F(n, 10)
        below = sum(c * max(F(0), t - g) for c, (g, _) in levels)
        assert below <= t**3 and (below == t**3) == (t in points)


@pytest.mark.parametrize(
    ("order", "epsilon", "words"),
    [
        (1, 1, "order"),
        ("3/2", 1, "order"),
        (65, 1, "at most 64"),
        (2, 0, "positive"),
        (2, "ln(3)", "epsilon of a Renyi divergence"),
    ],
)
def test_bad_input_is_one_line(order, epsilon, words):
    with pytest.raises(rr.InputError, match=words) as caught:
        rr.RenyiDP(order, epsilon)
    assert "\n" not in str(caught.value)


def test_what_no_proof_is_known_for_is_refused():
    with pytest.raises(rr.InputError, match="at most 3 for a Renyi budget"):
        rr.optimal(rr.RenyiDP(2, 1), rr.Trace(4))
    with pytest.raises(rr.InputError, match="linear utility"):
        rr.optimal(rr.RenyiDP(2, 1), rr.AOptimal(["1/2", "1/2"]))
