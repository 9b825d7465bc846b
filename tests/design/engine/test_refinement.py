"""The end of the path: few patterns, all digits."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.design.engine.path import search
from rropt.design.engine.pool import CubePool
from rropt.design.engine.refinement import newton, on_few, refined, vertex
from rropt.design.engine.saddle import (
    ScenarioMaximum,
    ScenarioMean,
    TraceCriterion,
    WorstPrior,
    prior_point,
)

SKEWED = np.arange(1, 7) / 21
TRACE = TraceCriterion(np.eye(5))
SADDLES = {
    "one prior": ScenarioMean([TRACE], [[prior_point(SKEWED)]], [1.0]),
    "two priors": ScenarioMaximum(
        [TRACE] * 2, [[prior_point(SKEWED)], [prior_point(SKEWED[::-1])]], np.array([0.0, 0.1])
    ),
    "worst prior": WorstPrior(TRACE, 6),
}


def stage(pool, saddle, mu: float):
    return next(found for found in search(pool, saddle) if found.point.mu <= mu)


@pytest.mark.everything
@pytest.mark.parametrize("gamma", [F(3), 1 + F(1, 10**6), F(10**6)])
@pytest.mark.parametrize("name", SADDLES)
def test_the_conditions_of_the_optimum_hold_to_all_digits(name: str, gamma: F) -> None:
    pool, saddle = CubePool(6, gamma), SADDLES[name]
    best = next(refined(saddle, stage(pool, saddle, 1e-11)))
    point, at = best.point, best.features
    assert point.weights.min() > 0
    assert at.balance.T @ point.weights == pytest.approx([0] * 5 + [1], abs=1e-13)
    charge = at.balance @ point.charges.balance
    assert charge == pytest.approx(best.at.worth, rel=1e-9)
    lack = pool.lack(best.at.quotients, point.charges)
    assert lack < 1e-9 * point.charges.balance[-1]


@pytest.mark.parametrize(("rank", "entries"), [(7, 7), (5, 9)])
def test_few_columns_keep_their_sum_whatever_their_sizes(rank: int, entries: int) -> None:
    """No more than their rank, weights and entries of every size: 1e-12 of each sum."""
    random = np.random.default_rng(7)
    parts = random.normal(size=(entries, rank))
    parts[0] = abs(parts[0])
    mixed = parts @ abs(random.normal(size=(rank, 90)))
    columns = mixed * np.logspace(-3, 9, entries)[:, None]
    weights = np.exp(random.uniform(-20, 0, 90))
    few = on_few(columns, weights)
    assert (few >= 0).all() and (few > 0).sum() <= rank
    assert np.linalg.matrix_rank(mixed[:, few > 0]) == (few > 0).sum()
    off = abs(columns @ few - columns @ weights) / (abs(columns) @ weights)
    assert off.max() < 1e-12


def test_a_vertex_keeps_the_information_and_the_balance() -> None:
    pool, saddle = (
        CubePool(10, F(3)),
        ScenarioMean([TraceCriterion(np.eye(9))], [[prior_point(np.arange(1, 11) / 55)]], [1.0]),
    )
    whole = stage(pool, saddle, 1e-8)
    few = vertex(saddle, whole)
    assert len(few.point.keys) < len(whole.point.keys)
    for found in (whole, few):
        seen = found.features.flat / np.sqrt(found.features.rows @ np.arange(1, 11) * 55)[:, None]
        found_information = (seen.T * found.point.weights) @ seen
        if found is whole:
            wanted = found_information
    assert found_information == pytest.approx(wanted, rel=1e-5, abs=1e-5)
    balance = few.features.balance.T @ few.point.weights
    assert balance == pytest.approx([0] * 9 + [1], abs=1e-5)


def test_patterns_that_make_no_optimum_are_refused() -> None:
    pool, saddle = CubePool(6, F(3)), SADDLES["one prior"]
    whole = stage(pool, saddle, 1e-8)
    kept = np.argsort(-whole.point.weights)[:7]
    part = type(whole)(whole.point.take(kept), whole.features.take(kept), whole.at)
    assert newton(saddle, part) is None
