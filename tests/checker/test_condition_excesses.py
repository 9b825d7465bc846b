"""What rows exceed the levels of a condition by, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.condition_excesses import ExcessOfCondition, budget_of
from rropt.checker.conditions import Condition, Step
from rropt.checker.verdict import Malformed
from tests.checker.test_budget_charge import charge_of

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


def test_a_hard_condition_has_no_price():
    hard = {"left": 0, "right": 1, "levels": [[F(1), F(2)]], "most": F(0)}
    with pytest.raises(Malformed):
        charge_of({"conditions": [hard]}, [1, 1], [F(1), F(1)], condition_prices=[[0, F(1)]])
    soft = Condition([F(1), F(0)], [F(0), F(1)], STEPS, (F(1), F(1)))
    assert (budget_of(soft).most, budget_of(soft).truths) == (1, [0, 1])
