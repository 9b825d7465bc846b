"""Sums over reports in symbols, at theorems of the literature."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric.route import SUMS
from rropt.crosscheck.symbolic.exact_limits import exact_limits
from rropt.crosscheck.symbolic.sums import best_value, fewer_actions, utility_of
from rropt.utility.information import DIVERGENCES

E = sp.exp(sp.Rational(1, 2))


def _limits(truths, delta=0):
    return exact_limits(rr.Problem(rr.LocalDP("1/2", delta), rr.Trace(truths)))


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_trace_is_k_gamma_over_gamma_plus_k_minus_1(k) -> None:
    """chai-nayak/thm-4.4."""
    found = best_value(utility_of(rr.Trace(k)), _limits(k))
    assert sp.simplify(found - k * E / (E + k - 1)) == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("total-variation", (E - 1) / (E + 1)),
        ("kullback-leibler", (E - 1) / (E + 1) / 2),
        ("chi-square", (E - 1) ** 2 / E),
        ("hellinger", 2 * (sp.sqrt(E) - 1) ** 2 / (E + 1)),
    ],
)
def test_divergences_of_the_binary_mechanism(name, value) -> None:
    found = best_value(utility_of(rr.FDivergence(name)), _limits(2))
    assert sp.N(found - value, 40) == pytest.approx(0, abs=1e-38)


def test_a_variance_with_a_delta_is_a_mixture() -> None:
    """A tenth tell the truth, the others as at gamma = 3: 1/10 of 16/3 and 9/10 of 16/15."""
    limits = exact_limits(rr.Problem(rr.LocalDP("ln(3)", "1/10"), rr.Trace(2)))
    value = 1 / (sp.Rational(16, 3) / 10 + sp.Rational(16, 15) * 9 / 10)
    assert best_value(utility_of(rr.Variance("1/4")), limits) == value


def test_fewer_reports_are_a_choice_of_actions() -> None:
    """Naming two of three truths at gamma = 3: 3/4 of both shares."""
    limits = exact_limits(rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(3)))
    guess = rr.Guess(["1/2", "1/3", "1/6"])
    assert fewer_actions(guess, 2, limits) == sp.Rational(5, 8)
    with pytest.raises(NotPosed):
        fewer_actions(rr.MutualInformation("1/2,1/3,1/6"), 2, limits)


def test_a_function_that_compares_is_valued_in_numbers() -> None:
    """The range of two likelihoods: 2 (g - 1) / (g + 1)."""
    custom = rr.Custom(lambda r: max(r) - min(r), 2)
    found = best_value(utility_of(custom), _limits(2))
    assert sp.N(found - 2 * (E - 1) / (E + 1), 40) == pytest.approx(0, abs=1e-38)


A, B = sp.symbols("a b")
LENGTH = sp.sqrt(A**2 + B**2)


@pytest.mark.parametrize(
    ("own", "value"),
    [
        (rr.Custom(LENGTH, [A, B]), 2 * sp.sqrt(1 + E**2) / (1 + E)),
        (rr.Custom(LENGTH, [B, A]), 2 * sp.sqrt(1 + E**2) / (1 + E)),
        (rr.Custom(sp.Piecewise((2 * A, A > B), (A + B, True)), [A, B]), (3 * E + 1) / (E + 1)),
        (rr.Custom(sp.Max(A, B) / 2 + sp.Abs(A - B), [A, B]), (3 * E - 2) / (E + 1)),
        (rr.Custom(lambda r: max(Fraction(3, 4) * r[0], r[1]), 2), 7 * E / 4 / (E + 1)),
    ],
    ids=["length", "its symbols in another order", "cases", "maximum", "function"],
)
def test_an_objective_of_ones_own_at_an_irrational_level(own, value) -> None:
    """The rows (g, 1) and (1, g) over g + 1, of a convex utility whose values are added by hand."""
    found = best_value(utility_of(own), _limits(2))
    assert sp.N(found - value, 40) == pytest.approx(0, abs=1e-38)


def test_a_function_with_values_of_sympy_has_symbols_at_rational_levels_alone() -> None:
    own = rr.Custom(lambda r: sp.sqrt(sp.Rational(r[0].numerator, r[0].denominator)) ** 2, 2)
    limits = exact_limits(rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(2)))
    assert best_value(utility_of(own), limits) == 1
    with pytest.raises(NotPosed, match="rationals only"):
        best_value(utility_of(own), _limits(2))


def test_every_sum_of_the_numeric_route_has_symbols() -> None:
    custom = rr.Custom(lambda r: max(r) - min(r), 2)
    known = {
        rr.Trace: rr.Trace(2),
        rr.Guess: rr.Guess("1/3,2/3"),
        rr.Gain: rr.Gain([[1, 0], [0, 1]], "1/3,2/3"),
        rr.Loss: rr.Loss([[1, 0], [0, 1]], "1/3,2/3"),
        rr.Variance: rr.Variance("1/3"),
        rr.MutualInformation: rr.MutualInformation("1/3,2/3"),
        rr.FDivergence: rr.FDivergence("le-cam"),
        rr.Custom: custom,
    }
    assert set(known) == set(SUMS)
    assert all(utility_of(objective) is not None for objective in known.values())
    for name in DIVERGENCES:
        assert utility_of(rr.FDivergence(name)) is not None
    assert utility_of(rr.AOptimal("1/3,2/3")) is None
