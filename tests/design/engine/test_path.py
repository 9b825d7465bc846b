"""The path: its conditions, and its ends beside formulas."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.design.engine.path import (
    STAGES,
    begin,
    follow,
    in_use,
    missing,
    scaled_solution,
    search,
    tells_all,
)
from rropt.design.engine.pool import Array, CubePool, Features, tangent_basis
from rropt.design.engine.saddle import (
    Expansion,
    LogDeterminant,
    ScenarioMean,
    TraceCriterion,
    WorstPrior,
    prior_point,
)


def even(k: int) -> ScenarioMean:
    return ScenarioMean([TraceCriterion(np.eye(k - 1))], [[prior_point(np.full(k, 1 / k))]], [1.0])


def least_trace(k: int, gamma: float) -> float:
    """Equal shares: all subsets of the best size, by counting."""
    sizes = []
    for h in range(1, k):
        sizes.append((gamma - 1) ** 2 * k * h * (k - h) / ((k - 1) * (k + (gamma - 1) * h) ** 2))
    return (k - 1) / max(sizes)


@pytest.mark.parametrize("k, gamma", [(3, 3), (5, F(101, 100)), (7, 20), (5, 1 + F(1, 10**9))])
def test_equal_shares_end_at_the_best_size(k, gamma) -> None:
    pool = CubePool(k, F(gamma))
    *_, last = search(pool, even(k))
    found = last.at.value / pool.unit**2
    assert found == pytest.approx(least_trace(k, float(gamma)), rel=1e-6)


def test_the_conditions_of_the_path_hold_on_it() -> None:
    pool = CubePool(4, F(3))
    saddle = WorstPrior(TraceCriterion(np.diag([1.0, 2.0, 3.0])), 4)
    mu = 1e-5
    found = follow(pool.features(pool.start()[0]), saddle, begin(pool, saddle), mu)
    point, at = found.point, found.features
    assert at.balance.T @ point.weights == pytest.approx([0, 0, 0, 1], abs=1e-9)
    charge = at.balance @ point.charges.balance
    assert charge - found.at.worth == pytest.approx(point.spare, abs=1e-5)
    assert point.weights * point.spare == pytest.approx(np.full(len(charge), mu), rel=0.05)
    assert point.theta.sum() == pytest.approx(1)
    slopes = found.at.slopes + point.theta_spare
    assert slopes == pytest.approx(np.full(4, point.level), abs=1e-5)


def test_what_is_found_is_a_table_until_its_columns_lose_their_sums() -> None:
    pool = CubePool(3, F(3))
    *_, last = search(pool, even(3))
    lost = replace(last.point, weights=last.point.weights * (1 + 1e-5))
    assert last.is_table and not replace(last, point=lost).is_table


def test_every_stage_has_a_table_though_many_weights_are_small() -> None:
    """Eighteen shares as 1/j at gamma 1.05: weights below their spares are a part of it."""
    shares = 1 / np.arange(1, 19)
    criterion = TraceCriterion(np.eye(17))
    mean = ScenarioMean([criterion], [[prior_point(shares / shares.sum())]], [1.0])
    assert all(found.is_table for found in search(CubePool(18, F(21, 20)), mean))


def test_few_expansions_lead_to_the_first_good_table() -> None:
    """431 where no step may leave the equations worse and a solve ends after 60 steps, 166 now."""
    saddle = CountedExpansions(
        [TraceCriterion(np.eye(13))], [[prior_point(np.arange(1.0, 15) / 105)]], [1.0]
    )
    next(search(CubePool(14, F(11, 10)), saddle))
    assert len(saddle.asked) < 250


@dataclass(frozen=True)
class CountedExpansions(ScenarioMean):
    """Remembers how many weights each expansion had."""

    asked: list[int] = field(default_factory=list)

    def expand(self, at: Features, weights: Array, theta: Array) -> Expansion:
        self.asked.append(len(weights))
        return super().expand(at, weights, theta)


def test_patterns_that_are_not_covered_are_missing_until_they_are_known() -> None:
    pool = CubePool(5, F(3))
    saddle = ScenarioMean(
        [LogDeterminant()], [[prior_point(np.array([0.3, 0.1, 0.2, 0.15, 0.25]))]], [1.0]
    )
    first = follow(pool.features(pool.start()[0]), saddle, begin(pool, saddle), STAGES[0])
    fresh, short = missing(pool, first, 1e-3, 8)
    assert not set(fresh) & set(first.point.keys) and (short > 1e-3).all() and len(fresh) <= 8
    *_, last = search(pool, saddle)
    fresh, _ = missing(pool, last, 1e-9, 8)
    assert not len(fresh)


def test_what_one_contrast_needs_leaves_truths_alike() -> None:
    """For the share of one truth in a group two reports do: the last truth, or the others."""
    pool = CubePool(3, F(5, 2))
    contrast = np.array([0.0, 0, 1])
    flat = tangent_basis(3).T @ contrast
    saddle = WorstPrior(TraceCriterion(np.outer(flat, flat)), 3, pool.unit * contrast[None])
    *_, last = search(pool, saddle)
    assert sorted(last.point.keys) == [3, 4]
    assert not tells_all(last, in_use(last.point))
    assert last.at.value / pool.unit**2 == pytest.approx(2.5 / 1.5**2, rel=1e-9)


def test_badly_scaled_equations_are_solved() -> None:
    scale = np.array([1e-9, 1.0, 1e9])
    inner = np.array([[2.0, 1, 0], [1, 3, 1], [0, 1, 4]])
    system = inner * scale[:, None] * scale
    exact = np.array([1e9, 2.0, 3e-9])
    assert scaled_solution(system, system @ exact) == pytest.approx(exact, rel=1e-9)
