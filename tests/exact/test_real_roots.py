"""Real roots in balls, from left to right."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact import dyadic
from rropt.exact.precision import working_precision
from rropt.exact.real_roots import real_roots


def test_roots_stand_from_left_to_right_each_in_its_ball() -> None:
    # (x^2 - 2)(x - 3)(x^2 + 1)
    low, high, three = real_roots((6, -2, 3, -1, -3, 1), 100)
    assert [round(float(root), 9) for root in (low, high)] == [-1.414213562, 1.414213562]
    assert 3 in three and (high * high - 2).contains(0)
    with working_precision(100):
        assert dyadic(high.upper()) - dyadic(high.lower()) < Fraction(1, 2**90)


def test_what_has_complex_roots_alone_has_none() -> None:
    assert real_roots((1, 0, 1), 100) == []
