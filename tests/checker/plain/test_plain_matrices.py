"""Plain matrices: what is known by hand."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.plain.plain_matrices import (
    inverse_of,
    is_semidefinite,
    times,
    trace,
    unit_matrix,
)


def test_semidefinite_needs_every_principal_minor():
    """The leading minors of the second are 0 and 0."""
    assert is_semidefinite([[F(1), F(1)], [F(1), F(1)]])
    assert not is_semidefinite([[F(0), F(0)], [F(0), F(-1)]])
    assert not is_semidefinite([[F(0), F(1)], [F(1), F(2)]])


def test_inverses_by_cofactors():
    matrix = [[F(2), F(1), F(0)], [F(1), F(3), F(1)], [F(0), F(1), F(5)]]
    assert times(matrix, inverse_of(matrix)) == unit_matrix(3)
    assert trace(matrix) == 10
