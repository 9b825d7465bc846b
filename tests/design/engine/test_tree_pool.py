"""Patterns of a tree as they are asked for: against lists of all, and designs of many truths."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.pool import Charges, Quotient, tangent_basis
from rropt.design.engine.ratio_design import optimum_of
from rropt.design.engine.tree_pool import TreePool
from rropt.design.problem import Problem
from rropt.exact import InputError

PARENTS = [0, 0, 0, 1, 1, 2, 5, 5, 5]
UP = [F(n, 10) for n in (0, 15, 20, 31, 12, 25, 17, 40, 22)]
DOWN = [F(n, 10) for n in (0, 22, 13, 19, 30, 14, 21, 12, 50)]


def tree() -> rr.Privacy:
    """Truth c may have up to UP[c] times what its parent has, and the parent DOWN[c] times it."""
    k = len(PARENTS)
    found = [[F(1)] * k for _ in range(k)]
    for c in range(1, k):
        for other in range(c):
            found[c][other] = UP[c] * found[PARENTS[c]][other]
            found[other][c] = found[other][PARENTS[c]] * DOWN[c]
    return rr.Privacy(found)


def fifth(k: int) -> Problem:
    """The mean of a scale, a fifth a step."""
    shares = [F(j + 1, k * (k + 1) // 2) for j in range(k)]
    return Problem(rr.MetricDP.path("1/5").on(k), rr.COptimal(shares, range(k)))


GOALS = {
    "c-optimal": rr.COptimal([F(1, 9)] * 9, [3, 1, 4, 1, 5, 9, 2, 6, 5]),
    "worst population": rr.Mean([3, 1, 4, 1, 5, 9, 2, 6, 5], worst="population"),
    "worst group": rr.Mean([3, 1, 4, 1, 5, 9, 2, 6, 5]),
    "one group": rr.Mean(range(9), prior=[0, 0, *[F(1, 7)] * 7]),
}


@pytest.mark.parametrize("name", GOALS)
def test_the_optimum_is_that_of_a_list_of_all_patterns(name: str) -> None:
    """2^8 of them."""
    found = rr.optimal(tree(), GOALS[name], crosscheck=False)
    assert found.certificate.data["cover"]["proof"] == "stretches"
    problem = Problem(tree(), GOALS[name])
    listed = optimum_of(problem, ListedPool(problem.cone))
    assert listed is not None
    offset = found.value.hi - F(found.certificate.data["value"])
    assert float(listed.certified.value[1] + offset) == pytest.approx(float(found.value), rel=1e-9)
    assert found.gap < found.value * F(1, 10**9)


@pytest.mark.parametrize("epsilon", ["1/20", "1", "3"])
def test_twenty_truths_of_a_path(epsilon: str) -> None:
    found = rr.optimal(rr.MetricDP.path(epsilon), fifth(20).objective, crosscheck=False)
    assert found.gap < found.value * F(1, 10**9)
    assert check(found.certificate.to_json()).verdict == "verified"


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", ["1/20", "1", "3"])
def test_forty_truths_at_worst(epsilon: str) -> None:
    """A population and a group."""
    for worst in ("population", "group"):
        goal = rr.Mean(range(40), worst=worst)
        found = rr.optimal(rr.MetricDP.path(epsilon), goal, crosscheck=False)
        assert found.gap < found.value * F(1, 10**5)


def test_neighbours_that_are_far_apart_are_told_by_the_truth() -> None:
    """At epsilon 20 a step all that is left is the variance of the truths."""
    k = 12
    found = rr.optimal(rr.MetricDP.path(20), rr.COptimal([F(1, k)] * k, range(k)), crosscheck=False)
    assert float(found.value) == pytest.approx((k * k - 1) / 12, rel=1e-8)


def test_numbers_of_millions_are_told_from_their_mean() -> None:
    """A shift of all numbers changes no variance."""
    shares = [F(1, 12)] * 12
    far = rr.COptimal(shares, range(10**6, 10**6 + 12))
    found = [
        rr.optimal(rr.MetricDP.path(1), goal, crosscheck=False)
        for goal in (far, rr.COptimal(shares, range(12)))
    ]
    assert all(each.gap < each.value * F(1, 10**9) for each in found)
    assert float(found[0].value) == pytest.approx(float(found[1].value), rel=1e-9)


@pytest.mark.everything
def test_numbers_without_an_order_on_a_path() -> None:
    """A group at worst: a search whose steps had become too short found nothing, for minutes."""
    k = 20
    levels = [[F(11, 5) ** abs(a - b) for b in range(k)] for a in range(k)]
    goal = rr.Mean([(7 * j * j + 3 * j) % 31 for j in range(k)])
    found = rr.optimal(rr.Privacy(levels), goal, crosscheck=False)
    assert found.gap < found.value * F(1, 10**5)


def test_levels_as_near_one_as_not_to_be_seen_have_a_table_to_begin_with() -> None:
    """Up to 1 + 1e-9 beside a million: no linear program in doubles has one."""
    near, far = 1 + F(1, 10**9), F(10**6)
    steps = [(near, F(3)) if j % 2 else (far, near) for j in range(11)]
    matrix = [[F(1)] * 12 for _ in range(12)]
    for c in range(1, 12):
        up, down = steps[c - 1]
        for other in range(c):
            matrix[c][other] = up * matrix[c - 1][other]
            matrix[other][c] = matrix[other][c - 1] * down
    pool = TreePool(rr.Privacy(matrix).on(12).levels)
    keys, weights = pool.start()
    assert weights.min() > 0
    assert weights @ pool.features(keys).rows == pytest.approx(np.ones(12), rel=1e-6)


def charged(pool: TreePool, prices: Sequence[float]) -> Charges:
    """Prices of truths in the units of a pool."""
    y = np.array(prices)
    flat = tangent_basis(pool.truths).T @ y * pool.unit
    return Charges(np.append(flat, y.sum()), np.zeros(0))


def test_the_worst_pattern_is_found() -> None:
    """Of all 2^8 by brute force, for prices that are a little too low."""
    problem = fifth(9)
    pool = TreePool(problem.cone)
    g = np.exp(0.2)
    rows = np.cumprod([[1.0, *steps] for steps in product((g, 1 / g), repeat=8)], axis=1)
    t = np.arange(9.0) - 4
    prices = 3.0 + np.arange(9.0) / 10
    worth = (rows @ t) ** 2 / rows.mean(axis=1)
    lacks = (worth - rows @ prices) / rows.mean(axis=1)
    assert lacks.max() > 0
    quotient = Quotient(np.full(9, 1 / 9), np.outer(t, t) * pool.unit**2)
    assert pool.lack([quotient], charged(pool, prices)) == pytest.approx(lacks.max(), rel=1e-9)


def test_patterns_obey_the_levels_exactly() -> None:
    pool = TreePool(tree().on(9).levels)
    matrix = tree().on(9).levels.lo
    for key in range(len(pool.features(np.arange(5)).rows)):
        row = pool.pattern(key)
        assert all(row[a] <= matrix[a][b] * row[b] for a, b in product(range(9), repeat=2))
        near = pool.features(np.array([key])).rows[0] * pool.scale(key)
        assert near == pytest.approx([float(x) for x in row], rel=1e-12)


def test_the_first_table_is_inside() -> None:
    pool = TreePool(tree().on(9).levels)
    keys, weights = pool.start()
    at = pool.features(keys)
    assert weights.min() > 0 and weights @ at.rows == pytest.approx(np.ones(9), rel=1e-12)
    assert np.linalg.matrix_rank(at.flat) == 8


def test_truths_that_are_alike_are_refused() -> None:
    """Where one may not have more than its neighbour both have the same."""
    matrix = [[F(2) ** abs(a - b) for b in range(10)] for a in range(10)]
    for a, b in product(range(5), range(5, 10)):
        matrix[a][b] = F(2) ** (b - a - 1)
    with pytest.raises(InputError, match="must leave all truths apart"):
        rr.optimal(rr.Privacy(matrix), rr.COptimal([F(1, 10)] * 10, range(10)))
