"""Shares of truths in classes, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.shares import Shares
from rropt.checker.uneven_shares import UnevenShares, read_uneven
from rropt.checker.verdict import Malformed, Refuted, Size

SIZE = Size(6, 96)
PRIOR = [F(3, 8), F(1, 4)]
EVEN = Shares([2, 1], PRIOR)
UNEVEN = UnevenShares([2, 1], PRIOR, [[F(3, 8), F(1, 3)], [F(7, 24)]])


def test_squares_and_means():
    assert UNEVEN.squares == F(9, 64) + F(1, 9) + F(49, 576)
    above = [F(2**256 * 17 // 48 + 1, 2**256), F(2**256 * 7 // 24 + 1, 2**256)]
    assert UNEVEN.means == above, "rounded up"
    assert UnevenShares([2, 1], PRIOR, [[F(3, 8), F(3, 8)], [F(1, 4)]]).means == PRIOR


def test_words():
    assert UNEVEN.said("a trace") == "a trace at prior (3/8, 1/3, 7/24)"


@pytest.mark.parametrize(
    ("lists", "wanted"),
    [
        ([[F(3, 8), F(3, 8)], [F(1, 4)]], True),
        ([[F(1, 4), F(3, 8)], [F(3, 8)]], True),
        ([[F(1, 3), F(1, 3)], [F(1, 3)]], True),
        ([[F(3, 8) + F(1, 10**30), F(3, 8) - F(1, 10**30)], [F(1, 4)]], False),
        ([[F(3, 8), F(3, 8) + F(1, 10**30)], [F(1, 4) - F(1, 10**30)]], False),
        ([[F(1, 2), F(1, 4)], [F(1, 4)]], False),
    ],
)
def test_every_partial_sum_of_the_prior_is_no_less(lists, wanted):
    given = UnevenShares([2, 1], PRIOR, lists)
    if wanted:
        given.verify()
    else:
        with pytest.raises(Refuted):
            given.verify()


@pytest.mark.parametrize(
    "shares",
    [
        [[F(3, 8), F(1, 3)], [F(1, 4)]],
        [[F(5, 4), F(-1, 2)], [F(1, 4)]],
        [[F(3, 4)], [F(1, 4)]],
        [[F(3, 8), F(5, 8)]],
    ],
)
def test_shares_are_a_distribution_by_classes(shares):
    assert read_uneven(UNEVEN.lists, EVEN, SIZE) == UNEVEN
    with pytest.raises(Malformed):
        read_uneven(shares, EVEN, SIZE)
