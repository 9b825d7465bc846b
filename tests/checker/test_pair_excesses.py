"""What is told of pairs of truths beyond their level, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.pair_excesses import BudgetOfPair, by_class, pairs_of, told_apart, verify_delta
from rropt.checker.plain_table import table_of
from rropt.checker.private_table import Run
from rropt.checker.verdict import Refuted


def test_excesses_of_runs():
    parts = by_class([Run(0, 6, 1), Run(1, 2, 3), Run(1, 0, 1)], 2)
    assert told_apart(parts[0], parts[1], F(2)) == 6 + (6 - 4) * 3
    assert told_apart(parts[1], parts[1], F(2)) == 2 * 3
    assert told_apart(parts[1], parts[0], F(2)) == 0


def test_a_budget_is_over_the_denominator_of_its_level():
    """[6 - 5/2 * 2]+ = 1 = 2 / 2."""
    budget = BudgetOfPair((0, 1), F(5, 2), F(1, 10))
    assert (budget.excess(by_class([Run(0, 6, 1), Run(1, 2, 1)], 2)), budget.unit) == (2, 2)


def test_a_delta_holds_exactly():
    """Warner's (3/4, 1/4) exceeds twice the other column by 1/4."""
    warner = table_of([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
    verify_delta(warner, F(2), F(1, 4))
    with pytest.raises(Refuted):
        verify_delta(warner, F(2), F(1, 4) - F(1, 10**40))


def test_pairs_are_ordered_and_of_different_truths():
    assert (pairs_of([1, 4], 0, 1), pairs_of([1, 4], 1, 1), pairs_of([1, 4], 0, 0)) == (4, 12, 0)
