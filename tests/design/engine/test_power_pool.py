"""Patterns with their powers: what they take of budgets, and tables of three truths."""

from __future__ import annotations

import math
from functools import partial
from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import minimize

import rropt as rr
from rropt.design.engine.power_pool import (
    PowerPool,
    _heavy_rows,
    around,
    fewer_rows,
    merged,
    start_of,
    taken,
    taken_together,
    under_powers,
)
from rropt.design.engine.ratio_design import path_end
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.design.problem import Problem, resolved

PRIOR = ["1/2", "3/10", "1/5"]


def budgets(privacy, truths=3):
    return resolved(Problem(privacy, rr.Trace(truths))).cone


@pytest.mark.parametrize("order", [1, "3/2", 2, 7])
def test_a_table_keeps_a_budget_where_its_rows_take_no_more_than_all_of_it(order):
    conditions = budgets(rr.RenyiDP(order, "1/2"))
    rows = np.random.default_rng(4).dirichlet([2.0] * 3, size=3).T
    assert rows.sum(axis=0) == pytest.approx([1, 1, 1])
    a = float(order) if order != "3/2" else 1.5
    for condition, share in zip(conditions.listed, taken_together(conditions, rows).T, strict=True):
        x, y = rows[:, condition.left.index(1)], rows[:, condition.right.index(1)]
        told = (x * np.log(x / y)).sum() if a == 1 else math.log((x**a * y ** (1 - a)).sum())
        expected = told / 0.5 if a == 1 else math.expm1(told) / math.expm1((a - 1) / 2)
        assert share.sum() == pytest.approx(expected, rel=1e-6)


def test_what_tells_nothing_takes_nothing_and_what_tells_little_its_square():
    condition = budgets(rr.RenyiDP(2, "1/1000")).listed[0]
    rows = np.array([[1, 1, 1], [1, 1 - 1e-5, 1], [1, 1 - 2e-5, 1]])
    nothing, little, more = taken(condition, rows).tolist()
    assert nothing == 0 and more / little == pytest.approx(4, rel=1e-4)


def test_the_start_takes_half_of_a_budget():
    for privacy in (rr.RenyiDP(2, "1/1000"), rr.RenyiDP(1, 3), rr.ZeroConcentratedDP("1/2")):
        conditions = budgets(privacy)
        rows, weights = start_of(conditions)
        assert weights @ rows == pytest.approx([1, 1, 1])
        assert (weights @ taken_together(conditions, rows)).max() == pytest.approx(0.5)


def test_a_search_begins_with_all_patterns_within_the_budgets():
    conditions = budgets(rr.RenyiDP(2, "1/2"))
    # The last one takes 1e6 times a budget.
    rows = np.array([[1, 1, 1], [1, 0.5, 0.25], [1, 1e-6, 1]])
    pool = PowerPool(conditions, rows)
    keys, weights = pool.start()
    assert len(keys) == len(pool.patterns) == 6 and weights.min() > 0
    assert (pool.features(keys).excess.T @ weights).max() < 0.6


def test_it_may_begin_with_a_table_of_few_reports():
    pool = PowerPool(budgets(rr.RenyiDP(2, "1/2")), np.array([[1, 1, 1], [1, 0.5, 0.25]]))
    few = pool.from_few()
    keys, weights = few.start()
    assert keys.tolist() == [0, 1, 2] and few.unit == pool.unit
    assert weights @ few.features(keys).rows == pytest.approx([1, 1, 1])
    assert len(pool.start()[0]) == 5


@pytest.mark.everything
def test_groups_of_four_truths_are_searched_from_all_patterns():
    """Brought in one by one they left 34 %, as no second round ended with a table."""
    design = rr.optimal(rr.RenyiDP(8, 1), rr.Mean([0, 1, 2, 3]), crosscheck=False)
    assert design.gap < 1e-6 * float(design.bound)


@pytest.mark.everything
@pytest.mark.parametrize("privacy", [rr.RenyiDP(2, "1/2"), rr.RenyiDP(1, "1/4")])
@pytest.mark.parametrize(
    "objective", [rr.Mean([0, 1]), rr.AOptimal("worst", 2, "group"), rr.EOptimal(["1/3", "2/3"])]
)
def test_two_truths_leave_no_gap(privacy, objective):
    """Worst groups, where prices brought in too few patterns, left 1e-4, and eigenvalues 1e-7."""
    design = rr.optimal(privacy, objective, crosscheck=False)
    assert design.gap <= 5e-8 * float(design.bound)


