"""Exact tables and estimators near those in doubles."""

from __future__ import annotations

from fractions import Fraction as F
from math import lcm, prod

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.pool import CubePool
from rropt.design.engine.posed import pool_of
from rropt.design.engine.repair import (
    LEFT,
    MOST,
    RIGHT,
    exact_table,
    given_table,
    independent,
    smooth,
)
from rropt.design.problem import Problem, resolved

IDENTITY = [tuple(F(i == j) for j in range(4)) for i in range(4)]


@pytest.mark.parametrize("gamma", [F(3), 1 + F(1, 10**9), F(10**9)])
def test_columns_add_up_and_numbers_are_unbiased_exactly(gamma: F) -> None:
    pool = CubePool(4, gamma)
    keys, weights = pool.start()
    rough = weights * (1 + 1e-6 * np.random.default_rng(2).normal(size=len(keys)))
    table = exact_table(pool, keys, rough)
    rows = [[w * x for x in r] for w, r in zip(table.weights, table.patterns, strict=True)]
    assert [sum(column) for column in zip(*rows, strict=True)] == [1] * 4
    assert min(table.weights) > 0
    P = np.array([[float(x) for x in row] for row in rows])
    near = np.linalg.lstsq(P.T, np.eye(4), rcond=None)[0].T
    numbers = table.estimators(IDENTITY, near)
    for c, x in zip(IDENTITY, numbers, strict=True):
        for j, column in enumerate(zip(*rows, strict=True)):
            assert sum(a * b for a, b in zip(x, column, strict=True)) == c[j]


def test_a_budget_is_kept_exactly() -> None:
    problem = resolved(Problem(rr.LocalDP(1, "1/1000000"), rr.Trace(3)))
    pool = pool_of(problem)
    keys, weights = pool.start()
    at = pool.features(keys)
    full = weights / (at.excess.T @ weights).max()
    revealing = at.excess.max(axis=1) > 0
    pushed = np.where(revealing, full * (1 + 1e-9), weights)
    rest = 1 - (at.means * pushed)[revealing].sum()
    pushed[~revealing] *= rest / (at.means * pushed)[~revealing].sum()
    table = exact_table(pool, keys, pushed)
    spent = pool.spent(table.patterns, table.weights)
    assert all(used <= delta for used, delta in zip(spent, pool.deltas, strict=True))
    assert max(spent) > F(999_999, 10**12)
    for column in zip(*table.patterns, strict=True):
        assert sum(w * x for w, x in zip(table.weights, column, strict=True)) == 1


def test_truths_that_stay_alike_have_one_equation() -> None:
    """Two truths that no report tells apart, and a contrast that does not ask."""
    table = given_table([(F(1, 4), F(3, 4), F(3, 4)), (F(3, 4), F(1, 4), F(1, 4))])
    ((low, high),) = table.estimators([(F(0), F(1), F(1))], np.array([[1.5, -0.5]]))
    assert (low, high) == (F(3, 2), F(-1, 2))
    with pytest.raises(ArithmeticError, match="do not follow"):
        table.estimators([(F(0), F(1), F(2))], np.array([[1.5, -0.5]]))


def test_moments_are_sums_over_the_reports() -> None:
    table = given_table([(F(1, 4), F(3, 4)), (F(3, 4), F(1, 4))])
    assert table.second_moments([[F(2), F(1)]]) == [F(7, 4), F(13, 4)]
    assert table.moments([[F(2), F(1)]], [F(1, 2), F(1, 2)]) == [F(5, 2)]


def test_the_carriers_of_the_weights_are_avoided() -> None:
    one, zero = F(1), F(0)
    parts = [(one, zero), (zero, one), (one, one), (one, zero)]
    units = [one, one, one / 8, one / 4]
    assert independent(parts, units, [2, 3]) == [2, 3]
    assert independent(parts, units, [0, 1], [3]) == [3, 1]
    with pytest.raises(ArithmeticError, match="do not follow"):
        exact_table(CubePool(2, F(3)), np.array([1]), np.array([1.0]))


def test_products_are_near_and_have_a_short_common_multiple() -> None:
    values = np.exp(np.random.default_rng(7).uniform(-25, 3, size=60))
    found = [smooth(float(x)) for x in values]
    for x, n in zip(values, found, strict=True):
        assert abs(float(n / F(float(x))) - 1) < 2**-24
        assert n.denominator & (n.denominator - 1) == 0
    odd = [n.numerator // (n.numerator & -n.numerator) for n in found]
    assert prod(LEFT + RIGHT) ** MOST % lcm(*odd) == 0


def test_a_power_of_two_is_itself() -> None:
    assert smooth(0.125) == F(1, 8) and smooth(1.0) == 1
