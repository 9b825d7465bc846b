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
from rropt.exact import InputError

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


@pytest.mark.parametrize("k", [8, 30, 10**6])
def test_trace_with_many_categories(k: int) -> None:
    g, delta = Fraction(3), Fraction(1, 7)
    design = optimal(LocalDP.from_gamma(g), Trace(k), crosscheck=False)
    assert design.value == design.bound == g * k / (g + k - 1)
    approximate = optimal(LocalDP.from_gamma(g, delta), Trace(k), crosscheck=False)
    assert approximate.value == approximate.bound == k * (g + (k - 1) * delta) / (g + k - 1)


def test_a_table_kept_as_orbits_is_not_written_out() -> None:
    design = optimal(LocalDP.from_gamma(3), Trace(10**6), crosscheck=False)
    assert design.orbits[0].runs == ((Fraction(3), 1), (Fraction(1), 10**6 - 1))
    with pytest.raises(InputError, match="kept as orbits"):
        assert design.channel


def test_mutual_information_to_fifteen_digits() -> None:
    design = optimal(LocalDP.from_gamma(3), MutualInformation("1/2,3/10,1/5"))
    lo, hi = ends(design.value)
    assert lo <= Fraction("0.1372951133643127") + Fraction(1, 10**15)
    assert Fraction("0.1372951133643127") <= hi + Fraction(1, 10**15)
    assert hi - lo < Fraction(1, 10**20)


@settings(max_examples=25)
@given(priors3, gammas)
def test_mutual_information_is_the_full_program(prior, gamma) -> None:
    q = np.array([float(p) for p in prior])

    def u(rows: np.ndarray) -> np.ndarray:
        mean = rows @ q
        return (rows * np.log(rows)) @ q - mean * np.log(mean)

    design = optimal(LocalDP.from_gamma(gamma), MutualInformation(prior), crosscheck=False)
    assert approximately(design) == pytest.approx(full_program(u, float(gamma), 3), abs=1e-8)


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


def test_unrestricted_variance_beats_two_answers() -> None:
    design = optimal(LocalDP("1/2", "1/10"), Variance("1/4"))
    assert approximately(design) == pytest.approx(1.3287843244, abs=1e-9)
    assert design.gap < Fraction(1, 10**15)


def test_pure_fisher_information_in_closed_form() -> None:
    g, p = Fraction(3), Fraction(1, 4)
    low, high = 1 + (g - 1) * p, g - (g - 1) * p
    information = (g - 1) ** 2 / (g + 1) * (1 / low + 1 / high)
    assert optimal(LocalDP.from_gamma(g), Variance(p)).value == 1 / information


def test_equal_priors_by_symmetry_and_in_full_agree() -> None:
    privacy = LocalDP.from_gamma(4)
    symmetric = optimal(privacy, MutualInformation(["1/5"] * 5), crosscheck=False)
    nearly = ["1/5", "1/5", "1/5", Fraction(1, 5) + Fraction(1, 10**12)]
    nearly.append(1 - sum(map(Fraction, nearly)))
    full = optimal(privacy, MutualInformation(nearly), crosscheck=False)
    assert approximately(symmetric) == pytest.approx(approximately(full), abs=1e-10)
    assert symmetric.channel.shape == (5, 5)


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


def test_corners_are_answers() -> None:
    useless = optimal(LocalDP(0), Variance("1/3"))
    assert useless.value == math.inf and "useless" in useless.notes[0]
    assert optimal(LocalDP(0), Guess("1/2,1/3,1/6")).value == Fraction(1, 2)
    told = optimal(LocalDP("1/2", 1), Guess("1/2,1/3,1/6"))
    assert told.value == 1 and told.channel.rows[0][0] == 1


def test_irrational_gamma_is_private_below_and_bounded_above() -> None:
    privacy = LocalDP("1/2")
    design = optimal(privacy, Trace(3))
    assert design.channel.profile(privacy.gamma.lo) == 0
    assert 0 < design.gap < Fraction(1, 10**15)


