"""Prices at some points of the line: an upper bound, and the optimum where they have moved."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.curved.contrast_points import ContrastProgram, newton_step

PRIOR, CONTRAST = np.array([0.5, 0.3, 0.2]), np.array([-1.0, 0.0, 1.0])


def least_variance(gamma: int) -> float:
    """By the search over all patterns of another room; + (c.q)^2."""
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.COptimal("1/2,3/10,1/5", [-1, 0, 1]))
    return float(design.bound) + float(CONTRAST @ PRIOR) ** 2


@pytest.mark.everything
@pytest.mark.parametrize("gamma", [2, 9])
def test_moved_points_end_at_the_optimum_and_few_points_above_it(gamma: int) -> None:
    program = ContrastProgram(PRIOR, CONTRAST, float(gamma))
    value = least_variance(gamma)
    ended = program.solve()
    assert 2 * ended.slopes @ CONTRAST - ended.constants.sum() == pytest.approx(value, rel=1e-5)
    few = program.at(np.linspace(-4, 4, 7))
    assert 2 * few.slopes @ CONTRAST - few.constants.sum() >= value * (1 - 1e-8)


def test_prices_leave_nothing_uncovered_at_their_points() -> None:
    """sum_j min(f_j, g f_j) >= 0 at each point, by every pattern."""
    program = ContrastProgram(PRIOR, CONTRAST, 3.0)
    points = np.linspace(-3, 3, 9)
    found = program.at(points)
    rows = np.array(list(product((1.0, 3.0), repeat=3)))
    f = found.constants - 2 * points[:, None] * found.slopes + points[:, None] ** 2 * PRIOR
    assert (f @ rows.T).min() > -1e-9
    assert found.weights.min() >= 0


def test_a_step_of_newton_solves_scaled_systems_and_refuses_indefinite_ones() -> None:
    matrix = np.array([[4e12, 1e6], [1e6, 3.0]])
    gradient = np.array([1e6, 2.0])
    assert matrix @ newton_step(matrix, gradient) == pytest.approx(gradient, rel=1e-9)
    with pytest.raises(ArithmeticError, match="Newton"):
        newton_step(np.array([[1.0, 2.0], [2.0, 1.0]]), np.ones(2))
