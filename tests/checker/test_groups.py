"""Variances in fixed groups: Warner's table by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.groups import read_over, subtracted, variances_at_truths
from rropt.checker.scenarios import moments_at_truths
from rropt.checker.verdict import Malformed, Size
from tests.checker.test_scenarios import GIVEN, HAIR, HALF, WARNER, Point, scenario, shows

SHARE = [[F(0), F(1)]]


def test_the_variance_at_a_truth_is_its_moment_less_its_square():
    at = scenario([Point(F(1), [HALF, HALF])], SHARE[0], [[-HALF, F(3, 2)]], [[F(1), F(3)]])
    assert moments_at_truths(at) == [F(3, 4), F(7, 4)]
    assert variances_at_truths("group", at) == [F(3, 4), F(3, 4)]
    assert subtracted("group", [[F(1), F(2)], [F(0), F(1)]], [F(1, 4), F(3, 4)]) == 4


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ("group", "a variance of a fixed group with shares (1/4, 3/4)"),
        ("worst-group", "a maximum over all fixed groups of a variance"),
    ],
)
def test_a_group_is_read_with_what_its_estimators_do(over, said):
    goal = read_over(over, [GIVEN], "a variance", SHARE, WARNER, Size(10, 64))
    assert shows(goal, F(3, 4)) and not shows(goal, F(3, 4) - HAIR)
    assert goal.words == said and goal.scenarios[0].corner == F(3, 4)


def test_the_worst_population_is_bounded_by_a_tangent():
    """At (1/4, 3/4), c.s = 3/4: 3/4 + 9/16, and 7/4 + 9/16 - 3/2."""
    goal = read_over("worst-population", [GIVEN], "x", SHARE, WARNER, Size(10, 64))
    (at,) = goal.scenarios
    assert variances_at_truths("worst-population", at) == [F(21, 16), F(13, 16)]
    assert shows(goal, F(21, 16)) and not shows(goal, F(21, 16) - HAIR)
    assert goal.words == "a maximum over all priors of x" and at.corner == F(9, 16)


@pytest.mark.parametrize("over", ["average", "minimax", None, [], "numbers"])
def test_what_is_no_group_is_malformed(over):
    with pytest.raises(Malformed):
        read_over(over, [GIVEN], "a variance", SHARE, WARNER, Size(10, 64))
