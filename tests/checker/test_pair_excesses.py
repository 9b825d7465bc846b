"""What is told of pairs of truths beyond their level, by hand."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

from rropt.checker.pair_excesses import SortedRow, verify_delta
from rropt.checker.pair_prices import told_apart
from rropt.checker.private_table import Run, by_class, pairs_of, table_of
from rropt.checker.verdict import Refuted


def test_a_delta_holds_exactly():
    """Warner's (3/4, 1/4) exceeds twice the other column by 1/4."""
    warner = table_of([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
    verify_delta(warner, F(2), F(1, 4))
    with pytest.raises(Refuted):
        verify_delta(warner, F(2), F(1, 4) - F(1, 10**40))


def test_pairs_are_ordered_and_of_different_truths():
    assert (pairs_of([1, 4], 0, 1), pairs_of([1, 4], 1, 1), pairs_of([1, 4], 0, 0)) == (4, 12, 0)


@pytest.mark.parametrize("seed", range(5))
def test_a_row_in_the_order_of_its_values_adds_up_to_all_pairs(seed):
    """Of three classes, at the level 3/2, in which equal values and zeros occur."""
    rng = Random(seed)
    row = [Run(rng.randrange(3), rng.randrange(5), rng.randrange(1, 4)) for _ in range(9)]
    parts = by_class(row, 3)
    ordered = SortedRow.of(row, 3, 3)
    for a in range(3):
        told = [0, 0, 0]
        for _, value, number in ordered.runs_of[a]:
            ordered.add_excesses(told, 2 * value, number)
        assert told == [told_apart((a, b), F(3, 2), parts) for b in range(3)]
