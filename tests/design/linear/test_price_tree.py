"""A tree of sets that proves prices of mutual information."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from rropt.design.linear.price_tree import MOST_NODES, PriceTree


def least(prices, masses, gamma):
    """f at every set, one by one."""
    found = []
    for high in product((0, 1), repeat=len(prices)):
        row = 1 + (gamma - 1) * np.array(high)
        mass = row @ masses
        worth = (row * np.log(row)) @ masses - mass * np.log(mass)
        found.append(row @ prices - worth)
    return min(found)


@pytest.mark.parametrize("gamma", [1.5, 20.0])
@pytest.mark.parametrize("share", [0.9, 1.0, 1.5])
def test_a_tree_says_what_all_sets_pay(gamma, share):
    masses = np.array([0.4, 0.3, 0.15, 0.1, 0.05])
    slope = gamma * np.log(gamma) / (gamma - 1)
    prices = share * (slope - 1 - np.log(slope)) * masses
    tree = PriceTree(masses, prices, gamma, 1e-9)
    tree.walk()
    lowest = least(prices, masses, gamma)
    assert bool(tree.lacking) == (lowest < -1e-9)
    assert -tree.lack <= lowest + 1e-9
    if tree.lacking:
        assert min(tree.lacking)[0] >= lowest - 1e-9


def test_prices_are_proved_by_the_truths_as_they_are_numbered():
    """The leaf of a tree that is none covers all sets, and prices rise by what it lacks."""
    tree = PriceTree(np.array([0.75, 0.25]), np.array([1.0, 0.5]), 3.0, 1.0)
    tree.walk()
    prices, cover = tree.proved([F(1, 4), F(3, 4)], [1, 0])
    lack = F(tree.lack)
    assert prices == (F(1, 2) + lack / 4, 1 + lack * F(3, 4))
    assert cover["proof"] == "tree" and len(cover["tree"]) == 1
    tree.nodes = [0, 1.5, 2.5]
    assert tree.proved([F(1, 4), F(3, 4)], [1, 0])[1]["tree"] == [1, F(3, 2), F(5, 2)]


def test_one_tangent_is_enough_where_it_is_tried():
    """Prices in proportion to the shares are covered by the tangent at the best mass alone."""
    gamma = 3.0
    slope = gamma * np.log(gamma) / (gamma - 1)
    masses = np.array([0.3, 0.25, 0.2, 0.15, 0.1])
    prices = (slope - 1 - np.log(slope)) * masses
    nodes = []
    for also in [(), (slope,)]:
        tree = PriceTree(masses, prices, gamma, 1e-12, also)
        tree.walk()
        nodes.append(len(tree.nodes))
    assert nodes[1] == 1 < nodes[0]


def test_a_tree_that_grows_too_large_says_so():
    masses = np.full(40, 1 / 40)
    tree = PriceTree(masses, masses * 1e-3, 1.5, 1e-12)
    tree.walk()
    assert tree.is_cut and len(tree.nodes) <= MOST_NODES + 1
