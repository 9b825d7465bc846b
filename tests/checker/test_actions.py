"""Largest of actions at rows of whole numbers, by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.actions import Actions
from rropt.checker.private_table import Run
from rropt.checker.whole_rows import plain_row


def test_the_largest_action_counts_the_best_truth_of_a_class():
    """max(2 r_0 - r_1, r_1) / 3; of a class the truth with the largest entry."""
    actions = Actions([{0: 2, 1: -1}, {1: 1}], 3)
    assert actions.ends(plain_row([4, 3])) == (F(5, 3), F(5, 3))
    assert actions.ends(plain_row([1, 6])) == (2, 2)
    assert Actions([{0: 1}], 1).ends([Run(0, 1, 2), Run(0, 7, 1)]) == (7, 7)
    assert actions.of_table([plain_row([4, 3]), plain_row([1, 6])]) == (F(11, 3), F(11, 3))
    assert actions.seen == {0, 1} and actions.steps == 3
