"""The direct program of decisions in doubles."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.levels.action_rows import float_table
from rropt.design.levels.actions import private_rows
from rropt.privacy import Privacy


def _guess(prior):
    k = range(len(prior))
    return [[prior[j] if i == j else F(0) for j in k] for i in k]


def test_doubles_become_an_exactly_private_table():
    levels = rr.MetricDP.path("1/2").on(5).levels
    actions = _guess([F(1, 5)] * 5)
    rows = private_rows(float_table(actions, levels, levels.lo).entries, levels)
    assert levels.obeyed_by(rows) and [sum(column) for column in zip(*rows, strict=True)] == [1] * 5


def test_warner_is_the_best_guess_of_two_and_its_bounds_are_tight() -> None:
    """P = [3 1; 1 3] / 4, worth 3/4; each truth is paid 3/8, and f = 1/8 pays 1/2 at a's own."""
    levels = Privacy([[1, 3], [3, 1]]).levels
    found = float_table([[F(1, 2), 0], [0, F(1, 2)]], levels, levels.lo)
    assert found.entries == pytest.approx(np.array([[0.75, 0.25], [0.25, 0.75]]))
    assert set(found.bounds) == {(0, 0, 1), (1, 1, 0)}
    assert found.prices == pytest.approx([3 / 8, 3 / 8])
    assert found.multipliers == pytest.approx({(0, 0, 1): 1 / 8, (1, 1, 0): 1 / 8})
    assert not found.pair_prices


def test_a_delta_is_spent_and_priced() -> None:
    """With delta: (g + delta) / (g + 1) each, so a price of 1 / (2 (g + 1)) for either pair."""
    levels = Privacy([[1, 3], [3, 1]], "1/10").levels
    found = float_table([[F(1, 2), 0], [0, F(1, 2)]], levels, levels.lo)
    assert found.entries[0, 0] == pytest.approx(3.1 / 4)
    assert found.pair_prices == pytest.approx({(0, 1): 1 / 8, (1, 0): 1 / 8})
    assert sum(found.prices) + 0.1 * sum(found.pair_prices.values()) == pytest.approx(3.1 / 4)


def test_bounds_that_follow_from_others_are_never_added() -> None:
    """On a path of three truths the outer pair is bound by the product of the two steps."""
    levels = rr.MetricDP.path("ln(2)").on(3).levels
    found = float_table([[F(1, 3), 0, 0], [0, 0, F(1, 3)]], levels, levels.lo)
    assert all({a, b} != {0, 2} for _, a, b in found.bounds)
    assert found.entries[0, 0] <= 4 * found.entries[0, 2] + 1e-9


def test_an_unprotected_truth_is_told() -> None:
    levels = Privacy([[1, "oo", 2], ["oo", 1, "oo"], [2, "oo", 1]]).levels
    found = float_table([[F(1, 2), 0, 0], [0, F(1, 4), F(1, 4)]], levels, levels.lo)
    assert found.entries[:, 1] == pytest.approx([0, 1])
    assert found.entries[:, [0, 2]] == pytest.approx(np.array([[2 / 3, 1 / 3], [1 / 3, 2 / 3]]))
