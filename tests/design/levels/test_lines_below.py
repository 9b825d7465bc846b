"""Lines below the functions of Renyi budgets: nowhere above, touching, and what they prove."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.checker import renyi as of_checker
from rropt.design.engine.action_optimum import price_actions
from rropt.design.levels.lines_below import (
    LINE_BITS,
    LinesBelow,
    base_of,
    steps_of,
    touched_at,
    touching,
)
from rropt.design.problem import Problem, resolved

ORDERS = [F(1), F(5, 4), F(3, 2), F(2), F(3), F(13, 2)]


@pytest.mark.parametrize("order", ORDERS)
def test_lines_lie_below_the_function_and_touch_it(order):
    points = [F(1, 2), F(1), F(3)]
    slope, height = base_of(order)
    steps = steps_of(order, points)
    for n in range(1, 80):
        t = F(n, 10)
        lines = slope * t - height + sum(c * max(F(0), t - g) for c, g in steps)
        function = float(t) * math.log(t) if order == 1 else float(t) ** float(order)
        assert float(lines) <= function + 1e-12
        if t in points:
            assert float(lines) == pytest.approx(function, abs=1e-9)


@pytest.mark.parametrize("order", [*ORDERS, F(64)])
@pytest.mark.parametrize("t", [F(3, 4), F(1), F(4295032899, 2**32), F(1, 3), F(27, 2)])
def test_lines_of_proofs_are_no_higher_than_those_of_the_checker(order, t):
    slope, height = touching(order, t)
    most, least = (F(x, 2**LINE_BITS) for x in of_checker.line(order, t))
    units = F(3, 2**LINE_BITS)
    assert most - units - most / 2**200 <= slope <= most
    assert least <= height <= least + units + least / 2**200


@pytest.mark.parametrize("order", ORDERS)
def test_a_slope_is_that_of_the_line_where_it_touches(order):
    for t in (F(1, 5), F(1), F(7, 2)):
        assert touched_at(order, touching(order, t)[0]) == pytest.approx(t, rel=1e-12)
    assert 0 < touched_at(order, F(-(10**9))) < 1e-15 and touched_at(order, F(10**99)) < 2**61


def test_the_bound_is_above_the_best_card_and_lines_at_its_ratio_close_it():
    """Warner with ratio t spends (t^2 + 1/t) / (t + 1): budget ln(7/3) at t = 3, worth 3/4."""
    budget = "0.84729786038720"  # a little below ln(7/3)
    conditions = resolved(Problem(rr.RenyiDP(2, budget), rr.Guess("1/2,1/2"))).levels
    actions = [[F(1, 2), F(0)], [F(0), F(1, 2)]]

    def bound(points):
        lines = LinesBelow(conditions.listed, [points] * 2)
        forms = lines.forms()
        proof = lines.proved(actions, price_actions(actions, forms), forms)
        paid = [conditions.listed[n].most[1] * z for (n,), z in proof.budget_prices.items()]
        return sum(proof.prices) + sum(paid)

    far, near = bound([F(1)]), bound([F(1, 3), F(1), F(3)])
    assert far > F(751, 1000) > near
    assert F(3, 4) - F(1, 10**9) <= near < F(3, 4) + F(1, 10**9)
