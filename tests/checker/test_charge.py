"""What prices charge for a row, by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.charge import Charge
from rropt.checker.privacy import read_privacy
from rropt.checker.private_table import plain_row
from rropt.checker.verdict import Size


def test_prices_of_truths_add_up():
    """(3, 1) at prices (1, 1/2): 7/2; two truths of a class pay twice."""
    privacy = read_privacy({"gamma": F(2), "delta": F(0)}, 2, Size(1, 64))
    charge = Charge(privacy, [2, 1], [F(1), F(1, 2)])
    assert charge.at(plain_row([3, 1])) == F(7, 2)
    assert charge.at(plain_row([0, 0])) == 0
    assert charge.bound == F(5, 2)
    assert (charge.price_of((0, 1)), charge.budgets, charge.steps) == (0, {}, 2)
