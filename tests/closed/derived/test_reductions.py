"""Worst cases at the one prior that symmetry names, against certified worst cases.

All of the information as one number: for tables that permutations leave alone, by numpy.
"""

from __future__ import annotations

from fractions import Fraction
from fractions import Fraction as F
from itertools import permutations

import numpy as np
import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.reductions import EvenSpread, at_one_prior, is_even
from rropt.closed.symbolic_utilities import utility
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
    "objective, options, message",
    [
        (rr.Variance("worst"), {"prior": (0, 1)}, "prior must be left out"),
        (rr.AOptimal("worst", 3), {"privacy": [["1"]]}, "privacy must not be given"),
        (rr.DOptimal("worst", 2), {"privacy": [["1"]]}, "privacy must not be given"),
    ],
)
def test_refusals(objective, options, message):
    with pytest.raises(InputError, match=message):
        rr.derive(rr.Problem(ANY, objective), **options)


def test_an_interval_of_numbers_is_refused():
    with pytest.raises(InputError, match="values must be given"):
        rr.derive(rr.Problem(ANY, rr.Mean(low=0, high=1)))


FAIR = ["1/4"] * 4


@pytest.mark.parametrize("pattern", [(3, 1, 1, 1), (3, 3, 1, 1), (5, 2, 1, 0)])
def test_alpha_is_the_eigenvalue_of_the_information_of_an_orbit(pattern) -> None:
    rows = np.array(sorted(set(permutations(map(float, pattern)))))
    rows /= rows.sum(axis=0)[0]
    J = (rows.T / rows.mean(axis=1)) @ rows
    eigenvalues = np.sort(np.linalg.eigvalsh(J))
    spread = EvenSpread(rr.AOptimal(FAIR))
    alpha = sum(
        utility(spread, tuple(map(sp.Rational, map(str, row))), tuple(map(F, row))) for row in rows
    )
    tangent = np.delete(eigenvalues, np.argmin(abs(eigenvalues - 4)))
    assert tangent == pytest.approx([float(alpha)] * 3, rel=1e-6)


def test_criteria_of_equal_eigenvalues() -> None:
    """Covariance 1 / alpha on three directions."""
    alpha = sp.Rational(2)
    assert EvenSpread(rr.AOptimal(FAIR)).reported(alpha) == sp.Rational(3, 2)
    assert EvenSpread(rr.EOptimal(FAIR)).reported(alpha) == sp.Rational(1, 2)
    assert EvenSpread(rr.DOptimal(FAIR)).reported(alpha) == -3 * sp.log(2)


def test_only_these_criteria_at_equal_masses() -> None:
    assert is_even(rr.EOptimal(FAIR))
    assert not is_even(rr.AOptimal("1/2,1/4,1/4"))
    assert not is_even(rr.MutualInformation(FAIR)) and not is_even(rr.COptimal(FAIR, [1, -1, 0, 0]))
