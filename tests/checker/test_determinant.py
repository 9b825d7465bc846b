"""Determinants of covariances, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.determinant import Determinant, read
from rropt.checker.verdict import Refuted, Size
from tests.checker.test_objectives import at, shows


def test_determinants_of_triangles():
    """s = (2, 3), c_ii = (1, 2): det W = 2 * 12 = 24; moments (1, 2): tr = 8, 2 (8/2)^2 / 24."""
    contrasts = [[F(1), F(0)], [F(5), F(2)]]
    tangents = [[F(1, 2), F(7)], [F(0), F(1)]]
    objective = Determinant("", contrasts, scales=[F(2), F(3)])
    scenario = at([F(1, 2)] * 2, [F(1), F(2)], [], tangents=tangents)
    assert objective.volume(contrasts) == 24
    assert shows(objective, [scenario], F(4, 3))
    assert not shows(objective, [scenario], F(4, 3) - F(1, 10**30))
    assert objective.bound([scenario], F(4)) == 2 * F(1, 4) * (2 * F(1, 4)) * 3
    with pytest.raises(Refuted):
        objective.bound([scenario], F(0))
    for wrong in ([[F(1), F(1)], [F(5), F(2)]], [[F(0), F(0)], [F(5), F(2)]]):
        assert not shows(Determinant("", wrong, scales=[F(2), F(3)]), [scenario], F(100))
    low = at([F(1, 2)] * 2, [F(1), F(2)], [], tangents=[[F(1, 2), F(7)], [F(1), F(1)]])
    assert not shows(objective, [low], F(100))


def test_the_worst_population_of_a_determinant_has_the_largest_moment_at_a_truth():
    """Warner's x = (-1/2, 3/2) has the moments 3/4 and 7/4, its opposite 7/4 and 3/4."""
    x, y = [F(-1, 2), F(3, 2)], [F(3, 2), F(-1, 2)]
    scenario = at([F(1, 2)] * 2, [], [], estimators=[[x], [y]])
    for scales, spent in (([F(1), F(1)], F(5, 2)), ([F(2), F(1)], F(17, 4))):
        assert Determinant("", [], scales=scales, is_worst=True).spent(scenario) == spent


def test_what_is_read_over_is_of_the_worst():
    value = {"name": "d-optimal", "contrasts": [[F(1), F(0)], [F(0), F(1)]], "scales": [F(1)] * 2}
    assert not read(value, 2, Size(10, 64)).is_worst
    worst = read(value | {"over": "worst-population"}, 2, Size(10, 64))
    assert worst.is_worst and "over all priors" in worst.sentence([])
