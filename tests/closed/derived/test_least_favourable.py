"""Worst cases at the one prior that symmetry names, against certified worst cases."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.least_favourable import at_one_prior
from rropt.design.answer import ends
from rropt.exact import InputError

gamma, delta = sp.symbols("gamma delta")
ANY = rr.LocalDP("ln(3)")
CLOSE = Fraction(1, 10**6)
"""What worst cases are certified to, relatively."""


def _agrees(answer, objective, level, share="0", **place):
    design = rr.optimal(rr.LocalDP.from_gamma(level, share), objective)
    lo, hi = ends(answer.value_at(**place))
    found = [*ends(design.value), *ends(design.bound)]
    slack = CLOSE * abs(hi)
    return min(found) - slack <= hi and lo <= max(found) + slack


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective",
    [
        rr.AOptimal("worst", truths=3),
        rr.AOptimal("worst", truths=3, respondents="group"),
        rr.DOptimal("worst", truths=3),
        rr.COptimal("worst", [0, 1, 3]),
        rr.Mean([-1, 0, 1], worst="population"),
        rr.Mean([2, 5]),
        rr.Mean([-1, 0, 2], ["1/2", "1/4", "1/4"]),
        rr.Variance("worst"),
    ],
)
def test_the_worst_case_is_at_the_prior_that_is_named(objective):
    answer = rr.derive(rr.Problem(ANY, objective))
    assert answer.proved and answer.reason in " ".join(str(answer).split())
    assert _agrees(answer, objective, "5/2", gamma="5/2")


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective",
    [rr.AOptimal("worst", truths=3), rr.COptimal("worst", [0, 1]), rr.Variance("worst")],
)
def test_with_an_open_delta(objective):
    answer = rr.derive(rr.Problem(ANY, objective), delta=(0, 1))
    assert answer.proved
    assert _agrees(answer, objective, "3", "1/10", gamma=3, delta="1/10")


def test_all_shares_with_delta_are_a_mixture_of_informations():
    """By hand: J = delta of a census and 1 - delta of k-ary response, at equal masses."""
    answer = rr.derive(rr.Problem(ANY, rr.AOptimal("worst", truths=3)), delta=(0, 1))
    response = (gamma - 1) ** 2 / (gamma + 2) ** 2
    by_hand = 2 / (3 * delta + (1 - delta) * 3 * response)
    assert [sp.cancel(value - by_hand) for value in answer.values] == [0]


@pytest.mark.everything
def test_all_shares_at_equal_masses_switch_at_a_square_root_with_delta():
    """Two high entries of four give way to one at gamma^2 = 3, whatever delta is."""
    answer = rr.derive(rr.Problem(ANY, rr.AOptimal(["1/4"] * 4)), delta="1/10")
    assert answer.proved and len(answer.values) == 2 and "sqrt(3) <= gamma" in str(answer)
    for level in ("3/2", "5/2"):
        assert _agrees(answer, rr.AOptimal(["1/4"] * 4), level, "1/10", gamma=level)


def test_a_fixed_group_of_three_numbers_has_no_prior_that_is_known_before():
    assert at_one_prior(rr.Problem(ANY, rr.Mean([-1, 0, 1]))) is None


@pytest.mark.parametrize(
    "options, message",
    [
        ({"prior": (0, 1)}, "prior must be left out"),
        ({"levels": [["1", "g"], ["g", "1"]], "g": (1, 2)}, "levels must not be given"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(InputError, match=message):
        rr.derive(rr.Problem(ANY, rr.Variance("worst")), **options)


def test_an_interval_of_numbers_is_refused():
    with pytest.raises(InputError, match="values must be given"):
        rr.derive(rr.Problem(ANY, rr.Mean(low=0, high=1)))
