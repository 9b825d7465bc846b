"""The largest eigenvalue beside formulas and cvxpy."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.design.engine.eigenvalue_master import eigenvalue_search
from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import CubePool
from rropt.design.engine.saddle import prior_point


def optimum(pool: CubePool, prior: np.ndarray) -> RatioFound:
    """The end of the path."""
    *_, found = eigenvalue_search(pool, prior_point(prior))
    return found


@pytest.mark.parametrize("k, gamma", [(3, F(3)), (6, F(3)), (4, F(101, 100)), (5, 1 + F(1, 10**9))])
def test_equal_shares_have_one_eigenvalue(k, gamma) -> None:
    pool = CubePool(k, gamma)
    found = optimum(pool, np.full(k, 1 / k))
    g = float(gamma)
    sizes = [(g - 1) ** 2 * k * h * (k - h) / ((k - 1) * (k + (g - 1) * h) ** 2) for h in range(k)]
    assert -1 / found.at.value / pool.unit**2 == pytest.approx(1 / max(sizes), rel=1e-6)


def test_a_skewed_prior_agrees_with_cvxpy() -> None:
    import cvxpy as cp

    pool, prior = CubePool(4, F(3)), np.array([0.1, 0.2, 0.3, 0.4])
    found = optimum(pool, prior)
    at = pool.features(np.arange(1, 15))
    vectors = at.flat / np.sqrt(at.rows @ prior)[:, None]
    mass = cp.Variable(14, nonneg=True)
    information = vectors.T @ cp.diag(mass) @ vectors
    constraints = [at.balance.T @ mass == np.array([0.0, 0, 0, 1])]
    best = cp.Problem(cp.Maximize(cp.lambda_min(information)), constraints)
    assert -found.at.value == pytest.approx(best.solve(solver=cp.CLARABEL), rel=1e-6)


def test_charges_cover_every_pattern_and_add_up_to_the_value() -> None:
    pool = CubePool(6, F(3))
    found = optimum(pool, np.arange(1, 7) / 21)
    total = found.point.charges.balance[-1]
    assert total == pytest.approx(-found.at.value, rel=1e-9)
    assert pool.lack(found.at.quotients, found.point.charges) < 1e-9 * total
