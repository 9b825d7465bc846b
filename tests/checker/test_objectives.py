"""What is made of variances: by hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction as F

import pytest

from rropt.checker.objectives import Objective
from rropt.checker.private_table import table_of
from rropt.checker.ratios import Ratios
from rropt.checker.scenarios import Point, Scenario
from rropt.checker.verdict import Doubts, Malformed, Refuted

WARNER = table_of([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
SHARE = [[F(0), F(1)]]


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


def shows(objective, scenarios, value):
    """Whether the estimators show that the table does at least as well."""
    try:
        objective.verify_value(scenarios, value, Doubts())
    except Refuted:
        return False
    return True


EARLY = at([F(1, 2)] * 2, [F(3)], [F(5)], weight=F(1, 4), offset=F(1), corner=F(1, 4))
LATE = at([F(1, 3), F(2, 3)], [F(2)], [F(4)], weight=F(3, 4), corner=F(4, 9))


def test_the_corner_is_the_square_of_the_mean():
    contrasts = [[F(1), F(-1)], [F(0), F(2)]]
    assert Objective("", contrasts).corner(contrasts, [F(1, 3), F(2, 3)]) == F(1, 9) + F(16, 9)


def test_several_priors_and_offsets_need_an_average_or_a_maximum():
    plain = Objective("a variance", SHARE)
    plain.check_scenarios([LATE])
    for scenarios in ([LATE, LATE], [EARLY]):
        with pytest.raises(Malformed):
            plain.check_scenarios(scenarios)


def test_a_sentence_names_the_prior():
    assert Objective("W", SHARE).sentence([LATE]) == "W at prior (1/3, 2/3)"


def test_the_utility_adds_up_scenarios_and_points():
    """Weights times shares times scales: 1/4 1/2 3 (D v.r)^2 / (p.r), D v = (2, -2) for v = 2."""
    point = Point(F(1, 2), [F(1, 2)] * 2, [[F(1)], [F(-1)]])
    one = at([], [], [], weight=F(1, 4), points=[point], tangents=[[F(2)]])
    utility = Objective("", [], scales=[F(3)]).utility([one])
    assert isinstance(utility, Ratios)
    assert utility.parts == [([F(1, 2)] * 2, [[2, -2]], [F(3, 8)])]
