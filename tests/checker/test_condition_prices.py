"""Prices of conditions and multipliers of their levels, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.condition_prices import form_of, read_budgets, read_multipliers, read_soft
from rropt.checker.conditions import read_conditions
from rropt.checker.private_table import by_class, plain_row
from rropt.checker.verdict import Malformed, Size

ROOM = Size(1, 64)
HARD = {"left": 0, "right": 1, "levels": [[F(1), F(2)]], "most": F(0)}
SOFT = {
    "left": 2,
    "right": [F(0), F(1, 2), F(0)],
    "levels": [[F(1), F(2)], [F(1, 2), F(4)]],
    "most": F(1, 5),
}
LISTED = read_conditions({"conditions": [HARD, SOFT]}, 3, ROOM)


def test_a_budget_is_what_a_row_exceeds_all_levels_by():
    """[3 - 2/2]+ + [3 - 4/2]+ / 2 at (9, 1, 3)."""
    ((price, budget),) = read_budgets([[1, F(7)]], LISTED, [1, 1, 1]).values()
    assert (price, budget.most, budget.truths, budget.steps) == (7, F(1, 5), [1, 2], 26)
    parts = by_class(plain_row([9, 1, 3]), 3)
    assert F(budget.excess(parts), budget.unit) == 2 + F(1, 2)


@pytest.mark.parametrize(
    ("row", "told"),
    [([0, 9, 1], 0), ([5, 8, 8], 0), ([0, 2, 2], 0), ([7, 2, 3], 1), ([0, 2, 4], 2)],
)
def test_levels_of_the_bound_below_the_ratio_of_a_row_are_exceeded(row, told):
    """r_2 above r_1 and, half as much, above 2 r_1: at (0, 2, 5) 3 and a half."""
    ((_, budget),) = read_budgets([[1, F(7)]], LISTED, [1, 1, 1]).values()

    def at(row):
        return F(budget.excess(by_class(plain_row(row), 3)), budget.unit)

    assert (at(row), at([0, 2, 5]), at([0, 0, 0])) == (told, 3 + F(1, 2), 0)


def test_a_hard_condition_has_no_price():
    with pytest.raises(Malformed, match="a price of a hard condition"):
        read_budgets([[0, F(1)]], LISTED, [1, 1, 1])
    with pytest.raises(Malformed):
        read_budgets([[2, F(1)]], LISTED, [1, 1, 1])
    assert read_soft([[1, F(7)]], LISTED) == {1: 7}


def test_a_multiplier_is_of_a_level_among_those_of_all_conditions():
    assert read_multipliers([[2, F(3)]], LISTED, 3, ROOM) == {2: 3}
    with pytest.raises(Malformed):
        read_multipliers([[3, F(3)]], LISTED, 3, ROOM)
    assert form_of(LISTED, 0) == ({0: 1, 1: -2}, None, 1)
    assert form_of(LISTED, 2) == ({1: -2, 2: 1}, 1, F(1, 2))
