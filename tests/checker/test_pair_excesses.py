"""What is told of pairs of truths beyond their level, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.pair_excesses import excesses, pairs_of, verify_delta
from rropt.checker.plain_table import table_of
from rropt.checker.private_table import Run
from rropt.checker.verdict import Refuted


def test_excesses_of_runs():
    row = [Run(0, 6, 1), Run(1, 2, 3), Run(1, 0, 1)]
    assert dict(excesses(row, 2, 1)) == {(0, 1): 6, (1, 1): 2 * 3}
    assert sorted(excesses(row, 2, 1)) == [((0, 1), 6), ((0, 1), (6 - 4) * 3), ((1, 1), 6)]


def test_a_delta_holds_exactly():
    """Warner's (3/4, 1/4) exceeds twice the other column by 1/4."""
    warner = table_of([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
    verify_delta(warner, F(2), F(1, 4))
    with pytest.raises(Refuted):
        verify_delta(warner, F(2), F(1, 4) - F(1, 10**40))


def test_pairs_are_ordered_and_of_different_truths():
    assert (pairs_of([1, 4], 0, 1), pairs_of([1, 4], 1, 1), pairs_of([1, 4], 0, 0)) == (4, 12, 0)
