"""Directions in exact numbers, and the simplex method on them."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from scipy.optimize import linprog
from sympy import QQ

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.symbolic.exact_limits import exact_limits
from rropt.crosscheck.symbolic.supports import (
    RayProgram,
    best_basis,
    determinant,
    directions,
    feasible_supports,
    minors,
)

pytestmark = pytest.mark.quick

UNBOUNDED = 3
"""The status of scipy's linprog."""


def _rays(privacy, truths):
    problem = rr.Problem(privacy.on(truths), rr.Trace(truths))
    return directions(exact_limits(problem))


@pytest.mark.parametrize(("truths", "count"), [(2, 2), (3, 6), (4, 14)])
def test_one_number_has_two_valued_directions(truths, count) -> None:
    """2^k - 2 (Kairouz, Oh, Viswanath); with a delta 4 and 21 of two and three truths."""
    rays = _rays(rr.LocalDP("1/2"), truths)
    assert len(rays) == count
    for ray in rays:
        assert {x / min(ray.near) for x in ray.near} == {QQ(1), max(ray.near) / min(ray.near)}
    if truths < 4:
        assert len(_rays(rr.LocalDP("ln(3)", "1/10"), truths)) == {2: 4, 3: 21}[truths]


def test_a_truth_that_may_be_told_alone_is_a_direction() -> None:
    rays = _rays(rr.UtilityOptimized([1], "ln(3)"), 2)
    assert (1, 0) in {tuple(x / max(ray.near) for x in ray.near) for ray in rays}


def test_too_many_meetings_are_refused() -> None:
    with pytest.raises(NotPosed, match="meetings"):
        _rays(rr.LocalDP("ln(3)"), 5)


def test_minors_vanish_on_their_rows() -> None:
    rows = [[1, 2, 3], [4, 5, 7]]
    ray = minors(rows)
    assert all(sum(a * x for a, x in zip(row, ray, strict=True)) == 0 for row in rows)
    assert determinant([[2, 0, 1], [1, 3, 2], [1, 1, 4]]) == 18


@pytest.mark.parametrize("seed", range(15))
def test_the_simplex_method_beside_highs(seed) -> None:
    drawn = random.Random(seed)
    rows, count = drawn.randint(2, 4), drawn.randint(5, 9)
    columns = [[Fraction(drawn.randint(0, 5)) for _ in range(rows)] for _ in range(count)]
    columns += [[Fraction(int(i == n)) for i in range(rows)] for n in range(rows)]
    costs = [Fraction(drawn.randint(-4, 9)) for _ in columns]
    exact = [tuple(QQ(x.numerator, x.denominator) for x in column) for column in columns]
    floats = [[float(x) for x in column] for column in columns]
    known = linprog(
        [-float(c) for c in costs],
        A_eq=list(map(list, zip(*floats, strict=True))),
        b_eq=[1] * rows,
    )
    posed = RayProgram(tuple(exact), (QQ(1),) * rows)
    if known.status == UNBOUNDED:
        with pytest.raises(NotPosed, match="no largest value"):
            best_basis(posed, [QQ(c.numerator) for c in costs])
        return
    found = best_basis(posed, [QQ(c.numerator) for c in costs])
    kept = linprog(
        [-float(costs[n]) for n in found],
        A_eq=[[floats[n][i] for n in found] for i in range(rows)],
        b_eq=[1] * rows,
    )
    assert kept.status == 0 and kept.fun == pytest.approx(known.fun, abs=1e-9)


def test_supports_are_tables() -> None:
    rays = _rays(rr.LocalDP("ln(3)"), 3)
    for chosen, weights in feasible_supports(rays, 3):
        for truth in range(3):
            pairs = zip(chosen, weights, strict=True)
            assert sum(w * rays[n].near[truth] for n, w in pairs) == 1
