"""Prices in proportion to the prior, beside the full program over all patterns."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.certified import optimal
from rropt.design import Problem
from rropt.design.linear.proportional import balanced, different_sums, solve_proportional, tied_sets
from rropt.privacy import LocalDP
from rropt.utility import MutualInformation

pytestmark = pytest.mark.quick

F = Fraction
TIED = {
    "two blocks": [1] * 4 + [3] * 4,
    "one odd": [7] + [1] * 7,
    "pairs": [2, 2, 3, 3, 5, 5],
    "one to eight": list(range(1, 9)),
    "some zeros": [0, 0, 1, 1, 2],
    "thirds and sixths": [2, 2, 1, 1],
    "certain": [0, 1, 0],
}
LEVELS = ["11/10", "3", "20", "1000"]


def shares(weights):
    return [F(w, sum(weights)) for w in weights]


def full_program(weights, gamma):
    """max sum_r w_r u(r) with sum_r w_r r = 1, over all 2^k patterns, by HiGHS."""
    q, g = np.array(weights) / sum(weights), float(F(gamma))
    rows = np.array(list(product((1.0, g), repeat=len(q))))
    seen = rows @ q
    utilities = (rows * np.log(rows)) @ q - seen * np.log(seen)
    return -linprog(-utilities, A_eq=rows.T, b_eq=np.ones(len(q)), method="highs").fun


@pytest.mark.everything
@pytest.mark.parametrize("gamma", LEVELS)
@pytest.mark.parametrize("name", TIED)
def test_the_design_is_that_of_the_full_program(name, gamma):
    level = LocalDP.from_gamma(gamma)
    design = optimal(level, MutualInformation(shares(TIED[name])), crosscheck=False)
    assert float(design.bound) == pytest.approx(full_program(TIED[name], gamma), rel=1e-9)
    assert design.gap < F(1, 10**20)
    assert design.certificate.check().verdict == "verified"


def found(weights, gamma):
    return solve_proportional(
        Problem(LocalDP.from_gamma(gamma), MutualInformation(shares(weights)))
    )


@pytest.mark.parametrize("weights", [[1] * 8 + [3] * 8, range(1, 9), [2, 2, 1, 1]])
def test_tied_patterns_are_balanced(weights):
    """Columns add up to one, all patterns have one mass, prices are a multiple of the prior."""
    prior, optimum = shares(weights), found(weights, 3)
    rows = list(zip(optimum.weights, optimum.patterns, strict=True))
    assert all(sum(w * r[j] for w, r in rows) == 1 for j in range(len(prior)))
    assert len({sum(q * x for q, x in zip(prior, r, strict=True)) for _, r in rows}) == 1
    assert len({y / q for y, q in zip(optimum.prices, prior, strict=True)}) == 1
    assert len(rows) <= len(prior)


def test_an_irrational_level_is_private_below_and_bounded_above():
    level, tied = LocalDP("1/2"), MutualInformation(shares([1, 1, 1, 1, 2, 2]))
    optimum = solve_proportional(Problem(level, tied))
    design = optimal(level, tied, crosscheck=False)
    assert len(optimum.patterns) == len(design.channel.rows)
    assert design.channel.profile(level.gamma.lo) == 0
    assert 0 <= design.gap < F(1, 10**20)
    assert design.certificate.check().verdict == "verified"


@pytest.mark.parametrize("weights", [[3, 1], [5, 3, 1], [1000, 1, 1, 1]])
def test_a_best_mass_that_cannot_be_balanced_is_left_to_the_other_way(weights):
    """Proportional prices would not be the optimum: its bound is strictly above the program."""
    assert found(weights, 3) is None
    q, g = np.array(shares(weights), float), 3.0
    rows = np.array(list(product((1.0, g), repeat=len(q))))
    seen = rows @ q
    most = (((rows * np.log(rows)) @ q - seen * np.log(seen)) / seen).max()
    assert most > full_program(weights, 3) + 1e-6


@pytest.mark.parametrize("counts", [(3,), (2, 0, 2, 5), tuple(range(1, 9)), (2**52, 1, 1, 2)])
def test_every_subset_sum_is_found_once(counts):
    chosen = product((0, 1), repeat=len(counts))
    sums = {sum(c * high for c, high in zip(counts, x, strict=True)) for x in chosen}
    assert different_sums(counts).tolist() == sorted(sums)


def test_without_ties_nothing_is_sought():
    rng = Random(0)
    assert not len(different_sums(tuple(rng.randrange(10**12) for _ in range(16))))


@pytest.mark.parametrize("seed", range(20))
def test_balance_is_decided_as_by_a_float_program(seed):
    """Sets of one mass, and the same sets without those that hold truth 0."""
    rng = Random(seed)
    counts = tuple(rng.randint(1, 4) for _ in range(7))
    mass = rng.randint(1, sum(counts) - 1)
    sets, share = tied_sets(counts, mass), F(mass, sum(counts))
    for some in (sets, sets[sets[:, 0] == 0]):
        if not len(some):
            continue
        expected = linprog(np.zeros(len(some)), A_eq=some.T, b_eq=[float(share)] * 7).success
        chances = balanced(some, share)
        assert (chances is not None) == expected
        if chances:
            columns = zip(*chances, strict=True)
            assert all(
                sum(c for c, high in zip(chances.values(), column, strict=True) if high) == share
                for column in columns
            )
