"""Gains that tell two mechanisms apart, and the simplest of them."""

from __future__ import annotations

from fractions import Fraction as F

import rropt as rr
from rropt.order import value_of
from rropt.order.separation import quadratic_gain, separation, simplest, spread


def test_the_value_of_a_gain_by_hand():
    warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    assert value_of([[F(2), F(0)], [F(0), F(1)]], warner) == F(3, 2) + F(3, 4)


WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
WEAKER = rr.Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
TRACE = [[F(1), F(0)], [F(0), F(1)]]


def test_only_a_larger_value_separates() -> None:
    found = separation(TRACE, WARNER, WEAKER)
    assert found is not None and (found.first, found.second) == (F(3, 2), F(4, 3))
    assert separation(TRACE, WEAKER, WARNER) is None
    assert separation(TRACE, WARNER, WARNER) is None


def test_the_simplest_gain_still_separates() -> None:
    """A hair apart: a coarse rounding of the gain says nothing, a finer one does."""
    hair = F(1, 10**30)
    near = rr.Channel.from_rows([["3/4", F(1, 4) + hair], ["1/4", F(3, 4) - hair]])
    found = simplest([[F(0), F(0)], [F(1), F(-3) + 2 * hair]], WARNER, near)
    assert found is not None and found.first > found.second
    assert simplest([[F(0), F(0)]], WARNER, near) is None
    coarse = simplest([[F(997, 1000), F(0)], [F(0), F(1)]], WARNER, WEAKER)
    assert coarse is not None and {x for row in coarse.gain for x in row} <= {0, 1}


def test_no_garbling_raises_the_spread() -> None:
    """sum_i (r_0^2 + r_1^2) / (r_0 + r_1): Warner's rows 10/16 twice."""
    assert spread(WARNER) == F(5, 4) > spread(WEAKER) == F(10, 9)
    assert spread(rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"], [0, 0]])) == F(5, 4)


def test_the_quadratic_gain_is_worth_the_spread_at_its_own_table() -> None:
    for table in (WARNER, WEAKER, rr.Channel.from_rows([["1/2", "1/5"], ["1/2", "4/5"]])):
        assert value_of(quadratic_gain(table), table) == spread(table)
        assert value_of(quadratic_gain(table), WEAKER) <= spread(WEAKER)
