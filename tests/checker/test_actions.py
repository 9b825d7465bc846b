"""Largest of actions at rows of whole numbers, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.actions import Actions, read
from rropt.checker.private_table import Run, plain_row
from rropt.checker.verdict import Malformed


def test_the_largest_action_counts_the_best_truth_of_a_class():
    """max(2 r_0 - r_1, r_1) / 3; of a class the truth with the largest entry."""
    actions = Actions([{0: 2, 1: -1}, {1: 1}], 3)
    assert actions.ends(plain_row([4, 3])) == (F(5, 3), F(5, 3))
    assert actions.ends(plain_row([1, 6])) == (2, 2)
    assert Actions([{0: 1}], 1).ends([Run(0, 1, 2), Run(0, 7, 1)]) == (7, 7)
    assert actions.of_table([plain_row([4, 3]), plain_row([1, 6])]) == (F(11, 3), F(11, 3))
    assert actions.seen == {0, 1} and actions.steps == 3


def test_a_gain_is_read_as_actions():
    """Masses 1/4 and 3/4, gains ((1, 0), (-1/2, 2)): actions (2, 0) and (-1, 12) over 8."""
    value = {"name": "gain", "prior": [F(1, 4), F(3, 4)], "gain": [[F(1), F(0)], [F(-1, 2), F(2)]]}
    utility, _ = read(value, [1, 1])
    assert utility.ends(plain_row([1, 0])) == (F(1, 4), F(1, 4))
    assert utility.ends(plain_row([2, 1])) == (F(5, 4), F(5, 4))
    with pytest.raises(Malformed):
        read(value | {"pair": [0, 1]}, [1, 1])
