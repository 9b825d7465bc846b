"""Lines below the functions of Renyi budgets: nowhere above, touching, and what they prove."""

from __future__ import annotations

import math
from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.checker import renyi as of_checker
from rropt.design.levels.lines_below import (
    LINE_BITS,
    STEEPEST,
    LinesBelow,
    touched_at,
    touching,
)
from rropt.design.levels.renyi_design import _in_use
from rropt.design.problem import Problem, resolved

ORDERS = [F(1), F(5, 4), F(3, 2), F(2), F(3), F(13, 2)]


@pytest.mark.parametrize("order", ORDERS)
def test_lines_lie_below_the_function_and_touch_it(order):
    for point in (F(1, 2), F(1), F(3)):
        slope, height = touching(order, point)
        for n in range(1, 80):
            t = F(n, 10)
            function = float(t) * math.log(t) if order == 1 else float(t) ** float(order)
            assert float(slope * t - height) <= function + 1e-12
            if t == point:
                assert float(slope * t - height) == pytest.approx(function, abs=1e-9)


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
        assert touched_at(order, float(touching(order, t)[0])) == pytest.approx(t, rel=1e-12)
    assert 0 < touched_at(order, -1e9) < 1e-15 and touched_at(order, 1e99) < 2**61


def test_the_bound_is_above_the_best_card_and_lines_at_its_ratio_close_it():
    """Warner with ratio t spends (t^2 + 1/t) / (t + 1): budget ln(7/3) at t = 3, worth 3/4."""
    budget = "0.84729786038720"  # a little below ln(7/3)
    conditions = resolved(Problem(rr.RenyiDP(2, budget), rr.Guess("1/2,1/2"))).levels
    actions = [[F(1, 2), F(0)], [F(0), F(1, 2)]]

    def bound(points):
        lines = LinesBelow(conditions.listed, [points] * 2, [F(10)] * 2)
        proof = lines.proved(actions, lines.priced(actions))
        paid = [conditions.listed[n].most[1] * z for (n,), z in proof.budget_prices.items()]
        return sum(proof.prices) + sum(paid)

    far, near = bound([F(1, 2), F(2)]), bound([F(1, 3), F(3)])
    assert far > F(751, 1000) > near
    assert F(3, 4) - F(1, 10**9) <= near < F(3, 4) + F(1, 10**9)


@pytest.mark.parametrize(
    "privacy",
    [
        rr.RenyiDP(2, "1/2"),
        rr.RenyiDP(1, "1/10"),
        rr.RenyiDP(16, "1/10"),
        rr.ZeroConcentratedDP("1/10000"),
        rr.RenyiDP(2, "1/10000000"),
    ],
)
def test_what_is_proved_is_the_value_of_the_program(privacy):
    """Rows of the actions are a table that keeps all lines; the prices are those of these lines."""
    conditions = resolved(Problem(privacy, rr.Guess("1/2,3/10,1/5"))).levels
    actions = rr.Guess("1/2,3/10,1/5").actions
    lines = LinesBelow.first(conditions, [[F(1)] * 3])
    lines = lines.finer(_in_use(lines.priced(actions).rows.tolist()))
    found = lines.priced(actions)
    assert found.rows.sum(axis=0) == pytest.approx([1] * 3)
    assert found.value == pytest.approx((found.rows * np.array(actions, dtype=float)).sum())
    proof = lines.proved(actions, found)
    paid = sum(conditions.listed[n].most[1] * z for (n,), z in proof.budget_prices.items())
    assert float(sum(proof.prices) + paid) == pytest.approx(found.value, rel=1e-5)
    for action, ratios in zip(actions, proof.ratios, strict=True):
        charged = list(proof.prices)
        for (n,), t in ratios.items():
            budget = conditions.listed[n]
            slope, height = touching(budget.order, t)
            for j, (x, y) in enumerate(zip(budget.left, budget.right, strict=True)):
                charged[j] += proof.budget_prices[n,] * (slope * x - height * y)
        assert all(x >= gain for x, gain in zip(charged, action, strict=True))


def test_lines_are_no_steeper_than_doubles_take_but_for_those_of_the_table():
    conditions = resolved(Problem(rr.RenyiDP(64, 1), rr.Guess("1/2,1/2"))).levels
    alone = [[F(1), F(0)], [F(0), F(1)]]
    most = STEEPEST * float(conditions.listed[0].most[0] - 1)
    for points in LinesBelow.first(conditions, alone).points:
        assert float(max(points)) ** 64 == pytest.approx(most, rel=1e-4) and max(points) < 4
    told = LinesBelow.first(conditions, [[F(9), F(1)], [F(1), F(9)]])
    assert [max(points) for points in told.points] == [9, 9]
