"""Orbits of curved designs: groups, columns, and the criterion on them beside the whole one.

The hint in doubles: which support of orbits is optimal at a point, beside certified designs.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.curved_orbits import SINGULAR, CurvedOrbits, NumericOrbits
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


def test_at_a_point_the_group_of_the_family_stays() -> None:
    q = sp.Symbol("q")
    orbits = CurvedOrbits(rr.AOptimal(SKEW), (1 - 2 * q, q, q))
    fixed = orbits.at_point({q: sp.Rational(1, 3), gamma: sp.Integer(2)})
    assert fixed.prior == (sp.Rational(1, 3),) * 3 and len(fixed.group) == 2
    assert fixed.level == 2


def test_matrices_over_a_field_are_inverted_exactly() -> None:
    field = sp.QQ.frac_field(gamma)
    matrix = in_field([[gamma, 1], [1, gamma]], field)
    assert (matrix * matrix.inv()).to_Matrix() == sp.eye(2)


def numeric(objective, g: int) -> NumericOrbits:
    return NumericOrbits(CurvedOrbits(objective, PRIOR).at_point({gamma: sp.Integer(g)}))


def value(found: NumericOrbits, support, share: float) -> float:
    rows = len(found.orbits.rows)
    square = found.masses[:, support[:rows]]
    rest = np.ones(rows)
    weights = np.linalg.solve(square, rest)
    if len(support) > rows:
        weights = np.linalg.solve(square, rest - share * found.masses[:, support[-1]])
        weights = np.append(weights, share)
    return found._criterion(support, weights)


@pytest.mark.everything
@pytest.mark.parametrize("objective", [rr.AOptimal(SKEW), rr.DOptimal(SKEW)], ids=["A", "D"])
@pytest.mark.parametrize("g", [2, 4, 9])
def test_a_support_that_is_covered_has_the_certified_value(objective, g: int) -> None:
    found = numeric(objective, g)
    columns = range(len(found.orbits.columns))
    supports = [s for size in (2, 3) for s in combinations(columns, size)]
    covered = [(s, share) for s in supports if (share := found.best_share(s)) is not None]
    assert covered
    bound = rr.optimal(rr.LocalDP.from_gamma(g), objective).bound
    expected = float(bound)
    known = float(found.orbits.known_part)
    for support, share in covered:
        told = value(found, support, share)
        # the determinant on the basis differs from that of the simplex by constants
        if objective.name == "a-optimal":
            assert told - known == pytest.approx(expected, rel=1e-6)


def test_a_support_that_is_not_optimal_is_none() -> None:
    found = numeric(rr.AOptimal(SKEW), 4)
    columns = range(len(found.orbits.columns))
    none = [s for s in combinations(columns, 2) if found.best_share(s) is None]
    assert len(none) >= len(list(combinations(columns, 2))) - 1


def test_dependent_columns_are_no_support() -> None:
    assert numeric(rr.AOptimal(SKEW), 4).best_share((0, 0)) is None


@pytest.mark.parametrize("objective", [rr.AOptimal(SKEW), rr.DOptimal(SKEW)], ids=["A", "D"])
def test_no_information_is_a_number_above_all_others(objective) -> None:
    """Of infinity a search by differences makes no number, and numpy warns of it."""
    found = numeric(objective, 4)
    assert found._criterion((0, 1), np.zeros(2)) == SINGULAR
