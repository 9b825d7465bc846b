"""Gains that tell two mechanisms apart, and the simplest of them."""

from __future__ import annotations

from fractions import Fraction as F

import rropt as rr
from rropt.order import value_of


def test_the_value_of_a_gain_by_hand():
    warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    assert value_of([[F(2), F(0)], [F(0), F(1)]], warner) == F(3, 2) + F(3, 4)
