"""Prices and multipliers of pairs of truths, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.pair_prices import form_of, read_budgets, read_multipliers, told_apart
from rropt.checker.privacy import read_privacy
from rropt.checker.private_table import Run, by_class
from rropt.checker.verdict import Malformed, Size

ROOM = Size(1, 64)
MATRIX = read_privacy(
    {
        "gamma": [[F(1), F(5, 2), "oo"], [F(3), F(1), F(4)], [F(2), F(2), F(1)]],
        "delta": [[F(0), F(1, 10), F(0)], [F(0)] * 3, [F(0)] * 3],
    },
    3,
    ROOM,
)


def test_excesses_of_runs():
    parts = by_class([Run(0, 6, 1), Run(1, 2, 3), Run(1, 0, 1)], 2)
    assert told_apart((0, 1), F(2), parts) == 6 + (6 - 4) * 3
    assert told_apart((1, 1), F(2), parts) == 2 * 3
    assert told_apart((1, 0), F(2), parts) == 0


def test_a_budget_is_over_the_denominator_of_its_level():
    """[6 - 5/2 * 2]+ = 1 = 2 / 2; of 2 x 3 pairs it is six times as much."""
    ((price, budget),) = read_budgets([[0, 1, F(7)]], MATRIX, [2, 3, 1]).values()
    assert (price, budget.most, budget.truths, budget.steps) == (7, F(6, 10), (0, 1), 1)
    parts = by_class([Run(0, 6, 1), Run(1, 2, 1), Run(2, 0, 1)], 3)
    assert (budget.excess(parts), budget.unit) == (2, 2)


@pytest.mark.parametrize("pair", [[1, 2], [0, 2], [0, 0]])
def test_a_pair_without_a_delta_has_no_price(pair):
    with pytest.raises(Malformed, match="a pair without a delta"):
        read_budgets([[*pair, F(1)]], MATRIX, [1, 1, 1])


def test_a_pair_of_one_truth_has_no_price():
    soft = read_privacy({"gamma": F(2), "delta": F(1, 10)}, 2, ROOM)
    assert read_budgets([[0, 0, F(1)]], soft, [2, 1])[0, 0][1].most == F(2, 10)
    with pytest.raises(Malformed, match="a pair of one truth"):
        read_budgets([[1, 1, F(1)]], soft, [2, 1])


def test_a_multiplier_is_of_two_truths_with_a_level():
    assert read_multipliers([[0, 1, F(3)]], MATRIX, 3, ROOM) == {(0, 1): 3}
    with pytest.raises(Malformed):
        read_multipliers([[1, 1, F(3)]], MATRIX, 3, ROOM)
    assert form_of(MATRIX, (0, 1)) == ({0: 1, 1: F(-5, 2)}, (0, 1), 1)
    assert form_of(MATRIX, (1, 2)) == ({1: 1, 2: -4}, None, 1)
    with pytest.raises(Malformed, match="without a level"):
        form_of(MATRIX, (0, 2))
