"""What rows pay for what they tell apart, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.budget_charge import Budget, bystanders
from rropt.checker.coverage import read_charge
from rropt.checker.privacy import read_privacy
from rropt.checker.private_table import Run, plain_row
from rropt.checker.utilities import read_utility
from rropt.checker.verdict import Malformed, Size
from tests.certificates import TWO_LEVELS
from tests.checker.test_condition_rays import as_read

SOFT = {"gamma": F(2), "delta": F(1, 10)}
MATRIX = {
    "gamma": [[F(1), F(2), F(5)], [F(3), F(1), "oo"], [F(4), F(4), F(1)]],
    "delta": [[F(0), F(1, 10), F(1, 5)], [F(0)] * 3, [F(0)] * 3],
}


def charge_of(privacy, sizes, prices, **budgets):
    level = read_privacy(privacy, len(sizes), Size(1, 64))
    return read_charge({"prices": prices, **budgets}, level, sizes)


def test_one_number_charges_what_a_row_tells_beyond_its_level():
    """(3, 1) at prices (1, 1/2) and 1/3 for the pair: 3 + 1/2 + (3 - 2) / 3."""
    charge = charge_of(SOFT, [1, 1], [F(1), F(1, 2)], pair_prices=[[0, 1, F(1, 3)]])
    assert charge.at(plain_row([3, 1])) == F(7, 2) + F(1, 3)
    assert charge.at(plain_row([2, 1])) == F(5, 2)
    assert charge.at(plain_row([1, 3])) == F(5, 2)
    assert charge.at(plain_row([0, 0])) == 0
    assert charge.bound == F(3, 2) + F(1, 30)


def test_pairs_inside_a_class_are_paid_in_both_orders():
    """Two truths of a class are two ordered pairs: 2 y + y' + 2 z / 10."""
    charge = charge_of(SOFT, [2, 1], [F(1), F(1, 2)], pair_prices=[[0, 0, F(1)]])
    assert charge.bound == 2 + F(1, 2) + F(2, 10)
    told = [Run(0, 3, 1), Run(0, 1, 1), Run(1, 1, 1)]
    assert charge.at(told) == 3 + 1 + F(1, 2) + (3 - 2 * 1)


def test_a_matrix_charges_each_pair_at_its_own_level():
    pairs = [[0, 1, F(1)], [0, 2, F(1, 2)]]
    charge = charge_of(MATRIX, [1] * 3, [F(1)] * 3, pair_prices=pairs)
    assert charge.at(plain_row([6, 2, 1])) == 9 + (6 - 2 * 2) + F(1, 2) * (6 - 5 * 1)
    assert charge.at(plain_row([1, 1, 9])) == 11
    assert charge.bound == 3 + F(1, 10) + F(1, 2) * F(1, 5)


@pytest.mark.parametrize(
    ("privacy", "fields"),
    [
        ({"gamma": F(2), "delta": F(0)}, {"pair_prices": [[0, 1, F(1)]]}),
        (SOFT, {"pair_prices": [[0, 0, F(1)]]}),
        (SOFT, {"pair_prices": [[0, 1, F(-1)]]}),
        (SOFT, {"pair_prices": [[0, 2, F(1)]]}),
    ],
)
def test_prices_of_pairs_without_a_delta_are_malformed(privacy, fields):
    with pytest.raises(Malformed):
        charge_of(privacy, [1, 1], [F(1), F(1)], **fields)


def test_what_costs_nothing_is_not_priced():
    """A truth of a pair at the price 0 may stand beside as a bystander."""
    pairs = [[0, 1, F(1)], [0, 2, F(0)]]
    charge = charge_of(MATRIX, [1] * 3, [F(1)] * 3, pair_prices=pairs)
    guess, _ = read_utility({"name": "total-variation", "pair": [0, 1]}, [1] * 3)
    assert (bystanders(charge, guess), charge.steps) == ({2}, 5)
    assert [charge.price_of(pair) for pair in ((0, 1), (0, 2), (1, 0))] == [1, 0, 0]


def test_conditions_charge_the_levels_that_have_a_price():
    """[r_0 - 2 r_1]+ at 1/3; the condition of level 3 costs nothing."""
    privacy = {"conditions": as_read(TWO_LEVELS)}
    prices = [[1, F(1, 3)], [3, F(0)]]
    charge = charge_of(privacy, [1, 1], [F(2, 3)] * 2, condition_prices=prices)
    assert charge.at(plain_row([3, 1])) == F(8, 3) + F(1, 3)
    assert charge.at(plain_row([1, 9])) == F(20, 3)
    assert charge.bound == F(4, 3) + F(1, 15)


def test_an_excess_is_asked_of_runs_by_classes():
    most = Budget(F(1, 10), (0, 1), 2, 3, lambda parts: parts[0][0].value - parts[1][0].value)
    assert most.excess([[Run(0, 7, 1)], [Run(1, 5, 1)]]) == 2
