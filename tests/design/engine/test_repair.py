"""Exact tables and estimators near those in doubles."""

from __future__ import annotations

from fractions import Fraction as F
from math import lcm, prod

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.pool import CubePool
from rropt.design.engine.posed import pool_of
from rropt.design.engine.ratio_evidence import best_numbers
from rropt.design.engine.repair import (
    LEFT,
    MOST,
    RIGHT,
    UnbiasedTable,
    exact_table,
    given_table,
    independent,
    smooth,
    table_of_runs,
)
from rropt.design.problem import Problem, resolved
from tests.random_information import dot, places, units

IDENTITY = [tuple(F(i == j) for j in range(4)) for i in range(4)]
IDENTITY_OF_TWO = [(F(1), F(0)), (F(0), F(1))]


def assert_unbiased(table: UnbiasedTable, contrasts: list[tuple[F, ...]]) -> None:
    """Straight from the definition: columns and means."""
    rows = [[w * x for x in r] for w, r in zip(table.weights, table.patterns, strict=True)]
    assert min(table.weights) > 0
    for c, x in zip(contrasts, table.estimators, strict=True):
        for j, column in enumerate(zip(*rows, strict=True)):
            assert sum(column) == 1
            assert sum(v * p for v, p in zip(x, column, strict=True)) == c[j]


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


def test_runs_have_short_weights() -> None:
    """All runs of six truths: whatever the basis, its determinant is 1 or -1."""
    runs = [(a, b) for a in range(6) for b in range(a + 1, 7) if b - a < 6]
    masks = np.array([[a <= j < b for j in range(6)] for a, b in runs])
    contrast = tuple(F(j, 3) for j in range(6))
    weights = np.linspace(1, 2, len(runs))
    sums = masks.T @ weights
    starts = [n for n, (a, b) in enumerate(runs) if b - a == 1]
    weights[starts] += sums.max() - sums  # every truth lies in runs of the same weight
    weights /= weights.sum() + 2 * sums.max()
    table = table_of_runs(masks, F(3), weights)
    assert_unbiased(table.unbiased([contrast], np.zeros((1, len(runs)))), [contrast])
    unit = (1 - sum(table.weights)) / 2  # of the weights with sum u m = 1, by w (1 + 2 m) = 1
    assert all((w / unit * 2**40).denominator == 1 for w in table.weights)


@pytest.mark.everything
def test_many_truths_have_one_short_denominator() -> None:
    """161 thresholds with the weights of a smooth table: 4168 bits are what a checker takes."""
    k = 161
    places = np.arange(k)
    masks = np.array([places < j for j in range(1, k)] + [places >= j for j in range(1, k)])
    slope = 1 + np.sin(np.arange(1, k) / 7) / 3
    weights = np.concatenate([slope, slope])
    weights /= weights.sum() + 2 * slope.sum()  # sum w (1 + 2 m) = 1: each truth is in half of them
    values = np.concatenate([-np.ones(k - 1), np.ones(k - 1)])
    contrast = tuple(F(j, 80) - 1 for j in range(k))
    table = table_of_runs(masks, F(3), weights).unbiased([contrast], values[None])
    assert_unbiased(table, [contrast])
    common = lcm(*(v.denominator for v in table.estimators[0]))
    assert common.bit_length() < 4168


def test_a_table_of_rays_is_within_its_levels_and_near() -> None:
    """Weights of rows whose largest entry is one, half of what the budgets allow."""
    pool = ListedPool(resolved(Problem(rr.LocalDP(1, "1/10"), rr.Trace(2))).cone)
    keys, sizes = pool.start()
    weights = sizes * np.array([max(map(float, pool.pattern(n))) / pool.scale(n) for n in keys])
    table = pool.near(keys, weights)
    assert_unbiased(table.unbiased(IDENTITY_OF_TWO, np.zeros((2, len(keys)))), IDENTITY_OF_TWO)
    for spent in pool.spent(table.patterns, table.weights):
        assert abs(spent - F(1, 20)) < F(1, 10**12)


@pytest.mark.everything
def test_estimators_are_nearly_the_best_and_never_below_them() -> None:
    for rows, at, rng in places(range(40)):
        k = len(at.prior)
        wanted = [*units(k), tuple(F(rng.randint(-5, 5), 3) for _ in at.prior)]
        table = given_table(rows)
        numbers = table.estimators(wanted, best_numbers(table, wanted, at.prior))
        best = rr.linear_estimator(rr.Channel.from_rows(rows), at.prior)
        for c, x in zip(wanted, numbers, strict=True):
            assert [dot(x, column) for column in zip(*rows, strict=True)] == list(c)
            least = dot(c, [dot(row, c) for row in best.covariance])
            variance = table.moments([x], at.prior)[0] - dot(c, at.prior) ** 2
            assert least <= variance <= least + (least + dot(c, c)) / 10**20
        found = table.covariance(numbers[:k], at.prior)
        for i, row in enumerate(found):
            for j, x in enumerate(row):
                exact = best.covariance
                assert abs(x - exact[i][j]) ** 2 <= exact[i][i] * exact[j][j] / 10**20


def test_a_square_table_has_one_unbiased_estimator() -> None:
    """It is the inverse of the table, whatever the prior; Warner's variance is 3/4 + 9/100."""
    table = given_table([(F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))])
    numbers = table.estimators(IDENTITY_OF_TWO, np.zeros((2, 2)))
    assert numbers == [[F(3, 2), -F(1, 2)], [-F(1, 2), F(3, 2)]]
    assert table.covariance(numbers, [F(9, 10), F(1, 10)])[0][0] == F(21, 25)


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


def test_what_adds_nothing_but_rounding_is_not_chosen() -> None:
    """Relative to the first pivot of what is left, rounding was as good as any."""
    g = F(2718281828, 10**9)
    first = [(F(1), g, F(1)), (g, F(1), F(1))]
    parts = [*first, tuple(x + y for x, y in zip(*first, strict=True))]
    assert independent(parts, [F(1)] * 3, [2], [0, 1]) == [0, 1]


@pytest.mark.everything
def test_two_truths_of_one_number_with_a_delta_have_few_reports() -> None:
    """Six patterns that span five dimensions were taken for six: the gap was 1e-3."""
    shares = ["11/78", "18/78", "19/78", "19/78", "4/78", "7/78"]
    design = rr.optimal(rr.LocalDP("1", "1/1000"), rr.COptimal(shares, [1, 0, 1, -2, -1, 2]))
    assert float(design.gap) < 1e-12 * float(design.value)
    assert len(design.channel.rows) == 12


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
