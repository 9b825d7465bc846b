"""What rows exceed the levels of a condition by, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.condition_excesses import ExcessOfCondition
from rropt.checker.conditions import Condition, Step

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
    excess = ExcessOfCondition.of(condition, end)
    assert F(excess.at(row), excess.unit) == told


def test_forms_have_any_entries():
    """[r_0 / 2 - 2 (r_0 + r_1) / 3]+ at (12, 0) is nothing; with (12, -10) it would be 14/3."""
    condition = Condition([F(1, 2), F(0)], [F(1, 3), F(1, 3)], STEPS[:1], (F(1), F(1)))
    excess = ExcessOfCondition.of(condition, 0)
    assert F(excess.at([12, 0]), excess.unit) == 0
    assert F(excess.at([12, -10]), excess.unit) == F(14, 3)
