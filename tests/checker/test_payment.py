"""What a row pays without a delta, by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.fields import Rationals
from rropt.checker.levels import OneNumber
from rropt.checker.payment import Payment
from rropt.checker.privacy_words import Words


def test_a_row_pays_by_its_truths_and_the_corners_of_the_box_decide():
    level = OneNumber(F(1), F(3, 2), F(0), Words("", ""))
    paid = Payment(level, Rationals([F(1, 2), F(-1, 3)]))
    assert paid.total == F(1, 6) and paid.of([4, 3]) == 1
    assert sorted(paid.rows) == [(2, 2), (2, 3), (3, 2), (3, 3)]
