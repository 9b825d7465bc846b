"""The matrices that are linear in one vector, beside the forms that they stand for."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.design.curved.slice_program import SliceProgram, complement, triangle

ROOTS, WEIGHTS, GAMMA, UNIT = np.array([1.0, 2.0]), np.array([0.2, 0.4]), 3.0, 5.0


def _program_and_vector():
    program = SliceProgram(ROOTS, WEIGHTS, GAMMA, np.array([1.0, 2.5]), UNIT)
    return program, np.random.default_rng(3).normal(size=program.size)


def test_the_matrix_of_the_slices_is_that_of_the_forms():
    """At random numbers and any point z of the box: (z, 1)'(P, l; l', c)(z, 1) is what is said."""
    program, x = _program_and_vector()
    joint = np.tensordot(x, program._joint(), 1)
    P = program.symmetric(x, "P")
    part = {name: x[place] for name, place in program.places.items()}
    b, low, high = program.basis @ part["b"], part["l"][2:], part["h"][2:]
    s, t, z = 2.5, 0.75, np.array([0.3, 1.1])
    slope = s * b / UNIT + t * part["e"] - ROOTS * part["D"]
    expected = s**2 * part["a"][0] / UNIT + slope @ z + z @ P @ z
    expected += part["n"][1] * (WEIGHTS @ z - t) - low @ z - high @ (ROOTS - z)
    entries = np.ix_([0, 1, 3], [0, 1, 3])
    point = np.append(z, 1.0)
    assert point @ joint[entries] @ point == pytest.approx(expected)


def test_tangents_do_not_see_the_ones_and_their_squares_are_bounded_by_x():
    program, x = _program_and_vector()
    squares = np.tensordot(x, program._squares(), 1)
    e, D = x[program.places["e"]], x[program.places["D"]]
    whole = program.symmetric(x, "P") + program.symmetric(x, "N")
    cross = np.outer(WEIGHTS, e)
    assert np.allclose(squares[:2, :2], np.diag(D) - whole - (cross + cross.T) / 2)
    tangents = squares[:2, 2:] @ program.basis.T
    assert np.allclose(tangents @ ROOTS, 0) and np.allclose(tangents, tangents.T)


def test_a_complement_is_orthonormal():
    columns = complement(ROOTS)
    assert np.allclose(columns.T @ np.column_stack([columns, ROOTS]), [[1, 0]])


def test_triangles_keep_inner_products():
    rng = np.random.default_rng(4)
    a, b = (m + m.T for m in rng.normal(size=(2, 3, 3)))
    assert triangle(a) @ triangle(b) == pytest.approx((a * b).sum())
