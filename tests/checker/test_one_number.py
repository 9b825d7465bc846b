"""A level that is one number, or a reason why it is none."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.levels import OneNumber, Words
from rropt.checker.one_number import one_number, pure_number
from rropt.checker.verdict import Malformed

THREE = OneNumber(F(3), F(3), F(0), Words("", ""))
WITH_DELTA = OneNumber(F(3), F(3), F(1, 10), Words("", ""))


def test_a_number_is_taken_and_a_delta_where_it_may_be():
    assert pure_number(THREE) is one_number(THREE) is THREE
    assert one_number(WITH_DELTA) is WITH_DELTA
    with pytest.raises(Malformed, match="without a delta"):
        pure_number(WITH_DELTA)


def test_another_level_is_malformed_for_the_reason_given():
    with pytest.raises(Malformed, match="classes need one"):
        one_number(None, "classes need one")
    with pytest.raises(Malformed, match="not one number"):
        pure_number([THREE])