@pytest.mark.everything
def test_the_nearest_of_rounds_that_go_astray_is_kept():
    """The last of thirty rounds at order 10 lacked 6e-2, and another one 2e-6."""
    design = rr.optimal(rr.RenyiDP(10, 1), rr.EOptimal(["1/4"] * 4))
    assert design.gap < 1e-4 * float(design.bound)


@pytest.mark.everything
def test_rounds_that_go_astray_do_not_take_turns():
    """From the sixth of thirty rounds on each lacked a third, what the one before had: 3e-4."""
    design = rr.optimal(rr.RenyiDP(64, 1), rr.EOptimal(["1/3"] * 3), crosscheck=False)
    assert design.gap < 1e-7 * float(design.bound)
    assert len(design.channel.rows) == 3


@pytest.mark.everything
def test_where_doubles_single_no_rows_out_all_stay():
    """No row was left of one round, and the end was an internal error."""
    mean = rr.Mean([0, 1, 2, 3], prior=["1/2", "1/4", "1/8", "1/8"])
    design = rr.optimal(rr.RenyiDP(64, "1/2"), mean, crosscheck=False)
    assert design.gap < 1e-2 * float(design.bound)


@pytest.mark.everything
def test_truths_that_a_contrast_does_not_tell_apart_have_one_column():
    """They were 6e-4 of a typical ratio apart, no number was unbiased, and it was refused."""
    design = rr.optimal(rr.RenyiDP(2, 1), rr.COptimal(["1/4"] * 4, [1, 0, 0, 0]))
    assert design.gap < 1e-6 * float(design.bound)
    assert all(len({*row[1:]}) == 1 for row in design.table.rows)


def test_a_group_without_a_truth_is_refused_at_once():
    """Lines, by which prices are shown to cover, are finite where its report has no chance."""
    mean = rr.Mean([0, 1, 3], ["1/3", "0", "2/3"])
    with pytest.raises(rr.InputError, match="every truth a share under a Renyi budget"):
        rr.optimal(rr.RenyiDP(2, "1/2"), mean)


def test_neighbours_lie_around_patterns_that_are_alike_once():
    found = around(np.array([[1.0, 0.5, 1.0], [1.0, 0.5 + 1e-9, 1.0]]), 0.1)
    logs = np.log(found / found[:, -1:]) - np.log([1.0, 0.5, 1.0])
    steps = {tuple(row) for row in logs.round(6).tolist()}
    assert len(found) == 9 and {abs(x) for row in steps for x in row} == {0.0, 0.1}


def test_rows_of_little_mass_are_one_with_heavier_ones_farther_away():
    """By the square of a distance and a mass; ties of a grid's cells are none."""
    heavy = [[0.5, 0.25], [0.49996, 0.74994]]
    # A share of 5e-5 of the mass: 1e-4 over its root is 1.414e-2.
    for apart, kept in ((0.0140, 2), (0.0143, 3)):
        light = [4e-5, 6e-5 * np.exp(apart)]
        assert len(merged(np.array([*heavy, light]), 1e-3, 1e-4)) == kept
    beside = np.array([[1.0, 1 + x] for x in (0.0, 4e-4, 9e-4)])
    assert len(merged(beside, 5e-4)) == 2
    assert merged(beside, 1e-3) == pytest.approx(beside.sum(axis=0)[None])


@pytest.mark.everything
def test_tables_at_large_orders_have_few_reports():
    """Three truths and three reports, where neighbours of little mass had joined."""
    found = rr.optimal(rr.RenyiDP(32, 3), rr.AOptimal(["1/8", "3/4", "1/8"]))
    assert len(found.channel.rows) == 3
    assert found.gap < 1e-8 * found.value.lo


