"""Orbits of curved designs: groups, columns, and the criterion on them beside the whole one.

The hint in doubles: which orbits are used at a point, beside certified designs.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.curved_orbits import CurvedOrbits
from rropt.closed.symbolic_utilities import in_field
from rropt.closed.symbols import gamma

SKEW = "1/2,1/4,1/4"
PRIOR = tuple(map(sp.Rational, SKEW.split(",")))


def whole_information(orbits: CurvedOrbits, g: int, weights: list[sp.Expr]) -> np.ndarray:
    """J of the table that gives every pattern of an orbit its weight."""
    J = np.zeros((3, 3))
    for orbit, w in zip(orbits.columns, weights, strict=True):
        for pattern in orbit:
            r = np.array([float(g**x) for x in pattern])
            J += float(w) * np.outer(r, r) / (r @ np.array(orbits.prior, dtype=float))
    return J


def test_the_orbits_of_two_equal_truths() -> None:
    orbits = CurvedOrbits(rr.AOptimal(SKEW), PRIOR)
    assert sorted(orbits.group) == [(0, 1, 2), (0, 2, 1)]
    assert orbits.rows == [0, 1] and orbits.truth_orbits == [[0], [1, 2]]
    sizes = sorted(len(orbit) for orbit in orbits.columns)
    assert sizes == [1, 1, 2, 2]
    assert {p for orbit in orbits.columns for p in orbit} == {
        p for p in product((0, 1), repeat=3) if 0 < sum(p) < 3
    }


def test_masses_are_sums_over_an_orbit() -> None:
    orbits = CurvedOrbits(rr.AOptimal(SKEW), PRIOR)
    column = orbits.columns.index(((0, 1, 0), (0, 0, 1)))
    assert [sp.expand(x) for x in orbits.mass(column)] == [2, gamma + 1]


@pytest.mark.parametrize(
    "objective", [rr.AOptimal(SKEW), rr.COptimal(SKEW, [0, 1, -1]), rr.COptimal(SKEW, [1, 0, -1])]
)
def test_the_criterion_on_the_basis_is_that_of_the_whole_matrix(objective) -> None:
    orbits = CurvedOrbits(objective, PRIOR)
    weights = [sp.Rational(n + 1, 30) for n in range(len(orbits.columns))]
    J = whole_information(orbits, 3, weights)
    E = np.array(objective.criterion(), dtype=float)
    expected = np.trace(E @ np.linalg.inv(J))
    small = sp.zeros(orbits.basis.cols)
    for column, w in enumerate(weights):
        small += w * orbits.information(column).subs(gamma, 3)
    assert float((orbits.criterion * small.inv()).trace()) == pytest.approx(expected)
    q = np.array(orbits.prior, dtype=float)
    assert float(orbits.known_part) == pytest.approx(q @ E @ q)


def test_the_determinant_counts_a_difference_for_all_of_its_orbit() -> None:
    fair = (sp.Rational(1, 4),) * 4
    orbits = CurvedOrbits(rr.DOptimal(["1/4"] * 4), fair)
    assert orbits.times == [1, 3] and orbits.is_determinant
    assert [len(orbit) for orbit in orbits.columns] == [4, 6, 4]


def test_matrices_over_a_field_are_inverted_exactly() -> None:
    field = sp.QQ.frac_field(gamma)
    matrix = in_field([[gamma, 1], [1, gamma]], field)
    assert (matrix * matrix.inv()).to_Matrix() == sp.eye(2)


@pytest.mark.parametrize("objective", [rr.AOptimal(SKEW), rr.DOptimal(SKEW)], ids=["A", "D"])
@pytest.mark.parametrize("g", [2, 4, 9])
def test_a_table_of_the_orbits_in_use_has_the_certified_value(objective, g: int) -> None:
    """Of weights of these orbits alone the best are as good as those of all patterns."""
    orbits = CurvedOrbits(objective, PRIOR)
    used = orbits.in_use({gamma: Fraction(g)})
    design = rr.optimal(rr.LocalDP.from_gamma(g), objective)
    shown = set()
    for row in design.channel.rows:
        if max(row) != min(row):
            shown.add(tuple(int(x == max(row)) for x in row))
    assert {c for c, orbit in enumerate(orbits.columns) if shown & set(orbit)} == set(used)


def test_an_open_prior_is_taken_at_the_point() -> None:
    """By hand: k-ary response is left where q is below one over gamma + 5."""
    q = sp.Symbol("q")
    orbits = CurvedOrbits(rr.AOptimal(SKEW), (1 - 2 * q, q, q))
    single = [c for c, orbit in enumerate(orbits.columns) if sum(orbit[0]) == 1]
    assert orbits.in_use({q: Fraction(1, 7), gamma: Fraction(3)}) == single
    both = orbits.columns.index(((0, 1, 1),))
    assert set(orbits.in_use({q: Fraction(1, 9), gamma: Fraction(3)})) == {*single, both}


def test_tables_of_one_information_are_told_from_the_only_one() -> None:
    """Of two truths both patterns and a third one of them twice: weights may move between."""
    q = sp.Rational(1, 2)
    orbits = CurvedOrbits(rr.AOptimal("1/2,1/2"), (q, q), permutations=((0, 1),))
    point = {gamma: Fraction(3)}
    assert orbits.have_one_table([0, 1], point) and not orbits.have_one_table([0, 1, 0], point)
    contrast = CurvedOrbits(rr.COptimal("1/2,1/2", [0, 1]), (q, q), permutations=((0, 1),))
    assert not contrast.have_one_table([0, 1], point)
