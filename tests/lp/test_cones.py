"""Small cone programs whose optima are known, and lists of symmetric matrices."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.lp.cones import (
    Cones,
    cone_optimum,
    listed,
    symmetric_matrix,
    triangle,
    triangle_factors,
)


def test_a_point_nearest_to_the_origin_and_its_multiplier() -> None:
    """Least t with |(x, y)| <= t on x + 2 y = 5: the root of 5, at (1, 2)."""
    rows = np.array([[0.0, 1, 2], [-1, 0, 0], [0, -1, 0], [0, 0, -1]])
    right = np.array([5.0, 0, 0, 0])
    found = cone_optimum(np.array([1.0, 0, 0]), rows, right, Cones(1, 0, second_order=[3]), 1e-10)
    assert np.array(found.x) == pytest.approx([5**0.5, 1, 2], abs=1e-7)
    assert abs(np.array(found.z)[0]) == pytest.approx(5**-0.5, abs=1e-7)


def test_a_quadratic_form_below_a_line() -> None:
    """Least x^2 - 4 x with x <= 1."""
    found = cone_optimum(
        np.array([-4.0]), np.array([[1.0]]), np.array([1.0]), Cones(0, 1), 1e-10, [[2.0]]
    )
    assert np.array(found.x) == pytest.approx([1.0], abs=1e-8)
    assert found.obj_val == pytest.approx(-3.0, abs=1e-8)


def test_the_largest_eigenvalue() -> None:
    """Least t with t I - M >= 0."""
    matrix = np.array([[2.0, 1, 0], [1, 3, -1], [0, -1, 1]])
    listed = matrix[triangle(3)] * triangle_factors(3)
    identity = np.eye(3)[triangle(3)] * triangle_factors(3)
    found = cone_optimum(
        np.array([1.0]), -identity[:, None], -listed, Cones(0, 0, semidefinite=[3]), 1e-10
    )
    assert found.x[0] == pytest.approx(np.linalg.eigvalsh(matrix)[-1], abs=1e-7)
    assert symmetric_matrix(listed, 3) == pytest.approx(matrix)


def test_so_many_steps_at_most() -> None:
    rows, right = np.array([[-1.0]]), np.array([-1.0])
    found = cone_optimum(np.array([1.0]), rows, right, Cones(0, 1), 1e-12, most_steps=1)
    assert found.iterations <= 1


def test_lists_keep_inner_products():
    rng = np.random.default_rng(4)
    a, b = (m + m.T for m in rng.normal(size=(2, 3, 3)))
    assert listed(a) @ listed(b) == pytest.approx((a * b).sum())
