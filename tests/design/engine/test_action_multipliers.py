"""How far prices cover an action: beside scipy with all pairs, and recomputed from multipliers."""

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.design.engine.action_multipliers import MARGIN, covered


def least_rise(action, prices, levels):
    """The program with every pair of truths, in both directions."""
    truths = len(action)
    pairs = [(a, b) for a in range(truths) for b in range(truths) if a != b]
    pairs = [(a, b) for a, b in pairs if np.isfinite(levels[a, b])]
    matrix = np.zeros((truths, 1 + len(pairs)))
    matrix[:, 0] = -1
    for n, (a, b) in enumerate(pairs, start=1):
        matrix[a, n] = -1
        matrix[b, n] = levels[a, b]
    costs = np.eye(1 + len(pairs))[0]
    ends = [(None, None)] + [(0, None)] * len(pairs)
    return linprog(costs, matrix, prices - action, bounds=ends).fun


def _closed(levels):
    for c in range(len(levels)):
        levels = np.minimum(levels, levels[:, [c]] * levels[[c], :])
    return levels


def _case(seed, truths=9):
    random = np.random.default_rng(seed)
    levels = _closed(random.uniform(1.2, 6, (truths, truths)))
    np.fill_diagonal(levels, 1)
    return random.random(truths), random.random(truths), levels


@pytest.mark.parametrize("seed", range(8))
def test_prices_are_short_exactly_below_those_that_cover_with_all_pairs(seed):
    action, prices, levels = _case(seed)
    least = prices + least_rise(action, prices, levels)
    assert abs(covered(action, least, levels).short) < 1e-8
    assert covered(action, least + 1e-4, levels).short == pytest.approx(-MARGIN * action.max())
    assert covered(action, least - 1e-4, levels).short >= 1e-4 - 1e-8


@pytest.mark.parametrize("seed", range(8))
def test_the_multipliers_show_it(seed):
    action, prices, levels = _case(seed)
    found = covered(action, prices, levels)
    left = prices - action + found.short
    for (a, b), f in found.multipliers.items():
        assert f > 0
        left[a] += f
        left[b] -= levels[a, b] * f
    assert left.min() > -1e-8
    assert len(found.multipliers) <= len(action)


def test_prices_a_little_too_low_are_short():
    action = np.array([0.5, 0.0])
    levels = np.array([[1.0, 3.0], [3.0, 1.0]])
    exact = np.array([0.375, 0.375])
    assert abs(covered(action, exact, levels).short) < 1e-9
    # A unit at truth 0 costs three at truth 1, so both must rise by as much.
    assert covered(action, exact - 1e-3, levels).short == pytest.approx(1e-3)


def test_nothing_is_carried_without_a_level():
    levels = np.array([[1.0, np.inf], [3.0, 1.0]])
    found = covered(np.array([0.5, 0.0]), np.array([0.4, 0.9]), levels)
    assert found.short == pytest.approx(0.1) and not found.multipliers


def test_an_action_that_needs_nothing_or_can_give_nothing():
    levels = np.array([[1.0, 3.0], [3.0, 1.0]])
    assert covered(np.array([0.1, 0.2]), np.array([0.3, 0.3]), levels).short == pytest.approx(-0.1)
    assert covered(np.array([0.4, 0.6]), np.array([0.3, 0.3]), levels).short == pytest.approx(0.3)
