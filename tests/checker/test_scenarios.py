"""Points, and what estimators do there: Warner's table by hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction as F

import pytest

from rropt.checker.private_table import table_of
from rropt.checker.ratios import of_scenarios
from rropt.checker.scenarios import (
    Goal,
    Point,
    Scenario,
    moments_at_truths,
    numbers_of,
    read_alone,
    squared_means,
)
from rropt.checker.verdict import Doubts, Malformed, Refuted, Size

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


@dataclass(frozen=True)
class Known(Scenario):
    """A scenario with its numbers as they are."""

    own_moments: tuple = ()
    gains: tuple = ()

    @property
    def moments(self):
        return list(self.own_moments)

    @property
    def proved(self):
        return sum(self.gains) - self.corner - self.offset


def at(prior, moments, gains, **parts):
    """What estimators do, and what tangents prove, of Warner's table if no other is given."""
    whole = {"table": WARNER, "weight": F(1), "offset": F(0), "points": [Point(F(1), prior)]}
    whole |= {"seen": [], "contrasts": [], "estimators": [], "tangents": []}
    return Known(**(whole | parts), own_moments=tuple(moments), gains=tuple(gains))


def shows(goal: Goal | Scenario, value) -> bool:
    """Whether the estimators show that the table does at least as well."""
    try:
        goal.verify_value(value, Doubts())
    except Refuted:
        return False
    return True


def proves(goal: Goal | Scenario, paid, bound) -> bool:
    """Whether tangents and so large a payment do not allow less than the bound."""
    try:
        goal.verify_bound(paid, bound, Doubts())
    except Refuted:
        return False
    return True


HAIR = F(1, 10**30)
EARLY = at([F(1, 2)] * 2, [F(3)], [F(5)], weight=F(1, 4), offset=F(1), corner=F(1, 4))
LATE = at([F(1, 3), F(2, 3)], [F(2)], [F(4)], weight=F(3, 4), corner=F(4, 9))


def test_the_corner_is_the_square_of_the_mean():
    contrasts = [[F(1), F(-1)], [F(0), F(2)]]
    assert squared_means(contrasts, [F(1, 3), F(2, 3)]) == F(1, 9) + F(16, 9)


def test_a_scenario_shows_what_its_estimators_do_and_its_tangents_prove():
    """own = 3 - 1/4 - 1, proved = 5 - 1/4 - 1 less 1/2 that is paid."""
    assert shows(EARLY, F(7, 4)) and not shows(EARLY, F(7, 4) - HAIR)
    assert proves(EARLY, F(1, 2), F(13, 4)) and not proves(EARLY, F(1, 2), F(13, 4) + HAIR)


GIVEN = {
    "prior": [F(1, 4), F(3, 4)],
    "weight": F(1),
    "offset": F(0),
    "estimators": [[-HALF, F(3, 2)]],
    "tangents": [[F(-3, 4), F(5, 4)]],
}


def test_several_priors_and_offsets_need_an_average_or_a_maximum():
    rest = WARNER, Size(10, 64), [[F(0), F(1)]], [[F(0), F(1)]]
    assert read_alone([GIVEN], *rest).corner == F(9, 16)
    for given in ([GIVEN, GIVEN], [], [GIVEN | {"weight": HALF}], [GIVEN | {"offset": F(1)}]):
        with pytest.raises(Malformed):
            read_alone(given, *rest)


def test_the_utility_adds_up_scenarios_and_points():
    """Weights times shares times scales: 1/4 1/2 3 (D v.r)^2 / (p.r), D v = (2, -2) for v = 2."""
    point = Point(F(1, 2), [F(1, 2)] * 2, [[F(1)], [F(-1)]])
    one = at([], [], [], weight=F(1, 4), points=[point], tangents=[[F(2)]])
    assert of_scenarios([one], [F(3)]).parts == [([F(1, 2)] * 2, [[2, -2]], [F(3, 8)])]
