"""Numbers of estimators at a prior, and their moments at the truths: Warner's table by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.numbers_at_prior import moments_at_truths, numbers_of
from tests.checker.test_scenarios import HALF, Point, scenario


def test_moments_at_truths():
    """x = (-1/2, 3/2): 1/4 and 9/4 with chances (3/4, 1/4) and (1/4, 3/4)."""
    at = scenario([Point(F(1), [HALF, HALF])], [F(0), F(1)], [[-HALF, F(3, 2)]], [[F(1), F(3)]])
    assert numbers_of(at) == [[-HALF, F(3, 2)]]
    assert moments_at_truths(at, [F(1)]) == [F(3, 4), F(7, 4)]
    assert moments_at_truths(at, [F(2)]) == [F(3, 2), F(7, 2)]
