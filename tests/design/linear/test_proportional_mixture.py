"""Mutual information on more truths than patterns can be listed for."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from math import log

import numpy as np
import pytest

import rropt as rr
from rropt.certificate import Certificate
from rropt.design.linear.proportional_mixture import MOST_NODES, PriceTree, relaxed_prices


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


def normalised(weights):
    return [F(w) / sum(map(F, weights)) for w in weights]


def zipf(truths):
    return normalised([F(1, j + 1) for j in range(truths)])


def most(gamma):
    """max over T of (c (T - 1) - T ln T) / T, by calculus: T = c."""
    c = gamma * log(gamma) / (gamma - 1)
    return c - 1 - log(c)


def information(channel, prior):
    """sum q_j P_ij log(P_ij / sum q P_i), from the table."""
    table, masses = channel.to_numpy(), np.array(prior, dtype=float)
    return float((table * masses * np.log(table / (table @ masses)[:, None])).sum())


def relative_gap(design):
    ends = [F(x) for x in design.certificate.data["value"]]
    return 1 - ends[0] / F(design.certificate.data["bound"])


@pytest.mark.parametrize(
    ("gamma", "prior"),
    [
        (F(3), zipf(25)),
        pytest.param(F(3, 2), normalised(range(1, 60)), marks=pytest.mark.everything),
        (F(3), normalised([1 + j * j for j in range(30)])),
    ],
)
def test_masses_near_the_best_one_reach_the_bound(gamma, prior):
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.MutualInformation(prior))
    assert float(F(design.certificate.data["bound"])) == pytest.approx(most(gamma), rel=1e-12)
    assert 0 < relative_gap(design) < F(1, 10**6)
    assert design.channel.profile(gamma) == 0
    assert information(design.channel, prior) == pytest.approx(most(gamma), rel=1e-6)


def test_an_irrational_level_is_private_below_and_bounded_above():
    level = rr.LocalDP(1)
    design = rr.optimal(level, rr.MutualInformation(zipf(25)))
    assert design.channel.profile(level.gamma.lo) == 0
    assert relative_gap(design) < F(1, 10**6)


@pytest.mark.parametrize("truths", [6, 9])
def test_no_table_of_few_truths_is_above_the_bound(truths):
    """All patterns: the same bound from another route."""
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.MutualInformation(zipf(truths)))
    assert float(F(design.certificate.data["bound"])) <= most(3)


def test_another_tangent_is_refused():
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.MutualInformation(zipf(25)))
    data = dict(design.certificate.data)
    data["cover"] = {"proof": "tree", "tree": ["8/5"]}
    assert "do not cover a leaf" in Certificate(data).check().reason


@pytest.mark.everything
@pytest.mark.parametrize(
    ("gamma", "prior", "enough"),
    [(F(10), zipf(30), F(1, 10**6)), (F(3), normalised([60, *[1] * 29]), F(1, 10**3))],
)
def test_a_truth_that_is_heavier_than_the_best_mass(gamma, prior, enough):
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.MutualInformation(prior))
    assert float(F(design.certificate.data["bound"])) < most(gamma)
    assert 0 < relative_gap(design) < enough
    assert design.channel.profile(gamma) == 0


def test_relaxed_prices_bound_the_optimum_of_few_truths():
    """A heavy truth and a continuum beside it: above what all patterns of nine truths reach."""
    prior = normalised([12, 3, 1, 1, 1, 1, 1, 1, 1])
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.MutualInformation(prior))
    prices = relaxed_prices(np.array([float(q) for q in prior[:2]]), 3.0)
    bound = prices.heavy.sum() + prices.light * float(sum(prior[2:]))
    assert float(F(design.certificate.data["bound"])) < bound + 1e-9 < most(3)


@pytest.mark.everything
@pytest.mark.parametrize("weight", ["1/j", "19/20 of the one before"])
@pytest.mark.parametrize("epsilon", [1, 3, 4, 5])
def test_a_hundred_truths(weight, epsilon):
    prior = zipf(100) if weight == "1/j" else normalised([F(19, 20) ** j for j in range(100)])
    design = rr.optimal(rr.LocalDP(epsilon), rr.MutualInformation(prior))
    assert 0 < relative_gap(design) < F(2, 10**6)
    assert len(design.certificate.to_json()) < 250_000
    table = design.channel
    assert information(table, prior) == pytest.approx(float(design.value.lo), rel=1e-9)