@pytest.mark.parametrize(
    "objective",
    [
        rr.AOptimal(PRIOR),
        pytest.param(rr.COptimal(PRIOR, [1, 0, -1]), marks=pytest.mark.everything),
        pytest.param(rr.AOptimal("worst", 3), marks=pytest.mark.everything),
    ],
    ids=lambda each: each.label,
)
def test_few_rows_tell_as_much_and_take_no_more(objective):
    """Some ten rows stand for the seventy among which the path shares out the weights."""
    problem = resolved(Problem(rr.RenyiDP(2, "1/2"), objective))
    last = under_powers(problem.cone, partial(RatioQuestion, problem.objective), path_end)
    many, few = _heavy_rows(last.found), fewer_rows(last.found, 1e-9)
    assert len(few) <= 12 < 50 < len(many)
    prior = last.found.point.theta if len(last.found.point.theta) else np.array([0.5, 0.3, 0.2])
    told = [sum(np.outer(row, row) / (prior @ row) for row in rows) for rows in (many, few)]
    assert few.sum(axis=0) == pytest.approx([1, 1, 1], abs=1e-12)
    assert told[1] == pytest.approx(told[0], rel=1e-7)
    taken = [taken_together(last.pool.conditions, rows).sum(axis=0) for rows in (many, few)]
    assert (taken[1] <= np.maximum(1, taken[0]) + 1e-8).all()


def variance(table, prior):
    """The trace of the best covariance at a prior, infinite for a table that tells not all."""
    information = sum(np.outer(row, row) / (prior @ row) for row in table)
    if np.linalg.matrix_rank(information) < len(information):
        return np.inf
    return float(np.trace(np.linalg.inv(information)) - prior @ prior)


def descended(order, budget, prior, rows, seed):
    """A table of so many rows that sequential quadratic programs reach from a random one."""
    most = math.exp((order - 1) * budget)

    def table(x):
        return x.reshape(rows, 3)

    def spare(x):
        p = table(x)
        powers = [p[:, a] ** order @ p[:, b] ** (1 - order) for a, b in permutations(range(3), 2)]
        return most - np.array(powers)

    start = np.full((rows, 3), 1 / rows) + 0.1 * np.random.default_rng(seed).normal(size=(rows, 3))
    start = np.abs(start) / np.abs(start).sum(axis=0)
    found = minimize(
        lambda x: variance(table(x), prior),
        start.ravel(),
        method="SLSQP",
        bounds=[(1e-6, 1)] * (3 * rows),
        constraints=[
            {"type": "eq", "fun": lambda x: table(x).sum(axis=0) - 1},
            {"type": "ineq", "fun": spare},
        ],
        options={"maxiter": 300, "ftol": 1e-12},
    )
    # Where it stops does not matter as long as it is a table of the budget.
    kept = abs(table(found.x).sum(axis=0) - 1).max() < 1e-8 and spare(found.x).min() > -1e-8
    return found.fun if kept else math.inf


@pytest.mark.everything
@pytest.mark.parametrize(("order", "budget"), [(2, 1.0), (1.5, 0.25)])
def test_no_table_that_is_descended_to_is_below_the_bound(order, budget):
    prior = np.array([0.5, 0.3, 0.2])
    privacy = rr.RenyiDP("3/2" if order == 1.5 else order, "1" if budget == 1 else "1/4")
    design = rr.optimal(privacy, rr.AOptimal(PRIOR), crosscheck=False)
    reached = min(
        descended(order, budget, prior, rows, seed) for rows in (3, 4) for seed in (1, 2, 3)
    )
    assert float(design.bound) <= reached * (1 + 1e-6)
    assert float(design.value) == pytest.approx(reached, rel=1e-5)


@pytest.mark.everything
def test_rare_rows_that_doubles_would_take_below_zero_are_left_out():
    priors = [("1/2", ["1/10", "2/10", "3/10", "4/10"]), ("1/2", ["1/4"] * 4)]
    design = rr.optimal(rr.RenyiDP(64, "1/100"), rr.Average(priors, [1, 0, 0, 0]))
    assert float(design.gap) < 1e-6 * float(design.bound)


@pytest.mark.everything
def test_a_table_that_would_break_zcdp_beyond_order_64_is_sought_with_these_orders():
    design = rr.optimal(rr.ZeroConcentratedDP("1/1000"), rr.Mean([0, 1, 3]))
    assert 0 <= float(design.gap) < 1e-3 * float(design.bound)
    assert design.check().verdict == "verified"
