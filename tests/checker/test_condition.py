"""What rows exceed the levels of a condition by."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.condition import Condition, Step
from rropt.checker.verdict import Doubts, Refuted

STEPS = [Step(F(1), (F(2), F(3))), Step(F(1, 2), (F(4), F(5)))]
"""[x - 2 y]+ + [x - 4 y]+ / 2 for the table, 3 and 5 for the bound."""


@pytest.mark.parametrize(
    ("row", "end", "told"),
    [
        ([6, 1], 0, F(4) + F(1)),
        ([3, 1], 0, F(1)),
        ([2, 1], 0, F(0)),
        ([6, 1], 1, F(3) + F(1, 2)),
        ([0, 0], 1, F(0)),
        ([1, 0], 1, F(3, 2)),
    ],
)
def test_levels_below_the_ratio_of_a_row_are_exceeded(row, end, told):
    condition = Condition([F(1), F(0)], [F(0), F(1)], STEPS, (F(1), F(1)))
    excess, unit = condition.excess(end)
    assert F(excess(row), unit) == told


def test_forms_have_any_entries():
    """[r_0 / 2 - 2 (r_0 + r_1) / 3]+ at (12, 0) is nothing; with (12, -10) it would be 14/3."""
    condition = Condition([F(1, 2), F(0)], [F(1, 3), F(1, 3)], STEPS[:1], (F(1), F(1)))
    excess, unit = condition.excess(0)
    assert F(excess([12, 0]), unit) == 0
    assert F(excess([12, -10]), unit) == F(14, 3)


@pytest.mark.parametrize(("most", "is_hard"), [(F(0), True), (F(1, 9), False)])
def test_a_condition_is_hard_where_nothing_may_be_exceeded(most, is_hard):
    """[6 - 2]+ + [6 - 4]+ / 2 of a table over 10."""
    condition = Condition([F(1), F(0)], [F(0), F(1)], STEPS, (most, most))
    assert (condition.is_hard, condition.paid) == (is_hard, most)
    assert condition.told([[6, 1]], 10) == (F(1, 2), F(1, 2))


def test_a_level_encloses_e_to_the_epsilon():
    condition = Condition([F(1), F(0)], [F(0), F(1)], STEPS[:1], (F(0), F(0)))
    condition.verify(None, Doubts())
    condition.verify(F(1), Doubts())
    with pytest.raises(Refuted):
        condition.verify(F(2), Doubts())
