"""Eigenvalues of covariances, by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.largest_eigenvalue import Eigenvalue
from tests.checker.test_objectives import at, shows


def test_an_eigenvalue_is_dominated_or_not():
    """Means 1/2 each, x = (2, 0), (0, 2): Cov = ((7/4, -1/4), (-1/4, 7/4)), eigenvalues 3/2, 2."""
    units = [[F(1), F(0)], [F(0), F(1)]]
    scenario = at([F(1, 2)] * 2, [], [], estimators=[[[F(2), F(0)]], [[F(0), F(2)]]])
    objective = Eigenvalue("", [[F(1), F(-1)]])
    assert objective.seen == units
    assert shows(objective, [scenario], F(2))
    assert not shows(objective, [scenario], F(2) - F(1, 10**30))
    taken = Eigenvalue("", [[F(1), F(-1)]], roots=[[F(1, 2), F(-1, 2)]])
    assert not shows(taken, [scenario], F(2) - F(1, 10**30))
    told = at([F(1, 2)] * 2, [], [F(6)])
    assert objective.bound([told], F(1)) == F(5, 2)
