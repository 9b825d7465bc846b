"""Prices of a worst case as numbers: shifts, distributions, and values at truths by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.worst.worst_certificate import (
    WorstPrices,
    corner,
    worst_value,
)
from rropt.utility.worst_case import WorstCase

PRICES = WorstPrices([F(2), F(3)], [], F(1, 7), [[F(-1), F(1, 2)]], [F(1, 4), F(3, 4)])


def test_the_bound_by_hand_and_raised_prices_prove_less() -> None:
    """2 (0 (-1) + 1 (1/2)) - 5 - 1/7 - 3/4 for a group with numbers 0 and 1."""
    group = WorstCase([0, 1], "group")
    assert PRICES.bound(group) == 1 - 5 - F(1, 7) - F(3, 4)
    raised = PRICES.raised(0.25)
    assert sum(raised.constants) - 5 == pytest.approx(2 * 5 / 4)
    assert raised.bound(group) < PRICES.bound(group)


def test_what_a_pattern_lacks_lifts_every_constant_and_what_it_has_left_none() -> None:
    assert PRICES.lifted(F(1, 2)).constants == [F(5, 2), F(7, 2)]
    assert PRICES.lifted(F(-1, 2)) == PRICES


def test_what_is_subtracted_of_a_group_and_of_a_population() -> None:
    prior = [F(1, 3), F(2, 3)]
    assert corner(WorstCase([1, 3], "group"), prior) == F(1, 3) + 6
    assert corner(WorstCase([1, 3], "population"), prior) == F(7, 3) ** 2


def test_the_worst_of_a_group_is_at_a_truth_and_of_a_population_on_the_tangent() -> None:
    moments = [F(4), F(10)]
    group, population = WorstCase([1, 3], "group"), WorstCase([1, 3], "population")
    assert worst_value(group, moments, [F(1, 2)] * 2) == 3
    # q.m - (c.q)^2 = 4 + 6 x - (1 + 2 x)^2 = 3 + 2 x - 4 x^2, largest 13/4 at x = 1/4
    best = [F(3, 4), F(1, 4)]
    assert worst_value(population, moments, best) == F(13, 4)
    assert worst_value(population, moments, [F(1, 2)] * 2) > F(13, 4)


def test_the_certificate_is_refused_with_another_number(tmp_path) -> None:
    data = rr.optimal(rr.LocalDP.from_gamma(3), rr.Mean([0, 1, 3])).certificate.data
    from rropt.checker import check

    scenario = dict(data["scenarios"][0])
    [numbers] = scenario["estimators"]
    scenario["estimators"] = [[str(F(numbers[0]) + F(1, 10**9)), *numbers[1:]]]
    assert check(data).verdict == "verified"
    assert check({**data, "scenarios": [scenario]}).verdict == "refuted"
