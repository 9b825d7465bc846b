"""The path beside scipy's HiGHS with every bound written out, at levels of many sizes."""

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.design.engine.action_path import LevelArray, follow


def optimum(gains, levels):
    """The value of the direct program, all bounds in one matrix."""
    actions, truths = gains.shape
    rows = []
    for x in range(actions):
        for a, b in zip(*np.nonzero(np.isfinite(levels)), strict=True):
            if a != b:
                row = np.zeros(gains.size)
                row[x * truths + a] = 1
                row[x * truths + b] = -levels[a, b]
                rows.append(row)
    sums = np.tile(np.eye(truths), actions)
    found = linprog(-gains.ravel(), np.array(rows), np.zeros(len(rows)), sums, np.ones(truths))
    return -found.fun


@pytest.mark.parametrize("low, high", [(2, 4), (1.01, 1.1), (1.5, 500)])
def test_table_and_prices_meet_at_the_optimum_of_scipy(low, high):
    random = np.random.default_rng(3)
    gains = random.random((5, 6)) - 0.3
    levels = random.uniform(low, high, (6, 6))
    levels[0, 3] = levels[4, 1] = np.inf
    found = follow(gains, levels)
    expected = optimum(gains, levels)
    assert float((gains * found.table).sum()) == pytest.approx(expected, rel=1e-6)
    assert float(found.prices.sum()) == pytest.approx(expected, rel=1e-6)
    assert np.allclose(found.table.sum(0), 1, atol=1e-12)
    bound = np.isfinite(levels) & ~np.eye(6, dtype=bool)
    spare = levels * found.table[:, None, :] - found.table[:, :, None]
    assert found.table.min() > 0 and spare[:, bound].min() > 0


def test_a_larger_gain_scales_both():
    levels = np.array([[1.0, 3.0, 2.0], [3.0, 1.0, 5.0], [2.0, 4.0, 1.0]])
    gains = np.diag([0.5, 0.3, 0.2])
    small = follow(gains, levels)
    large = follow(gains * 1e6, levels)
    assert np.allclose(large.prices, small.prices * 1e6, rtol=1e-6)


def test_one_action_leaves_nothing_to_choose():
    found = follow(np.array([[0.2, 0.8]]), np.array([[1.0, 3.0], [3.0, 1.0]]))
    assert np.allclose(found.table, 1)
    assert float(found.prices.sum()) == pytest.approx(1)


def test_what_is_paid_is_the_transpose_of_what_is_spared():
    random = np.random.default_rng(1)
    bounds = LevelArray.of(np.array([[1, 3, np.inf], [2, 1, 4], [5, np.inf, 1]]))
    multipliers = np.where(bounds.is_bound, random.random((2, 3, 3)), 0.0)
    table = random.random((2, 3))
    along = -(bounds.change(table) * multipliers).sum()
    assert along == pytest.approx((bounds.paid(multipliers) * table).sum())


def test_curvature_is_the_sum_of_squares_of_the_forms():
    levels = np.array([[1.0, 3.0], [2.0, 1.0]])
    weights = np.array([[[0.0, 5.0], [7.0, 0.0]]])
    first = np.array([1.0, -3.0])
    second = np.array([-2.0, 1.0])
    expected = 5 * np.outer(first, first) + 7 * np.outer(second, second)
    bounds = LevelArray.of(levels)
    assert np.allclose(bounds.curvature(weights)[0], expected)
    assert np.allclose(bounds.along(expected[None])[0, 0, 1], first @ expected @ first)
