"""Determinants of covariances, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.determinant import read, volume
from rropt.checker.verdict import Size
from tests.checker.test_scenarios import GIVEN, HAIR, WARNER, proves, shows

VALUE = {"name": "d-optimal", "contrasts": [[F(1), F(0)], [F(5), F(2)]], "scales": [F(2), F(3)]}
TANGENTS = [[F(1, 2), F(7)], [F(0), F(1)]]
NUMBERS = [[F(-1, 2), F(3, 2)], [F(3, 2), F(-1, 2)]]
"""Of Warner's table: moments 3/4 and 7/4 at the truths, and 7/4 and 3/4."""


def goal(tangents=None, **changes):
    scenario = GIVEN | {"prior": [F(1, 2)] * 2, "estimators": NUMBERS}
    scenario |= {"tangents": tangents or TANGENTS}
    return read(VALUE | changes, [scenario], WARNER, Size(10, 64))


def test_determinants_of_triangles():
    """s = (2, 3), c_ii = (1, 2): det W = 2 * 12 = 24; moments 5/4: tr = 25/4, 2 (25/8)^2 / 24."""
    assert volume(VALUE["contrasts"], VALUE["scales"]) == 24
    least = F(625, 64) / 12
    assert shows(goal(), least) and not shows(goal(), least - HAIR)
    most = 2 * F(1, 4) * (2 * F(1, 4)) * 3
    assert proves(goal(), F(4), most) and not proves(goal(), F(4), most + HAIR)
    assert not proves(goal(), F(0), F(-1))


def test_vectors_that_are_no_triangles_show_nothing():
    for wrong in ([[F(1), F(1)], [F(5), F(2)]], [[F(0), F(0)], [F(5), F(2)]]):
        assert not shows(goal(contrasts=wrong), F(100))
    assert not shows(goal([[F(1, 2), F(7)], [F(1), F(1)]]), F(100))


@pytest.mark.parametrize(("scales", "spent"), [([1, 1], F(5, 2)), ([2, 1], F(17, 4))])
def test_the_worst_population_of_a_determinant_has_the_largest_moment_at_a_truth(scales, spent):
    """3/4 + 7/4 at both truths; 2 3/4 + 7/4 and 2 7/4 + 3/4."""
    worst = goal(over="worst-population", scales=[F(s) for s in scales])
    least = 2 * (spent / 2) ** 2 / volume(VALUE["contrasts"], [F(s) for s in scales])
    assert shows(worst, least) and not shows(worst, least - HAIR)
    assert "over all priors" in worst.words and "at prior (1/2, 1/2)" in goal().words
