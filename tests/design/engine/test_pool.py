"""Patterns in doubles beside the same in exact numbers."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.pool import Charges, CubePool, Quotient, tangent_basis
from rropt.design.engine.posed import pool_of
from rropt.design.problem import Problem, resolved

DELTA = resolved(Problem(rr.LocalDP.from_gamma(3, "1/10"), rr.Trace(3)))


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
    found = pool.worst([quotient], charges, -1e9, 1000)
    short = dict(zip(*found, strict=True))
    for n, key in enumerate(keys):
        worth = ((half @ at.rows[n]) ** 2).sum() / pool.unit**2 / (prior @ at.rows[n])
        paid = at.balance[n] @ charges.balance + at.excess[n] @ charges.excess
        assert short[key] == pytest.approx(worth - paid)
    lack = pool.lack([quotient], charges)
    more = Charges(charges.balance + np.eye(pool.truths)[-1] * lack, charges.excess)
    _, (worst,) = pool.worst([quotient], more, -1e9, 1)
    assert worst == pytest.approx(0, abs=1e-9 * max(1, lack))
