"""The last digits of the largest eigenvalue: equations that hold to rounding."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.eigenvalue_master import eigenvalue_search
from rropt.design.engine.eigenvalue_refinement import eigenvalue_refined
from rropt.design.engine.path import RatioFound
from rropt.design.engine.pool import CubePool
from rropt.design.engine.saddle import prior_point


def refined(truths: int, gamma: F, masses: list[int]) -> tuple[CubePool, list[RatioFound]]:
    pool = CubePool(truths, gamma)
    at = prior_point(np.array(masses) / sum(masses))
    stages = eigenvalue_search(pool, at)
    return pool, [end for found in stages for end in eigenvalue_refined(at, found)]


@pytest.mark.parametrize(
    "gamma, masses",
    [(F(3), [1, 2, 3, 4, 5, 6]), (F(11, 10), [18, 3, 19, 2, 20]), (F(20), [3, 6, 15, 13, 18, 9])],
)
def test_value_and_charges_meet_in_the_last_digits(gamma: F, masses: list[int]) -> None:
    pool, ends = refined(len(masses), gamma, masses)
    gaps = []
    for end in ends:
        most = end.point.charges.balance[-1] + pool.lack(end.at.quotients, end.point.charges)
        gaps.append(most + end.at.value)
    assert min(gaps) < 1e-12 and min(gaps) > -1e-12


@pytest.mark.parametrize("truths, gamma", [(6, F(20)), (7, F(10)), (9, F(8))])
def test_where_many_forms_and_many_weights_are_best_value_and_charges_meet(
    truths: int, gamma: F
) -> None:
    """Shares 1/j, where many V and many weights are best: 5e-5 of the value was open."""
    whole = 2520  # a multiple of 1, ..., 9
    pool, ends = refined(truths, gamma, [whole // (j + 1) for j in range(truths)])
    gaps = []
    for end in ends:
        most = end.point.charges.balance[-1] + pool.lack(end.at.quotients, end.point.charges)
        gaps.append(most + end.at.value)
        assert gaps[-1] > -end.point.mu  # V of a stage at mu is positive but for as much
    assert min(map(abs, gaps)) < 1e-12


def test_few_patterns_carry_the_same_information() -> None:
    _, (*_, solved, followed) = refined(7, F(3), [1] * 7)
    assert max(len(end.point.keys) for end in (solved, followed)) <= 7 * 8 / 2
    assert solved.at.value == pytest.approx(followed.at.value, rel=1e-9)


def test_charges_that_are_lower_by_a_billionth_do_not_cover() -> None:
    pool, (found, *_) = refined(6, F(3), [1, 2, 3, 4, 5, 6])
    charges = found.point.charges.times(1 - 1e-9)
    assert pool.lack(found.at.quotients, charges) > 1e-10


def test_budgets_with_a_small_price_are_spent() -> None:
    """At the stage where patterns in use are plain some of these prices are below their slacks."""
    shares = ["1000/2533", "700/2533", "490/2533", "343/2533"]
    design = rr.optimal(rr.LocalDP("3", "1/100"), rr.EOptimal(shares))
    assert float(design.gap) < 1e-11 * float(design.value)
    assert len(design.channel.rows) == 12
