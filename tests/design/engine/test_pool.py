"""Patterns in doubles beside the same in exact numbers."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.pool import (
    Charges,
    CubePool,
    ListedPool,
    Quotient,
    linear_values,
    quadratic_values,
    tangent_basis,
)
from rropt.design.engine.ratio_design import pool_of
from rropt.design.problem import Problem, resolved

DELTA = resolved(Problem(rr.LocalDP.from_gamma(3, "1/10"), rr.Trace(3)))


def test_the_values_of_a_form_are_those_pattern_by_pattern() -> None:
    rng = np.random.default_rng(1)
    form, slopes = rng.normal(size=(5, 5)), rng.normal(size=5)
    form = form + form.T
    for key in range(32):
        x = np.array([key >> j & 1 for j in range(5)])
        assert quadratic_values(form)[key] == pytest.approx(x @ form @ x)
        assert linear_values(2.0, slopes)[key] == pytest.approx(2 + slopes @ x)


@pytest.mark.parametrize("pool", [CubePool(4, F(3)), CubePool(3, 1 + F(1, 10**9)), pool_of(DELTA)])
def test_features_are_those_of_the_exact_patterns(pool) -> None:
    keys, weights = pool.start()
    at = pool.features(keys)
    basis = tangent_basis(pool.truths)
    for key, row, flat, mean in zip(keys, at.rows, at.flat, at.means, strict=True):
        exact = [x / F(pool.scale(key)) for x in pool.pattern(key)]
        assert row == pytest.approx([float(x) for x in exact])
        assert mean == pytest.approx(float(sum(exact) / len(exact)))
        moved = np.array([float(x - exact[0]) for x in exact])
        assert flat == pytest.approx(moved @ basis / pool.unit, rel=1e-9, abs=1e-12)
    target = [0.0] * (pool.truths - 1) + [1.0]
    assert at.balance.T @ weights == pytest.approx(target, abs=1e-12)
    assert (at.excess.T @ weights <= 1).all()


@pytest.mark.parametrize("pool", [CubePool(4, F(3)), pool_of(DELTA)])
def test_a_shortfall_is_what_a_pattern_is_worth_less_its_charge(pool) -> None:
    rng = np.random.default_rng(5)
    half = rng.normal(size=(2, pool.truths))
    half -= half.mean(axis=1, keepdims=True)
    prior = rng.dirichlet(np.ones(pool.truths))
    quotient = Quotient(prior, half.T @ half)
    charges = Charges(rng.normal(size=pool.truths), rng.uniform(size=len(pool.deltas)))
    keys, _ = pool.start()
    at = pool.features(keys)
    short = pool.shortfall([quotient], charges)
    for n, key in enumerate(keys):
        worth = ((half @ at.rows[n]) ** 2).sum() / pool.unit**2 / (prior @ at.rows[n])
        paid = at.balance[n] @ charges.balance + at.excess[n] @ charges.excess
        assert short[key] == pytest.approx(worth - paid)
    lack = pool.lack([quotient], charges)
    more = Charges(charges.balance + np.eye(pool.truths)[-1] * lack, charges.excess)
    assert pool.shortfall([quotient], more).max() == pytest.approx(0, abs=1e-9 * max(1, lack))


def test_a_cube_has_each_subset_once() -> None:
    pool = CubePool(3, F(5))
    patterns = {pool.pattern(key) for key in range(8)}
    assert patterns == set(product((F(1), F(5)), repeat=3))
    base, rise = pool.split()
    assert all(base + rise * m == x for m, x in zip(pool.parts(6), pool.pattern(6), strict=True))
    assert pool.spent([(F(1),)], [F(1)]) == [] and not len(pool.deltas)
    with pytest.raises(LookupError):
        pool.key_of(0)


def test_what_a_table_takes_of_a_budget_is_exact() -> None:
    pool = pool_of(DELTA)
    row = (F(1), F(0), F(1, 2))
    spent = pool.spent([row], [F(1, 5)])
    taken = {pool.key_of(n): x for n, x in enumerate(spent)}
    assert taken[0, 1] == F(1, 5) and taken[2, 1] == F(1, 10) and taken[0, 2] == 0
    assert list(pool.deltas) == [F(1, 10)] * 6


def test_too_many_truths_are_refused() -> None:
    with pytest.raises(rr.InputError, match="at most 20"):
        CubePool(21, F(3))


@pytest.mark.parametrize("gamma", [F(3), 1 + F(1, 10**6)])
def test_flat_parts_near_one_lose_nothing(gamma: F) -> None:
    """Differences of entries are those of the exact patterns, however small they are."""
    pool = ListedPool(spread(gamma))
    assert len(pool.patterns) == 25
    at = pool.features(np.arange(len(pool.patterns)))
    for key in range(len(pool.patterns)):
        pattern = pool.pattern(key)
        exact = np.array([float(x - pattern[0]) for x in pattern]) / pool.scale(key)
        found = tangent_basis(3) @ at.flat[key] * pool.unit
        assert found - found[0] == pytest.approx(exact, rel=1e-12, abs=1e-15 * pool.unit)


def spread(gamma: F, truths: int = 3) -> object:
    return resolved(Problem(rr.LocalDP.from_gamma(gamma, "1/10"), rr.Trace(truths))).cone


def test_excesses_by_hand() -> None:
    pool = ListedPool(spread(F(2)))
    at = pool.features(np.arange(len(pool.patterns)))
    for key in range(len(pool.patterns)):
        pattern = pool.pattern(key)
        for budget, taken in enumerate(at.excess[key]):
            a, b = pool.key_of(budget)
            over = max(F(0), pattern[a] - 2 * pattern[b])
            assert taken * pool.scale(key) == pytest.approx(float(over) * 10)


@pytest.mark.parametrize(
    "levels",
    [
        spread(F(3), 4),
        rr.Privacy([[1, 3, 4], [2, 1, 2], [4, 3, 1]], [[0, "1/9", 0], [0] * 3, [0] * 3]).levels,
        rr.MetricDP.path("ln(2)").on(4).levels,
    ],
    ids=["number", "matrix", "path"],
)
def test_the_start_is_a_table_that_uses_at_most_half_of_each_budget(levels) -> None:
    pool = ListedPool(levels)
    chosen, weights = pool.start()
    at = pool.features(chosen)
    assert weights.min() > 0
    assert at.rows.T @ weights == pytest.approx(np.ones(pool.truths))
    assert (at.excess.T @ weights <= 1 / 2 + 1e-9).all()


def test_truths_that_must_be_alike_are_refused() -> None:
    for matrix in ([[1, 1, 3], [1, 1, 3], [3, 3, 1]], [[1, 1, 3], [2, 1, 3], [3, 3, 1]]):
        with pytest.raises(rr.InputError, match="identifies"):
            ListedPool(rr.Privacy(matrix).levels)
