"""Points, and what estimators do there: Warner's table by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.private_table import table_of
from rropt.checker.scenarios import Point, Scenario, moments_at_truths, numbers_of
from rropt.checker.verdict import Refuted

WARNER = table_of([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
HALF = F(1, 2)
SLOPES = [[F(-1)], [F(1)]]


def scenario(points, c, numbers, tangents):
    return Scenario(
        table=WARNER,
        weight=F(1),
        offset=F(1, 8),
        points=points,
        seen=[c],
        contrasts=[c],
        estimators=[numbers],
        tangents=tangents,
        corner=F(1, 4),
    )


def test_a_prior_is_a_point_where_truths_are_estimated():
    """x = (-1/2, 3/2) has the means 0, 1 and the moments 3/4, 7/4 at the truths."""
    at = scenario([Point(F(1), [HALF, HALF])], [F(0), F(1)], [[-HALF, F(3, 2)]], [[F(1), F(3)]])
    at.verify_estimators()
    assert at.moments == [F(5, 4)]
    assert at.own == F(5, 4) - F(3, 8) and at.proved == 6 - F(3, 8)
    assert at.prior == [HALF, HALF]


def test_points_of_a_model_add_up():
    """Shares 1/3 and 2/3, D = (-1, 1) and twice that; numbers (-1, 1) have the means -1/2, 1/2."""
    twice = [[2 * x for x in row] for row in SLOPES]
    points = [Point(F(1, 3), [HALF, HALF], SLOPES), Point(F(2, 3), [F(1, 4), F(3, 4)], twice)]
    at = scenario(points, [F(1, 3) + F(4, 3)], [[F(-1), F(1)]] * 2, [[F(1)]])
    at.verify_estimators()
    assert at.moments == [1] and points[1].along([F(3)]) == [-6, 6]
    near = scenario(points, [F(5, 3)], [[F(-1), F(1)], [F(-1), F(1) + F(1, 10**30)]], [[F(1)]])
    with pytest.raises(Refuted, match="biased"):
        near.verify_estimators()


def test_moments_at_truths():
    """x = (-1/2, 3/2): 1/4 and 9/4 with chances (3/4, 1/4) and (1/4, 3/4)."""
    at = scenario([Point(F(1), [HALF, HALF])], [F(0), F(1)], [[-HALF, F(3, 2)]], [[F(1), F(3)]])
    assert numbers_of(at) == [[-HALF, F(3, 2)]]
    assert moments_at_truths(at, [F(1)]) == [F(3, 4), F(7, 4)]
    assert moments_at_truths(at, [F(2)]) == [F(3, 2), F(7, 2)]
