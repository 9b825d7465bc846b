"""The tree that proves prices of an information over all sets of truths."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from rropt.design.linear.least_prices import Filled, least_prices
from rropt.design.linear.set_tree import HeavyPrices, HeavyShares, level, slope

EVERY = np.array(list(product((False, True), repeat=5)))


def left(prices, masses, gamma):
    """What every set pays beyond its worth, for a unit of its mass, one by one."""
    found = []
    for high in EVERY:
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
    for high in tree.missing:
        assert every[(high == EVERY).all(axis=1)][0] < 0


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
    found = least_prices(shares, Filled.first(shares))
    assert found is not None and len(found.tree.nodes) == found.tree.size
    seen = np.zeros(32, dtype=int)
    for fixed, mass in leaves(found.tree.nodes, 5):
        inside = np.all([EVERY[:, truth] == high for truth, high in fixed.items()] or [True], 0)
        seen += inside
        held = EVERY @ MASSES
        worth = lambda s: s * 8 * np.log(8) - (1 + 7 * s) * np.log(1 + 7 * s)  # noqa: E731
        steep = 8 * np.log(8) - 7 * (np.log(1 + 7 * mass) + 1)
        above = worth(mass) + steep * (held - mass)
        paid = found.prices.heavy.sum() + 7 * EVERY @ found.prices.heavy
        assert ((paid - above)[inside] > -1e-8).all()
    assert (seen == 1).all()


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
    assert tree.is_partial and not tree.covers
    # Sets that pay too little are found nonetheless.
    assert len(tree.missing)
