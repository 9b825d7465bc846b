"""The matrices that are linear in one vector, beside the forms that they stand for."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.curved.class_slices import Slices
from rropt.design.curved.slice_program import SliceCounts, SliceProgram, complement

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


SIZES, SHARES = (2, 3), (0.2, 0.2)
N = np.array(SIZES)


def counts() -> SliceCounts:
    """Of two levels: nothing is high, and most truths are."""
    numbers = np.array([[0.0, 0.0], [1.6, 2.4]])
    return SliceCounts(np.sqrt(N), np.array([1.0, 3.0]), numbers)


def test_sets_are_those_of_first_classes_with_two_truths_or_more():
    assert counts().sets.tolist() == [[1, 0], [1, 1]]
    single = SliceCounts(np.ones(3), np.array([1.0]), np.zeros((1, 3)))
    assert single.sets.tolist() == [[1, 1, 0], [1, 1, 1]]


def test_lines_are_about_the_numbers_between_levels_and_below_all_squares():
    """Half way 0.8 and 2 truths are high."""
    lines = counts().lines(np.array([1.0, 2.0, 3.0]))
    assert lines[:, 1].tolist() == [[0, 0, 1], [1, 2, 3]]
    assert lines[:, 2].tolist() == [[0, 1, 2], [3, 4, 5]]
    for d, number in product(lines.ravel(), range(9)):
        assert (2 * d + 1) * number - d * (d + 1) <= number**2


@pytest.mark.everything
@pytest.mark.parametrize(("gamma", "k", "lack"), [(F(1001, 1000), 11, 5e-3), (F(3, 2), 13, 5e-4)])
def test_counts_give_nearly_the_bound_of_all_patterns(gamma, k, lack):
    """Beside the search over all patterns: five of eleven truths are high, or six. Without counts
    five and a half are, and near one the bound lacks 1/k^2. Types with few high truths are not
    listed here."""
    falling = [F(1, j) for j in range(1, k + 1)]
    shares = [x / sum(falling) for x in falling]
    best = float(rr.optimal(rr.LocalDP.from_gamma(gamma), rr.AOptimal(shares)).value)
    slices = Slices((1,) * k, [float(q) for q in shares], float(gamma), best / k)
    plain, ones, own = slices.best()[0], np.ones(k), float(sum(q * q for q in shares))
    found = slices.counted(plain)
    assert not slices.listed.few
    assert best * (1 - 2e-4) < found.trace(ones) - own <= best * (1 + 1e-9)
    assert plain.trace(ones) - own < best * (1 - lack)


@pytest.mark.everything
def test_prices_with_counts_cover_every_type():
    found = Slices(SIZES, SHARES, 2.0, 1.0)
    found = found.counted(found.best()[0])
    means = found.tangents @ found.tangents / np.sqrt(np.outer(N, N))
    for high in product(*(range(n + 1) for n in SIZES)):
        x = np.array(high) / N
        r = 1 + x
        top = found.diagonal @ (N * x * (1 - x)) + (N * r) @ means @ (N * r)
        assert (N * SHARES) @ r * ((N * found.prices) @ r) >= top * (1 - 1e-6)
