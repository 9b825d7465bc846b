"""Least prices of an information over all sets of truths, and their tree."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.linear.set_tree import (
    Filled,
    HeavyPrices,
    HeavyShares,
    level,
    slope,
)

EVERY = {number: np.array(list(product((False, True), repeat=number))) for number in (5, 9)}


def left(prices, masses, gamma):
    """What every set pays beyond its worth, for a unit of its mass, one by one."""
    found = []
    for high in EVERY[len(masses)]:
        row = 1 + (gamma - 1) * high
        mass = row @ masses
        worth = (row * np.log(row)) @ masses - mass * np.log(mass)
        found.append((row @ prices - worth) / mass)
    return np.array(found)


MASSES = np.array([0.4, 0.3, 0.15, 0.1, 0.05])


@pytest.mark.parametrize("gamma", [F(3, 2), F(20)])
@pytest.mark.parametrize("share", [0.9, 1.0, 1.5])
def test_a_tree_says_what_all_sets_pay(gamma, share):
    prices = share * float(level(gamma)) * MASSES
    tree = HeavyShares.of(MASSES, 5, gamma).walk(HeavyPrices(prices, 0.0), 1e-9)
    every = left(prices, MASSES, float(gamma))
    assert tree.covers == (every.min() >= -1e-9)
    assert -tree.lack <= every.min() + 1e-9 or not tree.covers
    for high in tree.missing.sets:
        assert every[(EVERY[5] == high).all(axis=1)][0] < 0


def leaves(nodes, number):
    """The truths that are fixed on the way to each leaf, and its tangent."""
    waiting = [{}]
    for node in nodes:
        fixed = waiting.pop()
        if isinstance(node, int):
            assert node not in fixed and node < number
            waiting += [{**fixed, node: True}, {**fixed, node: False}]
        else:
            yield fixed, node
    assert not waiting


def test_leaves_split_all_sets_and_bound_them():
    """A tangent at a share of the prior, over all sets that go on from a leaf."""
    gamma = F(8)
    shares = HeavyShares.of(MASSES, 5, gamma)
    found = shares.least_prices(shares.first)
    assert found is not None and len(found.tree.nodes) == found.tree.size
    seen = np.zeros(32, dtype=int)
    for fixed, mass in leaves(found.tree.nodes, 5):
        inside = np.all([EVERY[5][:, truth] == high for truth, high in fixed.items()] or [True], 0)
        seen += inside
        held = EVERY[5] @ MASSES
        worth = lambda s: s * 8 * np.log(8) - (1 + 7 * s) * np.log(1 + 7 * s)  # noqa: E731
        steep = 8 * np.log(8) - 7 * (np.log(1 + 7 * mass) + 1)
        above = worth(mass) + steep * (held - mass)
        paid = found.prices.heavy.sum() + 7 * EVERY[5] @ found.prices.heavy
        assert ((paid - above)[inside] > -1e-8).all()
    assert (seen == 1).all()


@pytest.mark.parametrize("gamma", [F(11, 10), F(3), F(50), F(3000)])
@pytest.mark.parametrize("seed", range(3))
def test_prices_of_nine_truths_are_those_of_all_patterns(gamma, seed):
    weights = np.random.default_rng(seed).integers(10, 400, 9)
    prior = [F(int(n), int(weights.sum())) for n in sorted(weights, reverse=True)]
    masses = np.array([float(q) for q in prior])
    shares = HeavyShares.of(masses, 9, gamma)
    found = shares.least_prices(shares.first)
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.MutualInformation(prior))
    assert found.total == pytest.approx(float(design.bound.lo), rel=1e-9)
    assert left(found.prices.heavy, masses, float(gamma)).min() > -1e-9
    lowered = found.prices.heavy - 1e-6 * found.total * np.eye(9)[0]
    assert not shares.walk(HeavyPrices(lowered, 0.0), 1e-10).covers


def test_a_continuum_is_above_what_its_truths_reach():
    prior = [F(n, 22) for n in (12, 3, 1, 1, 1, 1, 1, 1, 1)]
    masses = np.array([float(q) for q in prior])
    found = HeavyShares.of(masses, 2, F(3))
    relaxed = found.least_prices(found.first)
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.MutualInformation(prior))
    assert float(design.bound.lo) < relaxed.total + 1e-9 < float(level(F(3)))
    assert left(relaxed.of_truths(masses), masses, 3.0).min() > -1e-9


def test_light_truths_alone_have_one_tangent():
    """HeavyPrices in proportion to the prior are covered by the tangent at the best mass."""
    shares = HeavyShares(MASSES[:0], np.array([1.0]), F(3))
    tree = shares.walk(HeavyPrices(MASSES[:0], float(level(F(3)))), 1e-12)
    assert tree.covers
    assert tree.nodes == pytest.approx([float(slope(F(3))[0] - 1) / 2])


def test_a_tree_that_grows_too_large_says_so():
    masses = np.full(40, 1 / 40)
    shares = HeavyShares.of(masses, 40, F(3, 2))
    tree = shares.walk(HeavyPrices(masses * 1e-3, 0.0), 1e-12)
    assert tree.is_cut and not tree.covers
    # Sets that pay too little are found nonetheless.
    assert len(tree.missing)


def test_prices_are_proved_by_the_truths_as_they_are_numbered():
    shares = HeavyShares.of(np.array([0.75, 0.25]), 2, F(3))
    found = shares.least_prices(shares.first)
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
    found = shares.least_prices(shares.first)
    assert found is not None and found.tree.lack < 1e-9
    every = np.array(list(product((False, True), repeat=6)))
    paid = found.of_truths(masses)
    rise = float(gamma - 1)
    row = 1 + rise * every
    mass = row @ masses
    worth = (row * np.log(row)) @ masses - mass * np.log(mass)
    assert ((row @ paid - worth) / mass).min() > -1e-9
    assert found.total < float(level(gamma)) * (1 - 1e-6)
    if masses is NINTHS:  # a hair less, and some set pays too little
        assert ((row @ (paid * (1 - 1e-9)) - worth) / mass).min() < 0
    ((edge, (low, f), (high, e)),) = found.tree.nodes
    assert low < high and f >= 0 and e >= 0 and 0 <= edge < 9


def test_leaves_that_are_cut_are_stated_with_counts():
    masses = np.array([2, 2, 2, 1, 1, 1]) / 9
    shares = HeavyShares.of(masses, 0, F(7))
    found = shares.least_prices(shares.first)
    prior = [F(n, 9) for n in (1, 2, 1, 2, 2, 1)]
    prices, cover = found.proved(prior, [1, 3, 4, 0, 2, 5])
    assert cover["counts"] == [1, 2, 1, 2, 2, 1]
    ((edge, *sides),) = cover["tree"]
    assert type(edge) is int and {type(x) for x in sides} == {F}
    assert len({y / q for y, q in zip(prices, prior, strict=True)}) <= 2
