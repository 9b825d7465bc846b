"""What rows pay for telling pairs of truths apart, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.coverage import read_charge
from rropt.checker.limits import Size
from rropt.checker.pair_charge import ChargeOfPairs
from rropt.checker.plain_table import plain_row
from rropt.checker.privacy import read_privacy
from rropt.checker.private_table import Run
from rropt.checker.verdict import Malformed

SOFT = {"gamma": F(2), "delta": F(1, 10)}
MATRIX = {
    "gamma": [[F(1), F(2), F(5)], [F(3), F(1), "oo"], [F(4), F(4), F(1)]],
    "delta": [[F(0), F(1, 10), F(1, 5)], [F(0)] * 3, [F(0)] * 3],
}


def test_one_number_charges_what_a_row_tells_beyond_its_level():
    """(3, 1) at prices (1, 1/2) and 1/3 for the pair: 3 + 1/2 + (3 - 2) / 3."""
    charge = ChargeOfPairs(
        read_privacy(SOFT, 2, Size(1, 64)), [1, 1], [F(1), F(1, 2)], {(0, 1): F(1, 3)}
    )
    assert charge.at(plain_row([3, 1])) == F(7, 2) + F(1, 3)
    assert charge.at(plain_row([2, 1])) == F(5, 2)
    assert charge.at(plain_row([1, 3])) == F(5, 2)
    assert charge.at(plain_row([0, 0])) == 0
    assert charge.bound == F(3, 2) + F(1, 30)


def test_pairs_inside_a_class_are_paid_in_both_orders():
    """Two truths of a class are two ordered pairs: 2 y + y' + 2 z / 10."""
    charge = ChargeOfPairs(
        read_privacy(SOFT, 3, Size(1, 64)), [2, 1], [F(1), F(1, 2)], {(0, 0): F(1)}
    )
    assert charge.bound == 2 + F(1, 2) + F(2, 10)
    told = [Run(0, 3, 1), Run(0, 1, 1), Run(1, 1, 1)]
    assert charge.at(told) == 3 + 1 + F(1, 2) + (3 - 2 * 1)


def test_a_matrix_charges_each_pair_at_its_own_level():
    pairs = {(0, 1): F(1), (0, 2): F(1, 2)}
    charge = ChargeOfPairs(read_privacy(MATRIX, 3, Size(1, 64)), [1] * 3, [F(1)] * 3, pairs)
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
        read_charge(
            {"prices": [F(1), F(1)], **fields}, read_privacy(privacy, 2, Size(1, 64)), [1, 1]
        )
