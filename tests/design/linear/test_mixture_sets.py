"""Sets of truths for a table whose information is nearly what prices allow."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.design.linear.mixture_sets import SetSearch, mixture_sets

GAMMA = F(3)
SLOPE = float(3 * np.log(3) / 2)
LEVEL = SLOPE - 1 - np.log(SLOPE)
SHARE = (SLOPE - 1) / 2
"""By calculus: u / T is largest, and LEVEL, at T = SLOPE."""


def drawn(truths, seed=0):
    weights = np.random.default_rng(seed).integers(10, 100, truths)
    return weights / weights.sum()


def best_of(sets, masses):
    """The information of the best table of these sets, by a program written out."""
    rows = 1 + 2.0 * np.asarray(sets)
    seen = rows @ masses
    worth = (rows * np.log(rows)) @ masses - seen * np.log(seen)
    found = linprog(-worth, A_eq=rows.T, b_eq=np.ones(len(masses)))
    return -found.fun if found.status == 0 else None


@pytest.mark.parametrize("seed", range(4))
def test_of_nine_truths_it_is_the_best_of_all_sets(seed):
    masses = drawn(9, seed)
    sets = mixture_sets(masses, LEVEL * masses, GAMMA, SHARE).used
    everything = np.array(list(product((0, 1), repeat=9)))
    assert best_of(sets, masses) == pytest.approx(best_of(everything, masses), rel=1e-6)


@pytest.mark.everything
def test_of_eighty_truths_the_bound_is_reached_and_not_passed():
    masses = drawn(80)
    sets = mixture_sets(masses, LEVEL * masses, GAMMA, SHARE).used
    assert len(sets) <= 81
    assert LEVEL * (1 - 1e-7) < best_of(sets, masses) <= LEVEL * (1 + 1e-12)


def test_a_truth_of_no_share_is_high_as_often_as_the_others():
    masses = np.append(drawn(30), [0.0, 0.0])
    sets = mixture_sets(masses, LEVEL * masses, GAMMA, SHARE).used
    assert best_of(sets, masses) == pytest.approx(LEVEL, rel=1e-6)


def test_weights_that_pay_for_an_imbalance_are_no_table():
    """Before a set is found all truths are low too often, and that costs."""
    masses = drawn(20)
    search = SetSearch(masses, LEVEL * masses, GAMMA, SHARE)
    lost, is_balanced = search._solve(1e-2)
    assert lost > 0 and not is_balanced
    assert search.balances(1e-2) and (search.weights > 0).any()
