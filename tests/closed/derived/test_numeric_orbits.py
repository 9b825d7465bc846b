"""The hint in doubles: which support of orbits is optimal at a point, beside certified designs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.curved_orbits import CurvedOrbits
from rropt.closed.derived.numeric_orbits import NumericOrbits
from rropt.closed.symbols import gamma

SKEW = "1/2,1/4,1/4"
PRIOR = tuple(map(sp.Rational, SKEW.split(",")))


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
