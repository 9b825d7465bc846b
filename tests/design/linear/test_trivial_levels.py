"""Levels whose answer needs no solver: nothing may be told, or everything."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from rropt import (
    FDivergence,
    Gain,
    Guess,
    LocalDP,
    Variance,
    optimal,
)
from rropt.design.linear.trivial_levels import identity, useless
from rropt.design.problem import Problem
from rropt.exact import InputError


def test_corners_are_answers() -> None:
    useless = optimal(LocalDP(0), Variance("1/3"))
    assert useless.value == math.inf and "useless" in useless.notes[0]
    assert optimal(LocalDP(0), Guess("1/2,1/3,1/6")).value == Fraction(1, 2)
    told = optimal(LocalDP("1/2", 1), Guess("1/2,1/3,1/6"))
    assert told.value == 1 and told.channel.rows[0][0] == 1


@pytest.mark.parametrize("k", [3, 7, 100])
def test_at_delta_one_everybody_may_tell_the_truth(k: int) -> None:
    fair = optimal(LocalDP(1, 1), Guess([Fraction(1, k)] * k), crosscheck=False)
    assert fair.value == fair.bound == 1
    if k > 6:
        skewed = [Fraction(2, k + 1)] + [Fraction(1, k + 1)] * (k - 1)
        with pytest.raises(InputError, match="at most 6"):
            optimal(LocalDP(1, 1), Guess(skewed))


def test_a_useless_table_is_one_report_priced_evenly() -> None:
    problem = Problem(LocalDP(0), Guess("1/2,1/3,1/6"))
    optimum = useless(problem)
    assert optimum.patterns == ((1, 1, 1),) and optimum.weights == (1,)
    assert optimum.prices == (Fraction(1, 6),) * 3  # together the largest share, 1/2


def test_to_tell_the_truth_is_priced_by_what_each_truth_told_is_worth() -> None:
    gain = Gain([[4, 0], [1, 2]], "1/4,3/4")
    optimum = identity(Problem(LocalDP(1, 1), gain))
    assert optimum.patterns == ((1, 0), (0, 1))
    assert optimum.prices == (1, Fraction(3, 2))  # 4 for 1/4, and 2 for 3/4


@pytest.mark.parametrize("pair", ["chi-square", "kullback-leibler"])
def test_a_told_truth_of_infinite_divergence_is_refused(pair: str) -> None:
    with pytest.raises(InputError, match=f"delta must be 0 for {pair}"):
        identity(Problem(LocalDP(1, 1), FDivergence(pair)))
