"""Eigenvalues of covariances, by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.largest_eigenvalue import read
from rropt.checker.verdict import Size
from tests.checker.test_scenarios import GIVEN, HAIR, WARNER, proves, shows


def goal(*roots):
    """Estimators of both truths and one tangent, at equal shares."""
    value = {"name": "e-optimal", "contrasts": [[F(1), F(-1)]], "roots": [*roots]}
    scenario = GIVEN | {"prior": [F(1, 2)] * 2, "tangents": [[F(4), F(1)]]}
    scenario |= {"estimators": [[F(2), F(0)], [F(0), F(2)]]}
    return read(value, [scenario], WARNER, Size(10, 64))


def test_an_eigenvalue_is_dominated_or_not():
    """Means 1/2 each, x = (2, 0), (0, 2): Cov = ((7/4, -1/4), (-1/4, 7/4)), eigenvalues 3/2, 2."""
    assert goal().scenarios[0].seen == [[1, 0], [0, 1]]
    assert shows(goal(), F(2)) and not shows(goal(), F(2) - HAIR)
    assert not shows(goal([F(1, 2), F(-1, 2)]), F(2) - HAIR)
    assert proves(goal(), F(1), F(5, 2)) and not proves(goal(), F(1), F(5, 2) + HAIR)
