"""Prices that cover every pattern of a pool, against programs over all of them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt import (
    AOptimal,
    LocalDP,
    optimal,
)
from rropt.design.answer import ends
from rropt.design.curved.covering_prices import cheapest
from rropt.design.curved.pattern_pool import pool_of
from rropt.utility.curved import Scenario

TIGHT = Fraction(1, 10**9)


def relative_gap(design) -> Fraction:
    return design.gap / abs(ends(design.bound)[0])


def test_many_optimal_prices_are_told_apart() -> None:
    """With delta most prices that are optimal on the used patterns fail elsewhere."""
    prior = [Fraction(1, j + 1) for j in range(5)]
    objective = AOptimal([p / sum(prior) for p in prior])
    design = optimal(LocalDP.from_gamma(3, "1/20"), objective, crosscheck=False)
    assert design.channel.shape[0] <= 20
    assert relative_gap(design) < TIGHT


@pytest.mark.parametrize(
    "truths, delta", [(3, "0"), (3, "1/1000000"), (3, "1/10"), (5, "0"), (5, "1/20")]
)
def test_cheapest_prices_cover_and_meet_the_value(truths: int, delta: str) -> None:
    """Against the primal program over all patterns, by scipy."""
    from scipy.optimize import linprog

    allowed, fair = Fraction(delta), (Fraction(1, truths),) * truths
    pool = pool_of(truths, Fraction(11, 10), allowed, (Scenario(fair),))
    slope = np.array([1.0, -2.0, 0.5, 0.1, 3.0])[:truths]
    utilities = (pool.moved @ (slope - slope.mean())) ** 2 / pool.rows.sum(axis=1)
    begun = pool.start()[0]
    exact, pairs = cheapest(pool, utilities, begun)
    prices = np.array(exact, dtype=float)
    excess = pool.columns.excess
    charges = pool.rows @ prices + (0 if excess is None else excess @ pairs)
    assert (charges >= utilities - 1e-9 * utilities.max()).all()
    limits = {}
    if excess is not None:
        limits = {"A_ub": excess.T, "b_ub": np.full(excess.shape[1], float(allowed))}
    best = linprog(-utilities, A_eq=pool.rows.T, b_eq=np.ones(truths), method="highs", **limits)
    total = prices.sum() + float(allowed) * pairs.sum()
    assert total == pytest.approx(-best.fun, rel=1e-7)
