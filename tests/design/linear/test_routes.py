"""Linear designs: closed forms from the literature, full linear programs, metamorphic relations."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from rropt import (
    Custom,
    FDivergence,
    Gain,
    Guess,
    LocalDP,
    MutualInformation,
    Trace,
    Variance,
    optimal,
)
from rropt.design.answer import ends

GAMMAS = ["3/2", "2", "5"]
priors3 = st.lists(st.integers(1, 30), min_size=3, max_size=3).map(
    lambda n: [Fraction(x, sum(n)) for x in n]
)
gammas = st.fractions(min_value=Fraction(21, 20), max_value=20, max_denominator=20)


def full_program(utility, gamma: float, truths: int) -> float:
    """The whole pattern program on scipy, pure privacy, with u evaluated by its formula."""
    rows = np.array(list(product((1.0, gamma), repeat=truths)))
    answer = linprog(-utility(rows), A_eq=rows.T, b_eq=np.ones(truths), method="highs")
    return -answer.fun


def approximately(design) -> float:
    return float(ends(design.value)[0])


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_trace_optimum_of_chai_and_nayak(gamma: str, k: int) -> None:
    design = optimal(LocalDP.from_gamma(gamma), Trace(k), crosscheck=False)
    g = Fraction(gamma)
    assert design.value == design.bound == g * k / (g + k - 1)
    assert design.gap == 0
    assert design.certificate.check().status == 0
    assert design.channel.profile(g) == 0


@pytest.mark.parametrize("k, value", [(2, "31/20"), (3, "48/25"), (4, "11/5")])
def test_trace_with_delta(k: int, value: str) -> None:
    design = optimal(LocalDP.from_gamma(3, "1/10"), Trace(k), crosscheck=True)
    assert design.value == design.bound == Fraction(value)
    assert design.channel.profile(3) == Fraction(1, 10)
    assert design.routes is not None and design.routes.difference < 1e-6


@settings(max_examples=25)
@given(priors3, gammas)
def test_guess_is_the_direct_program_and_needs_few_reports(prior, gamma) -> None:
    q = np.array([float(p) for p in prior])
    design = optimal(LocalDP.from_gamma(gamma), Guess(prior), crosscheck=False)
    expected = full_program(lambda rows: (rows * q).max(axis=1), float(gamma), 3)
    assert design.gap == 0
    assert approximately(design) == pytest.approx(expected, abs=1e-9)
    assert max(prior) <= design.value <= 1
    assert design.channel.shape[0] <= 3


@settings(max_examples=20)
@given(priors3, gammas, st.lists(st.integers(-3, 9), min_size=12, max_size=12))
def test_gain_is_the_full_program(prior, gamma, entries) -> None:
    matrix = [entries[0:3], entries[3:6], entries[6:9], entries[9:12]]
    weighted = np.array(matrix, dtype=float) * [float(p) for p in prior]
    design = optimal(LocalDP.from_gamma(gamma), Gain(matrix, prior), crosscheck=False)
    expected = full_program(lambda rows: (rows @ weighted.T).max(axis=1), float(gamma), 3)
    assert design.gap == 0
    assert approximately(design) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_binary_mechanism_is_best_between_two_truths(gamma: str) -> None:
    g = Fraction(gamma)
    total = optimal(LocalDP.from_gamma(g), FDivergence("total-variation", (1, 3), 5))
    assert total.value == (g - 1) / (g + 1)
    chi = optimal(LocalDP.from_gamma(g), FDivergence("chi-square"))
    assert chi.value == (g - 1) ** 2 / g
    kl = optimal(LocalDP.from_gamma(g), FDivergence("kullback-leibler"))
    assert approximately(kl) == pytest.approx(
        float((g - 1) / (g + 1)) * math.log(float(g)), abs=1e-12
    )


@given(gammas, st.fractions(min_value=Fraction(1, 100), max_value=Fraction(99, 100)))
@settings(max_examples=20)
def test_total_variation_with_delta(gamma, delta) -> None:
    design = optimal(
        LocalDP.from_gamma(gamma, delta),
        FDivergence("total-variation", (0, 2), 3),
        crosscheck=False,
    )
    assert design.value == design.bound == (gamma - 1 + 2 * delta) / (gamma + 1)


def test_pure_fisher_information_in_closed_form() -> None:
    g, p = Fraction(3), Fraction(1, 4)
    low, high = 1 + (g - 1) * p, g - (g - 1) * p
    information = (g - 1) ** 2 / (g + 1) * (1 / low + 1 / high)
    assert optimal(LocalDP.from_gamma(g), Variance(p)).value == 1 / information


def test_relabelling_truths_changes_nothing_but_names() -> None:
    one = optimal(LocalDP.from_gamma(3, "1/9"), Guess("1/2,1/3,1/6"), crosscheck=False)
    other = optimal(LocalDP.from_gamma(3, "1/9"), Guess("1/6,1/2,1/3"), crosscheck=False)
    assert one.value == other.value


def test_scaling_a_gain_scales_the_value() -> None:
    privacy = LocalDP.from_gamma(3)
    one = optimal(privacy, Gain([[1, 0], [0, 2]], "1/3,2/3"), crosscheck=False)
    ten = optimal(privacy, Gain([[10, 0], [0, 20]], "1/3,2/3"), crosscheck=False)
    assert ten.value == 10 * Fraction(one.value)


def test_users_own_utility_rests_on_their_word() -> None:
    design = optimal(LocalDP.from_gamma(3), Custom(lambda r: max(r) - min(r), 3))
    assert design.gap == 0
    assert "word" in design.certificate.check().statement


@pytest.mark.parametrize("epsilon", ["1e-9", "20"])
def test_extreme_levels(epsilon: str) -> None:
    for objective in (Trace(4), MutualInformation("1/2,1/4,1/8,1/8"), Variance("1e-12")):
        design = optimal(LocalDP(epsilon), objective, crosscheck=False)
        lo, hi = ends(design.value)[0], ends(design.bound)[1]
        assert design.gap <= abs(hi) / 10**6
        assert design.certificate.check().status == 0
        assert lo > 0


def test_a_design_that_identifies_nothing_says_so() -> None:
    design = optimal(LocalDP.from_gamma(3), Guess("9/10,1/20,1/20"), crosscheck=False)
    assert any("does not identify" in note for note in design.notes)
