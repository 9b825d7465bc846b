"""Listed patterns: what is taken of a budget, where a table begins, what must be alike."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.pool import tangent_basis
from rropt.design.engine.posed import pool_of
from rropt.design.problem import Problem, resolved

DELTA = resolved(Problem(rr.LocalDP.from_gamma(3, "1/10"), rr.Trace(3)))


def spread(gamma: F, truths: int = 3) -> object:
    return resolved(Problem(rr.LocalDP.from_gamma(gamma, "1/10"), rr.Trace(truths))).cone


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


def test_what_a_table_takes_of_a_budget_is_exact() -> None:
    pool = pool_of(DELTA)
    row = (F(1), F(0), F(1, 2))
    spent = pool.spent([row], [F(1, 5)])
    taken = {pool.key_of(n): x for n, x in enumerate(spent)}
    assert taken[0, 1] == F(1, 5) and taken[2, 1] == F(1, 10) and taken[0, 2] == 0
    assert list(pool.deltas) == [F(1, 10)] * 6


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


@pytest.mark.parametrize("epsilon", ["1e-8", "1e-10", "1e-13"])
@pytest.mark.parametrize("privacy", ["metric", "information"])
def test_levels_near_one_are_as_good_as_others(privacy: str, epsilon: str) -> None:
    """What reports tell is as the square of epsilon: variances of 1e-5 say all."""

    def design(level: str) -> rr.Design:
        prior = ["1/5", "2/5", "2/5"]
        criteria = {
            "metric": rr.MetricDP([[0, 1, 2], [1, 0, 1], [2, 1, 0]], level),
            "information": rr.LocalInformationPrivacy(level, prior),
        }
        return rr.optimal(criteria[privacy], rr.AOptimal(["1/2", "1/3", "1/6"]))

    near = design(epsilon)
    far = design("1e-5")
    assert near.gap <= F(1, 10**12) * near.bound.lo
    ratio = float(near.value) * float(epsilon) ** 2 / (float(far.value) * 1e-10)
    assert ratio == pytest.approx(1, rel=1e-4)


def test_levels_as_near_one_as_not_to_be_seen_are_not_blamed_as_alike() -> None:
    """Only a level of one leaves two truths alike; 1 + 1e-9 beside a million is too extreme."""
    near = 1 + F(1, 10**9)
    open_levels = [[1, 3, 3 * 10**6], [near, 1, 10**6], [near**2, near, 1]]
    with pytest.raises(rr.InputError, match="less extreme"):
        ListedPool(rr.Privacy(open_levels).levels)
    alike = [[1, 1, 10**6], [3, 1, 10**6], [3, near, 1]]
    with pytest.raises(rr.InputError, match="must leave all truths apart"):
        ListedPool(rr.Privacy(alike).levels)


@pytest.mark.everything
@pytest.mark.parametrize("goal", [rr.AOptimal, rr.DOptimal, rr.EOptimal, rr.MutualInformation])
def test_nine_places_of_a_map(goal: type) -> None:
    """They have 4,346 extreme patterns."""
    prior = [F(place + 1, 45) for place in range(9)]
    design = rr.optimal(rr.MetricDP.grid(3, 3, 1), goal(prior))
    assert abs(design.gap) <= F(1, 10**12) * design.bound.hi
    assert design.check().verdict == "verified"
