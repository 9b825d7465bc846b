"""One report an action, beside the full program over all patterns and the search for them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.certified import optimal
from rropt.design import Problem
from rropt.design.engine.linear_optimum import solve_any
from rropt.design.linear.columns import solve_columns
from rropt.design.linear.decisions import solve_decisions
from rropt.privacy import LocalDP
from rropt.utility import Gain
from tests.bench.baselines.direct_program import best_gain

F = Fraction


def random_gain(seed, truths, actions):
    """Small whole gains, so that actions and patterns tie; sometimes a truth of no mass."""
    rng = Random(seed)
    rows = [[rng.randint(-3, 3) for _ in range(truths)] for _ in range(actions)]
    masses = [rng.randint(0, 3) for _ in range(truths - 1)] + [1]
    return Gain(rows, [F(mass, sum(masses)) for mass in masses])


def full_program(utility, gamma):
    """max sum_r w_r max_a c_a.r with sum_r w_r r = 1, over all 2^k patterns, by HiGHS."""
    rows = np.array(list(product((1.0, float(gamma)), repeat=utility.truths)))
    actions = np.array([[float(c) for c in row] for row in utility.actions])
    gains = (rows @ actions.T).max(axis=1)
    return -linprog(-gains, A_eq=rows.T, b_eq=np.ones(utility.truths), method="highs").fun


@pytest.mark.everything
@pytest.mark.parametrize("gamma", [F(11, 10), F(3), F(1000)])
@pytest.mark.parametrize("seed", range(12))
def test_the_design_is_that_of_the_full_program(seed, gamma):
    utility = random_gain(seed, 4 + seed % 6, 1 + seed % 5)
    design = optimal(LocalDP.from_gamma(gamma), utility, crosscheck=False)
    assert design.value == design.bound
    assert float(design.value) == pytest.approx(full_program(utility, gamma), rel=1e-9, abs=1e-9)
    assert len(design.channel.rows) <= len(utility.actions)
    assert design.channel.profile(gamma) == 0
    assert design.certificate.check().verdict == "verified"


@pytest.mark.parametrize("seed", range(8))
def test_prices_cover_every_pattern_and_the_table_is_worth_their_sum(seed):
    """Weak and strong duality, both exactly."""
    utility, gamma = random_gain(100 + seed, 6, 4), F(5, 2)
    optimum = solve_decisions(Problem(LocalDP.from_gamma(gamma), utility))
    for r in product((F(1), gamma), repeat=6):
        price = sum(y * x for y, x in zip(optimum.prices, r, strict=True))
        assert price >= utility.bounds(r)[0]
    rows = list(zip(optimum.weights, optimum.patterns, strict=True))
    assert sum(w * utility.bounds(r)[0] for w, r in rows) == sum(optimum.prices)
    assert all(sum(w * r[j] for w, r in rows) == 1 for j in range(6))
    assert all(min(r) >= 1 and max(r) <= gamma for _, r in rows)


@pytest.mark.parametrize("seed", range(8))
def test_the_search_for_patterns_finds_the_same_value(seed):
    problem = Problem(LocalDP.from_gamma(4), random_gain(200 + seed, 9, 6))
    assert sum(solve_decisions(problem).prices) == sum(solve_columns(problem).prices)


def test_an_irrational_level_is_private_below_and_bounded_above():
    utility = random_gain(7, 6, 4)
    design = optimal(LocalDP(1), utility, crosscheck=False)
    assert design.channel.profile(LocalDP(1).gamma.lo) == 0
    assert 0 <= design.gap < F(1, 10**20)
    assert design.certificate.check().verdict == "verified"


@pytest.mark.parametrize("gamma", ["1.000000001", "3"])
@pytest.mark.parametrize("truths", [2, 3, 4, 6])
def test_it_is_the_general_program_at_every_size_and_near_one(gamma, truths):
    """Actions that gain as much of a report that tells nothing: only what is told counts."""
    rows = [[F(7 * a + 3 * j + a * j * j, 5) % 4 for j in range(truths)] for a in range(3)]
    balanced = [[x - sum(row) / truths for x in row] for row in rows]
    utility = Gain(balanced, [F(1, truths)] * truths)
    problem = Problem(LocalDP.from_gamma(gamma), utility)
    value = sum(solve_decisions(problem).prices)
    assert value > 0
    assert value == sum(solve_any(problem).prices)


@pytest.mark.everything
def test_many_actions_and_truths_have_the_value_of_the_direct_program():
    """70 x 60 took the search for patterns twenty seconds and more."""
    utility = random_gain(0, 70, 60)
    design = optimal(LocalDP.from_gamma("3"), utility)
    assert float(design.value) == pytest.approx(best_gain(utility.actions, 3.0), rel=1e-9)
    assert design.certificate.check().verdict == "verified"
