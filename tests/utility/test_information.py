"""Utilities of information, against their formulas in doubles and in many decimals."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.exact import InputError
from rropt.utility import FDivergence, MutualInformation, Variance
from rropt.utility.base import BITS
from rropt.utility.information import DIVERGENCES, entropy_gap
from tests.utility.middle import Q3, middle, pattern3, positive

FORMULAS = {
    "total-variation": lambda t: abs(t - 1) / 2,
    "chi-square": lambda t: (t - 1) ** 2,
    "hellinger": lambda t: (math.sqrt(t) - 1) ** 2,
    "kullback-leibler": lambda t: t * math.log(t),
    "reverse-kullback-leibler": lambda t: -math.log(t),
    "jensen-shannon": lambda t: (t * math.log(2 * t / (1 + t)) + math.log(2 / (1 + t))) / 2,
    "le-cam": lambda t: (t - 1) ** 2 / (t + 1),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", sorted(DIVERGENCES))
@given(a=positive, b=positive)
def test_divergence_is_b_times_f_of_the_ratio(name: str, a: Fraction, b: Fraction) -> None:
    found = middle(FDivergence(name), (a, b))
    assert found == pytest.approx(float(b) * FORMULAS[name](float(a / b)), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("exponent", [2, 9, 16, 30])
def test_hellinger_has_all_digits_where_the_likelihoods_nearly_agree(exponent: int) -> None:
    """(sqrt(1 + e) - 1)^2 in decimals of 200 digits."""
    e = Fraction(1, 10**exponent)
    with localcontext() as context:
        context.prec = 200
        expected = Fraction(((1 + Decimal(10) ** -exponent).sqrt() - 1) ** 2)
    lo, hi = FDivergence("hellinger").bounds((1 + e, Fraction(1)))
    error = expected / 10**100
    assert lo <= expected + error
    assert expected - error <= hi
    assert hi - lo <= hi / 2**90


@pytest.mark.parametrize("name", sorted(DIVERGENCES))
@given(a=positive, b=positive, factor=positive)
def test_a_multiple_of_both_likelihoods_is_worth_exactly_as_much(name, a, b, factor) -> None:
    """So patterns tie exactly: of sqrt(ab) each had an enclosure of its own."""
    utility = FDivergence(name)
    scaled = utility.bounds((factor * a, factor * b))
    assert scaled == tuple(factor * end for end in utility.bounds((a, b)))


@pytest.mark.parametrize("gamma", [Fraction(3), 1 + Fraction(1, 10**9), Fraction(10**6)])
def test_information_of_sets_together_is_that_of_their_patterns_in_many_decimals(gamma):
    """sum q r ln(r / q.r) in decimals of 100 digits; all and none of the truths tell nothing."""
    prior = [Fraction(n, 11) for n in (5, 3, 2, 1)]
    sets = [(1, 0, 0, 0), (0, 1, 0, 1), (0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 1, 0), (1, 1, 1, 0)]
    gains, unit = MutualInformation(prior).gains_on_sets(sets, gamma)
    for high, gain in zip(sets, gains, strict=True):
        row = [gamma if x else Fraction(1) for x in high]
        mean = sum(q * r for q, r in zip(prior, row, strict=True))
        with localcontext() as context:
            context.prec = 100
            terms = []
            for q, r in zip(prior, row, strict=True):
                quotient = Decimal((r / mean).numerator) / Decimal((r / mean).denominator)
                terms.append(Fraction(quotient.ln()) * q * r)
        expected = sum(terms)
        error = Fraction(1, 10**80)
        hi = Fraction(gain, unit)
        assert hi * (1 - Fraction(1, 2**BITS)) - error <= expected <= hi + error


@pytest.mark.everything
@given(pattern3)
def test_mutual_information_of_a_pattern(r) -> None:
    q = [float(x) for x in Q3]
    mean = sum(a * float(b) for a, b in zip(q, r, strict=True))
    expected = sum(a * float(b) * math.log(float(b) / mean) for a, b in zip(q, r, strict=True))
    assert middle(MutualInformation(Q3), r) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(st.fractions(min_value=Fraction(1, 10**9), max_value=Fraction(1, 20)))
def test_entropy_gap_near_one_keeps_its_digits(g: Fraction) -> None:
    share, exact = Fraction(2, 5), MutualInformation(["2/5", "3/5"])
    expected = middle(exact, (1 + g, Fraction(1)))
    found = entropy_gap(np.array([float(share)]), 1 + g)[0]
    assert found == pytest.approx(expected, rel=1e-11)


def test_variance_is_one_over_information() -> None:
    design = Variance("1/4")
    lo, hi = design.bounds((Fraction(1), Fraction(3)))
    assert lo == hi == Fraction(4) / (Fraction(3, 4) + Fraction(3, 4))
    assert design.report((Fraction(2), Fraction(4))) == (Fraction(1, 4), Fraction(1, 2))


@pytest.mark.parametrize("name", sorted(DIVERGENCES))
def test_likelihoods_that_vanish(name: str) -> None:
    """Infinite ones say so; the others are r_a, r_a/2 or (r_a/2) ln 2 where b is impossible."""
    utility = FDivergence(name)
    zero = (Fraction(0), Fraction(0))
    if utility.infinite_at_zero:
        assert name in ("chi-square", "kullback-leibler", "reverse-kullback-leibler")
        return
    assert utility.bounds(zero) == zero
    expected = {
        "total-variation": 1.5,
        "hellinger": 3.0,
        "jensen-shannon": 1.5 * math.log(2),
        "le-cam": 3.0,
    }
    assert middle(utility, (Fraction(3), Fraction(0))) == pytest.approx(expected[name])


def test_a_divergence_has_one_name_and_may_be_called_by_another() -> None:
    assert FDivergence("squared-hellinger") == FDivergence("hellinger")
    assert FDivergence("tv") == FDivergence("total-variation")


def test_information_at_a_prior_that_excludes_a_truth() -> None:
    """A report that only the impossible truth gives has no likelihood to divide by."""
    assert Variance("0").bounds((Fraction(1), Fraction(3))) == (4, 4)
    with pytest.raises(InputError, match="strictly between 0 and 1, got 0"):
        Variance("0").bounds((Fraction(0), Fraction(1)))
    assert Variance("0").bounds((Fraction(0), Fraction(0))) == (0, 0)


def test_equal_likelihoods_tell_nothing() -> None:
    one = (Fraction(7, 3),) * 3
    low, high = MutualInformation(Q3).bounds(one)
    assert low <= 0 <= high and high - low < Fraction(1, 2**80)
    assert all(FDivergence(name, (0, 2), 3).bounds(one) == (0, 0) for name in DIVERGENCES)
