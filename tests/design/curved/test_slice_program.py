"""The matrices that are linear in one vector, beside the forms that they stand for."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.design.curved.slice_program import SliceProgram, complement, triangle

ROOTS, WEIGHTS, GAMMA, UNIT = np.array([1.0, 2.0]), np.array([0.2, 0.4]), 3.0, 5.0


def _program_and_vector(few=0):
    program = SliceProgram(ROOTS, WEIGHTS, GAMMA, np.array([1.0, 2.5]), UNIT, few)
    return program, np.random.default_rng(3).normal(size=program.size)


@pytest.mark.parametrize("few", [0, 2, 4])
def test_the_matrix_of_the_slices_is_that_of_the_forms(few):
    """At random numbers and any point z of the box: (z, 1)'(P, l; l', c)(z, 1) is what is said."""
    program, x = _program_and_vector(few)
    (matrix,) = program._joints()
    joint = np.tensordot(x, matrix, 1)
    P = program.symmetric(x, "P")
    part = {name: x[place] for name, place in program.places.items()}
    b, low, high = program.basis @ part["b"], part["l"][2:], part["h"][2:]
    s, t, z = 2.5, 0.75, np.array([0.3, 1.1])
    slope = s * b / UNIT + t * part["e"] - ROOTS * part["D"]
    expected = s**2 * part["a"][0] / UNIT + slope @ z + z @ P @ z
    expected += part["n"][1] * (WEIGHTS @ z - t) - low @ z - high @ (ROOTS - z)
    if few:
        expected -= part["m"][1] * (ROOTS @ z - few)
    entries = np.ix_([0, 1, 3], [0, 1, 3])
    point = np.append(z, 1.0)
    assert point @ joint[entries] @ point == pytest.approx(expected)


def test_slices_are_in_few_matrices_with_one_form():
    """Three of 30 slices with 11, 10 and 9 of them or so; each slice is in one."""
    program = SliceProgram(ROOTS, WEIGHTS, GAMMA, np.linspace(1, 3, 30), UNIT)
    x = np.random.default_rng(5).normal(size=program.size)
    joints = [np.tensordot(x, matrix, 1) for matrix in program._joints()]
    assert [len(joint) for joint in joints] == [2 + len(group) for group in program.groups]
    assert np.concatenate(program.groups).tolist() == list(range(30))
    assert all(np.allclose(joint[:2, :2], program.symmetric(x, "P")) for joint in joints)
    beside = np.concatenate([joint[2:, 2:][np.triu_indices(len(joint) - 2, 1)] for joint in joints])
    assert beside.tolist() == x[program.places["C"]].tolist()


def test_a_type_is_charged_beyond_what_it_is_worth():
    """T = s (s a + b.x) less x'Xx, X written out."""
    program, x = _program_and_vector(few=3)
    types = np.array([[0, 1], [1, 2]])
    part = {name: x[place] for name, place in program.places.items()}
    cross = np.outer(WEIGHTS, part["e"])
    whole = program.symmetric(x, "P") + program.symmetric(x, "N") + (cross + cross.T) / 2
    constant = (np.diag(part["D"]) - whole) / np.outer(ROOTS, ROOTS)
    owner = np.repeat([0, 1], [1, 4])
    apart = np.diag(part["D"][owner]) - np.where(owner[:, None] == owner, part["D"][owner] / 4, 0)
    apart[0] = 0  # a class of one truth has no differences
    X = constant[np.ix_(owner, owner)] + apart
    prices = (program.basis @ part["b"] / ROOTS)[owner]
    for row, high in zip(program.charged(types), types, strict=True):
        r = np.concatenate([[1.0] * high[0], [1.0] * high[1], [0.0] * (4 - high[1])])
        r = np.append(np.zeros(1 - high[0]), r)
        s = 1 + 2 * (WEIGHTS / ROOTS)[owner] @ r
        charge = s * (s * part["a"][0] + prices @ r) / UNIT
        assert row @ x == pytest.approx(charge - r @ X @ r)


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
