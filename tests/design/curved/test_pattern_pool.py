"""The rows of the pool for gamma near one, beside exact numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt import LocalDP, optimal
from rropt.design.curved.pattern_pool import pool_of
from rropt.utility.at_prior import AOptimal, COptimal, EOptimal

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
