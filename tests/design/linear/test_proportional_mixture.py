"""Mutual information on more truths than patterns can be listed for."""

from __future__ import annotations

from fractions import Fraction as F
from math import log

import numpy as np
import pytest

import rropt as rr
from rropt.certificate import Certificate


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


def power(exponent):
    return lambda j: F(round(10**9 / (j + 1) ** exponent), 10**9)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("share", "epsilon"),
    [
        (power(2), 8),  # it had a gap of 3.7e-3
        (power(1.5), 8),  # refused
        (power(1.5), F(1, 10)),  # 2.7e-4, after 52 s: no truth is heavier than the best mass
        (lambda j: F(9, 10) ** j, 5),
        (lambda j: F(9, 10) ** j, 8),  # refused
        (lambda j: F(9, 10) ** j, 12),  # too large for its checkers
        (lambda j: F(1, j + 1), 5),
    ],
)
def test_a_hundred_truths_of_which_many_are_heavier_than_the_best_mass(share, epsilon):
    prior = normalised([share(j) for j in range(100)])
    design = rr.optimal(rr.LocalDP(epsilon), rr.MutualInformation(prior))
    assert -1e-15 < relative_gap(design) < F(1, 10**6)
    assert design.check().status == 0
    assert design.channel.profile(design.problem.gamma.lo) == 0
    assert information(design.channel, prior) == pytest.approx(float(design.value.lo), rel=1e-9)


@pytest.mark.parametrize(("epsilon", "seed"), [(4, 0), (5, 1), (6, 2)])
def test_truths_that_have_their_own_prices_have_no_gap_to_speak_of(epsilon, seed):
    """Twenty-five have as good a bound, and a better table, than where light ones are alike."""
    prior = normalised(np.random.default_rng(seed).integers(100, 1000, 25).tolist())
    design = rr.optimal(rr.LocalDP(epsilon), rr.MutualInformation(prior))
    assert -1e-15 < relative_gap(design) < F(1, 10**9)
    assert design.check().status == 0


def percentages(truths, seed):
    parts = np.sort(np.random.default_rng(seed).choice(99, truths - 1, replace=False)) + 1
    return [F(int(n), 100) for n in np.diff([0, *parts, 100])]


@pytest.mark.parametrize("epsilon", [F(1, 10), 2, 3])
def test_shares_in_percent_have_no_gap(epsilon):
    """1e-4 is lost to masses that no set has: a cut between them proves it."""
    prior = percentages(30, 0)
    design = rr.optimal(rr.LocalDP(epsilon), rr.MutualInformation(prior))
    assert float(design.bound.lo) < (1 - 1e-6) * most(float(design.problem.gamma.lo))
    assert 0 < relative_gap(design) < F(1, 10**11)
    assert design.check().status == 0 and "counts" in design.certificate.data["cover"]
    assert information(design.channel, prior) == pytest.approx(float(design.value.lo), rel=1e-9)


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", [1, 5])
def test_almost_equal_shares_have_no_gap_to_speak_of(epsilon):
    prior = normalised([10**6 + 37 * j % 1000 for j in range(100)])
    design = rr.optimal(rr.LocalDP(epsilon), rr.MutualInformation(prior))
    assert 0 < relative_gap(design) < F(1, 10**7)
    assert design.check().status == 0


@pytest.mark.parametrize("epsilon", [3, 8])
def test_truths_of_no_share_add_nothing(epsilon):
    """The bound is that of the others, which all patterns show."""
    prior = normalised(range(1, 14))
    few = rr.optimal(rr.LocalDP(epsilon), rr.MutualInformation(prior))
    more = rr.optimal(rr.LocalDP(epsilon), rr.MutualInformation([F(0)] * 20 + prior))
    assert float(more.value.lo) == pytest.approx(float(few.value.lo), rel=1e-9)
    assert float(more.bound.lo) == pytest.approx(float(few.bound.lo), rel=1e-9)
