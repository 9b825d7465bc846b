"""The largest eigenvalue beside formulas and cvxpy."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.eigenvalue_master import eigenvalue_refined, eigenvalue_search
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


def refined(truths: int, gamma: F, masses: list[int]) -> tuple[CubePool, list[RatioFound]]:
    pool = CubePool(truths, gamma)
    at = prior_point(np.array(masses) / sum(masses))
    stages = eigenvalue_search(pool, at)
    return pool, [end for found in stages for end in eigenvalue_refined(at, found)]


@pytest.mark.parametrize(
    "gamma, masses",
    [(F(3), [1, 2, 3, 4, 5, 6]), (F(11, 10), [18, 3, 19, 2, 20]), (F(20), [3, 6, 15, 13, 18, 9])],
)
def test_value_and_charges_meet_in_the_last_digits(gamma: F, masses: list[int]) -> None:
    pool, ends = refined(len(masses), gamma, masses)
    gaps = []
    for end in ends:
        most = end.point.charges.balance[-1] + pool.lack(end.at.quotients, end.point.charges)
        gaps.append(most + end.at.value)
    assert min(gaps) < 1e-12 and min(gaps) > -1e-12


@pytest.mark.parametrize("truths, gamma", [(6, F(20)), (7, F(10)), (9, F(8))])
def test_where_many_forms_and_many_weights_are_best_value_and_charges_meet(
    truths: int, gamma: F
) -> None:
    """Shares 1/j, where many V and many weights are best: 5e-5 of the value was open."""
    whole = 2520  # a multiple of 1, ..., 9
    pool, ends = refined(truths, gamma, [whole // (j + 1) for j in range(truths)])
    gaps = []
    for end in ends:
        most = end.point.charges.balance[-1] + pool.lack(end.at.quotients, end.point.charges)
        gaps.append(most + end.at.value)
        assert gaps[-1] > -end.point.mu  # V of a stage at mu is positive but for as much
    assert min(map(abs, gaps)) < 1e-12


def test_few_patterns_carry_the_same_information() -> None:
    _, (*_, solved, followed) = refined(7, F(3), [1] * 7)
    assert max(len(end.point.keys) for end in (solved, followed)) <= 7 * 8 / 2
    assert solved.at.value == pytest.approx(followed.at.value, rel=1e-9)


def test_charges_that_are_lower_by_a_billionth_do_not_cover() -> None:
    pool, (found, *_) = refined(6, F(3), [1, 2, 3, 4, 5, 6])
    charges = found.point.charges.times(1 - 1e-9)
    assert pool.lack(found.at.quotients, charges) > 1e-10


def test_budgets_with_a_small_price_are_spent() -> None:
    """At the stage where patterns in use are plain some of these prices are below their slacks."""
    shares = ["1000/2533", "700/2533", "490/2533", "343/2533"]
    design = rr.optimal(rr.LocalDP("3", "1/100"), rr.EOptimal(shares))
    assert float(design.gap) < 1e-11 * float(design.value)
    assert len(design.channel.rows) == 12
