"""Least prices of an information over all sets of truths."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.linear.least_prices import Filled, least_prices
from rropt.design.linear.set_tree import HeavyPrices, HeavyShares, level


def left(prices, masses, gamma):
    """What every set pays beyond its worth, for a unit of its mass."""
    row = 1 + (gamma - 1) * np.array(list(product((False, True), repeat=len(masses))))
    mass = row @ masses
    worth = (row * np.log(row)) @ masses - mass * np.log(mass)
    return (row @ prices - worth) / mass


@pytest.mark.parametrize("gamma", [F(11, 10), F(3), F(50), F(3000)])
@pytest.mark.parametrize("seed", range(3))
def test_prices_of_nine_truths_are_those_of_all_patterns(gamma, seed):
    weights = np.random.default_rng(seed).integers(10, 400, 9)
    prior = [F(int(n), int(weights.sum())) for n in sorted(weights, reverse=True)]
    masses = np.array([float(q) for q in prior])
    shares = HeavyShares.of(masses, 9, gamma)
    found = least_prices(shares, Filled.first(shares))
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.MutualInformation(prior))
    assert found.total == pytest.approx(float(design.bound.lo), rel=1e-9)
    assert left(found.prices.heavy, masses, float(gamma)).min() > -1e-9
    lowered = found.prices.heavy - 1e-6 * found.total * np.eye(9)[0]
    assert not shares.walk(HeavyPrices(lowered, 0.0), 1e-10).covers


def test_a_continuum_is_above_what_its_truths_reach():
    prior = [F(n, 22) for n in (12, 3, 1, 1, 1, 1, 1, 1, 1)]
    masses = np.array([float(q) for q in prior])
    shares = HeavyShares.of(masses, 2, F(3))
    relaxed = least_prices(shares, Filled.first(shares))
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.MutualInformation(prior))
    assert float(design.bound.lo) < relaxed.total + 1e-9 < float(level(F(3)))
    assert left(relaxed.of_truths(masses), masses, 3.0).min() > -1e-9


def test_prices_are_proved_by_the_truths_as_they_are_numbered():
    shares = HeavyShares.of(np.array([0.75, 0.25]), 2, F(3))
    found = least_prices(shares, Filled.first(shares))
    prices, cover = found.proved([F(1, 4), F(3, 4)], [1, 0])
    lack = F(found.tree.lack)
    assert prices[1] == F(found.prices.heavy[0]) + lack * F(3, 4)
    assert prices[0] == F(found.prices.heavy[1]) + lack / 4
    assert cover["tree"][0] == 1
    assert all(1 <= mass <= 3 for mass in cover["tree"] if not isinstance(mass, int))


def test_known_sets_stand_first():
    one = Filled(np.array([[True, False]]), np.array([0.25]), np.array([0.2]))
    both = one.beside(Filled(np.array([[False, True]]), np.array([0.5]), np.array([0.4])))
    assert both.sets.tolist() == [[True, False], [False, True]]
    assert both.fills.tolist() == [0.25, 0.5] and len(both) == 2
    assert both.counts.tolist() == [0.2, 0.4]


NINTHS = np.array([2, 2, 2, 1, 1, 1]) / 9
NEARLY = NINTHS + np.array([3, -1, 2, -2, -1, -1]) / 1000


@pytest.mark.parametrize("masses", [NINTHS, NEARLY])
@pytest.mark.parametrize("gamma", [F(11, 10), F(3), F(7), F(20)])
def test_cut_prices_are_the_least_that_pay_for_all_sets(masses, gamma):
    """Where masses come in ninths, or nearly: no set pays less than it is worth, though less is
    paid in all than any mass would ask for.
    """
    shares = HeavyShares.of(masses, 0, gamma)
    assert shares.unit == pytest.approx(1 / 9)
    found = least_prices(shares, Filled.first(shares))
    assert found is not None and found.tree.lack < 1e-9
    paid = found.of_truths(masses)
    assert left(paid, masses, float(gamma)).min() > -1e-9
    assert found.total < float(level(gamma)) * (1 - 1e-6)
    if masses is NINTHS:  # a hair less, and some set pays too little
        assert left(paid * (1 - 1e-9), masses, float(gamma)).min() < 0
    ((edge, (low, f), (high, e)),) = found.tree.nodes
    assert low < high and f >= 0 and e >= 0 and 0 <= edge < 9


def test_leaves_that_are_cut_are_stated_with_counts():
    masses = np.array([2, 2, 2, 1, 1, 1]) / 9
    shares = HeavyShares.of(masses, 0, F(7))
    found = least_prices(shares, Filled.first(shares))
    prior = [F(n, 9) for n in (1, 2, 1, 2, 2, 1)]
    prices, cover = found.proved(prior, [1, 3, 4, 0, 2, 5])
    assert cover["counts"] == [1, 2, 1, 2, 2, 1]
    ((edge, *sides),) = cover["tree"]
    assert type(edge) is int and {type(x) for x in sides} == {F}
    assert len({y / q for y, q in zip(prices, prior, strict=True)}) <= 2
