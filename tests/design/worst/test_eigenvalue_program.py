"""The semidefinite program of the largest eigenvalue, in doubles."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from rropt.design.worst.cone_program import least_lost
from rropt.design.worst.eigenvalue_program import EigenvalueProgram, centred_basis


def program(k: int, gamma: float, unit: float = 1.0) -> EigenvalueProgram:
    rows = np.array([r for r in product([1.0, gamma], repeat=k) if len(set(r)) > 1])
    lost = least_lost(rows, centred_basis(k).T)
    return EigenvalueProgram(rows, np.zeros((len(rows), 0)), np.zeros(0), unit, lost / unit**2)


@pytest.mark.parametrize("unit", [1.0, 4.0])
def test_primal_and_dual_are_feasible_and_meet(unit: float) -> None:
    """Columns, means, covariances; charges at every pattern; and what both sides are worth."""
    asked = program(3, 3.0, unit)
    found = asked.solve()
    assert asked.rows.T @ found.weights == pytest.approx(np.ones(3), abs=1e-7)
    assert found.values @ (found.weights[:, None] * asked.rows) == pytest.approx(
        np.eye(3), abs=1e-7
    )
    for j in range(3):
        moments = (found.values * (found.weights * asked.rows[:, j])) @ found.values.T
        moments[j, j] -= 1
        assert np.linalg.eigvalsh(moments)[-1] < found.value + 1e-6
    contrasts, matrices = asked.places, found.matrices
    slopes = np.array([d @ b for d, b in zip(matrices, contrasts, strict=True)]).T + found.shifts
    corners = np.array([b @ d @ b for d, b in zip(matrices, contrasts, strict=True)])
    constants = found.rests + 2 * np.diag(contrasts @ found.shifts) + corners
    for row in asked.rows:
        matrix = np.tensordot(row, matrices, axes=1) + 1e-9 * np.eye(2)
        top = slopes @ row
        assert top @ np.linalg.solve(matrix, top) < constants @ row + 1e-6
    proved = 2 * np.trace(slopes @ contrasts) - constants.sum() - corners.sum()
    assert proved * unit**2 == pytest.approx(found.value, rel=1e-6)


TOLD_BY_ALL = 1e8
"""Above it the oldest Clarabel that is supported finds the value and not the reports' numbers."""


@pytest.mark.parametrize("gamma", [10.0, 1e4, 1e8, 1e11])
def test_little_is_lost_at_a_high_level_and_all_digits_of_it_are_kept(gamma: float) -> None:
    """3 gamma/(gamma - 1)^2 for three truths, of k-ary response."""
    found = program(3, gamma).solve()
    assert found.value == pytest.approx(3 * gamma / (gamma - 1) ** 2, rel=1e-6)
    if gamma > TOLD_BY_ALL:
        return
    apart = found.values - np.array([[1.0], [0], [0]])
    moments = (apart * (found.weights * program(3, gamma).rows[:, 0])) @ apart.T
    assert np.linalg.eigvalsh(moments)[-1] == pytest.approx(found.value, rel=1e-6)


def test_fewer_patterns_do_no_better() -> None:
    asked = program(4, 3.0)
    singles = np.flatnonzero((asked.rows > 1).sum(axis=1) == 1)
    assert asked.on(singles).solve().value == pytest.approx(3.0, rel=1e-6)
    assert asked.solve().value == pytest.approx(2.5, rel=1e-6)
