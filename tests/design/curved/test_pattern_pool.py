"""The rows of the pool for gamma near one, beside exact numbers."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from rropt import (
    AOptimal,
    COptimal,
    EOptimal,
    LocalDP,
    optimal,
)
from rropt.design.curved.ball_arrays import rounded
from rropt.design.curved.path import search
from rropt.design.curved.pattern_pool import pool_of, tangent_basis
from rropt.design.problem import Problem
from rropt.utility.curved import Scenario

F = Fraction
LOPSIDED = [F(n, 1000001001) for n in (10**9, 1000, 1)]


@pytest.mark.parametrize("delta", [F(0), F(1, 10)])
@pytest.mark.parametrize("gamma", [F(3), 1 + F(1, 10**6), 1 + F(1, 10**9)])
def test_differences_of_entries_keep_their_digits(gamma, delta):
    """Of two entries that differ by gamma - 1 a double of each holds half of the digits or less."""
    prior = AOptimal(["1/2", "1/3", "1/6"]).scenarios
    pool = pool_of(3, gamma, delta, prior)
    for index, (row, moved) in enumerate(zip(pool.rows, pool.moved, strict=True)):
        pattern = pool.source.pattern(index)
        exact = [x / (max(pattern) if delta else gamma) for x in pattern]
        assert row.tolist() == pytest.approx([float(x) for x in exact], rel=1e-15)
        for j in range(3):
            difference = float(exact[j] - exact[0])
            assert moved[j] - moved[0] == pytest.approx(difference, rel=1e-14)


@pytest.mark.parametrize(
    ("gamma", "delta", "objective", "total"),
    [
        (1 + F(1, 10**9), "1/2", AOptimal(["1/12", "5/6", "1/12"]), "2^32"),
        (1 + F(1, 10**6), "1/3", AOptimal(["1/2", "1/2"]), "2^32"),
        (1 + F(1, 10**6), "1e-12", COptimal(LOPSIDED, [1, 1, "7/2"]), "2^32"),
        (1 + F(1, 10**7), "1e-12", EOptimal(["1/3", "2/3"]), "2^32"),
    ],
    ids=["a", "two", "c", "e"],
)
def test_deployed_tables_near_gamma_one_are_certified(gamma, delta, objective, total):
    design = optimal(LocalDP.from_gamma(gamma, delta), objective, None, total, crosscheck=False)
    assert design.channel.profile(gamma) <= F(delta)
    assert design.certificate.check().verdict == "verified"


def test_two_truths_near_gamma_one_have_their_known_value():
    """At gamma = 1 the best is to answer with chance delta: pi (1 - pi) / delta for each truth."""
    level = LocalDP.from_gamma(1 + F(1, 10**6), "1/3")
    design = optimal(level, AOptimal(["1/2", "1/2"]), crosscheck=False)
    assert float(design.bound) == pytest.approx(1.5, rel=1e-5)
    assert design.gap < F(1, 10**11)


SKEWED = ["7/10", "3/20", "1/10", "1/20"]


@pytest.mark.parametrize("gamma", [1 + Fraction(1, 10**9), Fraction(10**4)])
def test_rows_keep_the_digits_of_small_entries(gamma: Fraction) -> None:
    """What certainty says is exact, and entries of gamma^-3 are not what is left of 1 - 1."""
    pool = pool_of(4, gamma, Fraction(1, 10), (Scenario((Fraction(1, 4),) * 4),))
    for index, row in enumerate(pool.rows):
        pattern = pool.source.pattern(index)
        assert row == pytest.approx([float(x / max(pattern)) for x in pattern], rel=1e-15, abs=0)
    certain = (pool.rows > 0).sum(axis=1) == 1
    assert (pool.moved[certain] == pool.rows[certain]).all()


def test_columns_in_balls_are_those_in_doubles() -> None:
    problem = Problem(LocalDP.from_gamma(3, "1/10"), AOptimal(SKEWED))
    pool = next(search(problem)).pool
    chosen = np.arange(0, len(pool.rows), 7)
    with flint.ctx.workprec(128):
        precise, plain = pool.precise(chosen), pool.columns.take(chosen)
        basis = tangent_basis(4, rounded)
        assert all(abs(float(x)) < 1e-35 for x in basis.sum(axis=0))
    for part in ("tangent", "balance", "excess"):
        both = getattr(precise, part).astype(float), getattr(plain, part)
        assert both[0] == pytest.approx(both[1], rel=1e-13, abs=1e-15)
