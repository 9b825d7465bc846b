"""The table under a Renyi budget in doubles: what it spends, and how it is made exact."""

from __future__ import annotations

import math
from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.levels.renyi_table import (
    FARTHEST,
    LARGEST_OF_TABLES,
    climbed,
    exact_rows,
    float_table,
    from_logs,
    rounded,
    steps_each_way,
    with_order,
    within_checker,
)
from rropt.design.problem import Problem, resolved

pytestmark = pytest.mark.quick


def conditions_of(criterion, objective):
    return resolved(Problem(criterion, objective)).levels


@pytest.mark.parametrize("order", [2, 3])
def test_a_fair_guess_is_warner_at_the_ratio_that_spends_the_budget(order: int) -> None:
    """Warner at t = 3 spends (t^a + t^(1 - a)) / (t + 1) under order a."""
    budget = F(math.log((3**order + 3.0 ** (1 - order)) / 4) / (order - 1)).limit_denominator(10**9)
    guess = rr.Guess("1/2,1/2")
    found = float_table(guess, conditions_of(rr.RenyiDP(order, budget), guess), guess.actions)
    assert np.sort(found.rows, axis=0) == pytest.approx(
        np.array([[0.25, 0.25], [0.75, 0.75]]), abs=1e-6
    )


def test_exact_rows_add_up_and_change_the_largest_entry_only() -> None:
    near = np.array([[0.75, 0.1], [0.25 + 1e-9, 0.9 - 1e-9]])
    rows = exact_rows(near)
    assert [sum(column) for column in zip(*rows, strict=True)] == [1, 1]
    assert rows[1][0] == F(0.25 + 1e-9) and rows[0][1] == F(0.1)
    assert rows[0][0] == 1 - F(0.25 + 1e-9)


@pytest.mark.parametrize("x", [F(1, 3), F(10, 7), F(123456789, 1000), F(1, 10**12)])
def test_rounding_is_within_half_of_the_last_digit(x: F) -> None:
    near = rounded(x, 20)
    assert abs(near - x) <= x / 2**20
    assert near.denominator & (near.denominator - 1) == 0
    assert rounded(near, 20) == near


def test_an_order_joins_only_where_the_table_breaks_the_budget() -> None:
    conditions = conditions_of(rr.ZeroConcentratedDP("1/8"), rr.Guess("1/2,1/2"))
    orders = [each.order for each in conditions.listed]
    calm = np.array([[0.51, 0.49], [0.49, 0.51]])
    assert with_order(calm, conditions) is conditions
    # the divergence is 0.08 at order 1 and ln(101) at order 2
    rare = np.array([[0.01, 1e-6], [0.99, 1 - 1e-6]])
    more = with_order(rare, conditions)
    fresh = [each.order for each in more.listed][len(orders) :]
    assert fresh and set(fresh).isdisjoint(orders)
    for each in more.listed[len(orders) :]:
        assert each.budget == each.order * F(1, 8)


def test_without_zero_concentration_no_order_joins() -> None:
    conditions = conditions_of(rr.RenyiDP(2, "1/3"), rr.Guess("1/2,1/2"))
    loud = np.array([[0.99, 0.01], [0.01, 0.99]])
    assert with_order(loud, conditions) is conditions


LOWEST = np.array([1.0, 0.25, 0.5])


def away(rows):
    """The squared distance of log-ratios from those of one pattern, along a skewed valley."""
    logs = np.log(rows / rows[:, :1]) - np.log(LOWEST)
    return logs[:, 1] ** 2 + (logs[:, 1] + 3 * logs[:, 2]) ** 2


def test_a_climb_ends_at_the_lowest_pattern() -> None:
    starts = np.array([[1.0, 1.0, 1.0], [0.2, 1.0, 0.1]])
    found = climbed(starts, away, 0.3)
    assert found / found[:, :1] == pytest.approx(np.array([LOWEST, LOWEST]), rel=1e-4)
    assert found.max(axis=1) == pytest.approx(np.ones(2))


def test_a_lowest_pattern_is_where_a_climb_stays() -> None:
    assert climbed(LOWEST[None], away, 0.3) == pytest.approx(LOWEST[None], rel=1e-12)


def test_a_zero_is_far_and_still_a_start() -> None:
    found = climbed(np.array([[1.0, 0.0, 0.5]]), lambda rows: rows[:, 1] + rows[:, 2], 1.0)
    assert found[0] == pytest.approx([1.0, np.exp(-FARTHEST), np.exp(-FARTHEST)], rel=1e-6)


def test_the_first_way_is_no_change_and_each_way_is_there_once() -> None:
    ways = steps_each_way(3)
    assert not ways[0].any()
    assert len(np.unique(ways, axis=0)) == len(ways) == 9
    assert not ways[:, -1].any()
    assert from_logs(np.array([[0.0, -1.0], [3.0, 2.0]])).tolist() == [[1.0, np.exp(-1.0)]] * 2


def test_orders_beyond_those_of_a_checker_join_where_tables_are_sought():
    """A report of 1e-9 with a loss of 0.3 breaks zCDP of 1/1000 at orders about 140 alone."""
    conditions = resolved(Problem(rr.ZeroConcentratedDP("1/1000"), rr.Trace(2))).cone
    rare = 1e-9
    above = rare * math.exp(0.3)
    rows = np.array([[above, rare], [1 - above, 1 - rare]])

    def joined(found):
        return {c.order for c in found.listed} - {c.order for c in conditions.listed}

    assert joined(with_order(rows, conditions)) == {64}
    found = with_order(rows, conditions, largest=LARGEST_OF_TABLES)
    (order,) = joined(found)
    assert 120 < order < 160
    assert within_checker(found) == conditions == within_checker(conditions)