@pytest.mark.parametrize("epsilon", ["1e-9", "20"])
def test_extreme_levels(epsilon: str) -> None:
    for objective in (Trace(4), MutualInformation("1/2,1/4,1/8,1/8"), Variance("1e-12")):
        design = optimal(LocalDP(epsilon), objective, crosscheck=False)
        lo, hi = ends(design.value)[0], ends(design.bound)[1]
        assert design.gap <= abs(hi) / 10**6
        assert design.certificate.check().status == 0
        assert lo > 0


@pytest.mark.parametrize("exponent", [6, 8, 9])
def test_information_near_gamma_one_is_its_second_order_program(exponent: int) -> None:
    """u(r) -> g^2 (s - s^2) / 2 for g = gamma - 1 -> 0, s the mass of the high truths."""
    masses, g = [10**9, 7 * 10**9, 7000, 7], Fraction(1, 10**exponent)
    prior = [Fraction(mass, sum(masses)) for mass in masses]
    design = optimal(LocalDP.from_gamma(1 + g), MutualInformation(prior), crosscheck=False)
    high = np.array(list(product((0.0, 1.0), repeat=4)))
    share = high @ np.array([float(q) for q in prior])
    balance = np.vstack([np.hstack([high.T, -np.ones((4, 1))]), [1.0] * 16 + [0.0]])
    gains = np.append(share - share**2, 0.0)
    best = -linprog(-gains, A_eq=balance, b_eq=[0.0] * 4 + [1.0], method="highs").fun
    value = ends(design.value)[0]
    assert float(value / (g**2 / 2)) == pytest.approx(best, rel=1e-5)
    assert design.gap <= value / 10**12


def test_a_design_that_identifies_nothing_says_so() -> None:
    design = optimal(LocalDP.from_gamma(3), Guess("9/10,1/20,1/20"), crosscheck=False)
    assert any("does not identify" in note for note in design.notes)


@pytest.mark.parametrize(
    "privacy, objective, outputs, words",
    [
        (LocalDP(1), Variance(0), None, "prior must lie strictly between 0 and 1"),
        (LocalDP(1), Trace(4), 1, "outputs must be a whole number of at least 2"),
        (LocalDP(1, "1/9"), FDivergence("chi-square"), None, "delta must be 0 for chi-square"),
        (LocalDP(1, "1/9"), MutualInformation(["1/28", *["1/7"] * 6, "3/28"]), None, "at most 6"),
        (LocalDP(1), MutualInformation(["1/25"] * 24 + ["1/25"]), None, None),
    ],
)
def test_bad_input_in_one_line(privacy, objective, outputs, words) -> None:
    if words is None:
        assert optimal(privacy, objective, outputs).gap < Fraction(1, 10**15)
        return
    with pytest.raises(InputError, match=words):
        optimal(privacy, objective, outputs)


@pytest.mark.parametrize("k", [15, 30])
def test_many_equal_truths_with_delta_are_refused_at_once(k: int) -> None:
    """The checker answers "too many truths"; a guess needs no types, and delta 0 few."""
    fair = [Fraction(1, k)] * k
    with pytest.raises(InputError, match=f"at most 14 for this objective.*got {k}; delta 0 works"):
        optimal(LocalDP.from_gamma(3, "1/10"), MutualInformation(fair))
    for level, objective in [
        (LocalDP.from_gamma(3, "1/10"), Guess(fair)),
        (LocalDP.from_gamma(3), MutualInformation(fair)),
    ]:
        assert optimal(level, objective, crosscheck=False).certificate.check().status == 0


@pytest.mark.parametrize("k", [3, 7, 100])
def test_at_delta_one_everybody_may_tell_the_truth(k: int) -> None:
    fair = optimal(LocalDP(1, 1), Guess([Fraction(1, k)] * k), crosscheck=False)
    assert fair.value == fair.bound == 1
    if k > 6:
        skewed = [Fraction(2, k + 1)] + [Fraction(1, k + 1)] * (k - 1)
        with pytest.raises(InputError, match="at most 6"):
            optimal(LocalDP(1, 1), Guess(skewed))
