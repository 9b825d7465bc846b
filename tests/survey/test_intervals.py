"""Intervals against scipy's binomial intervals, the literature's numbers and exact coverage."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import binom, binomtest, chi2, multinomial, norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import (
    METHODS,
    Functional,
    interval,
)
from rropt.survey import (
    unbiased_estimate as unbiased,
)
from rropt.survey.intervals import range_limits, variance_at

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
KRR = Channel.from_rows([["1/2" if i == j else "1/6" for j in range(4)] for i in range(4)])
TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])

CASES = [(0, 10), (1, 9), (37, 63), (10, 0)]


@pytest.mark.parametrize("counts", CASES)
@pytest.mark.parametrize(("method", "scipys"), [("wilson", "wilson"), ("clopper_pearson", "exact")])
def test_two_answers_are_binomial_intervals_mapped(counts, method, scipys):
    """pi = 2 lambda - 1/2 for the table at 3/4: the report's interval, mapped."""
    reference = binomtest(counts[1], sum(counts)).proportion_ci(0.9, method=scipys)
    answer = interval(unbiased(WARNER, counts).of(1), "0.9", method)
    assert answer.low == pytest.approx(2 * reference.low - 0.5, abs=1e-9)
    assert answer.high == pytest.approx(2 * reference.high - 0.5, abs=1e-9)


@pytest.mark.parametrize("method", ["wilson", "clopper_pearson", "wald", "guaranteed"])
def test_a_category_of_krr_is_its_own_report(method):
    """pi_j = 3 lambda_j - 1/2, so its interval is that of a 0/1 score, mapped."""
    counts = [40, 10, 30, 20]
    mine = interval(unbiased(KRR, counts).of(2), "0.95", method)
    own = interval(Functional((0.0, 1.0), (70, 30)), "0.95", method)
    assert mine.low == pytest.approx(3 * own.low - 0.5, abs=1e-9)
    assert mine.high == pytest.approx(3 * own.high - 0.5, abs=1e-9)


def test_wald_and_chebyshev_margins():
    """1.96 and 4.47 standard errors (`holohan/eq-7b` rounds the latter up to 4.5)."""
    functional = unbiased(WARNER, [60, 40]).of(1)
    wald = interval(functional, "0.95", "wald")
    assert (wald.high - functional.value) / functional.stderr == pytest.approx(1.959964, abs=1e-6)
    chebyshev = interval(functional, "0.95", "chebyshev")
    assert chebyshev.width / 2 / functional.stderr == pytest.approx(sqrt(20))
    assert chebyshev.width / 2 / functional.stderr < 4.5


@pytest.mark.everything
@given(st.lists(st.integers(0, 200), min_size=4, max_size=4).filter(any))
def test_every_interval_contains_the_estimate(counts):
    functional = unbiased(TALL, counts).of(1)
    for method in set(METHODS) - {"clopper_pearson"}:
        answer = interval(functional, "0.9", method)
        assert answer.low <= functional.value + 1e-12
        assert functional.value <= answer.high + 1e-12


def likeliest_variance(scores, counts, theta):
    """The variance at the likeliest distribution with mean theta, by scipy's optimiser."""
    scores, shares = np.array(scores), np.array(counts) / sum(counts)
    seen = shares > 0
    rules = [
        {"type": "eq", "fun": lambda p: p.sum() - 1},
        {"type": "eq", "fun": lambda p: p @ scores - theta},
    ]
    found = minimize(
        lambda p: -shares[seen] @ np.log(p[seen]),
        np.full(len(scores), 1 / len(scores)),
        bounds=[(1e-12, 1)] * len(scores),
        constraints=rules,
        options={"maxiter": 1000, "ftol": 1e-14},
    )
    return float(found.x @ (scores - theta) ** 2)


def test_one_report_among_more_than_doubles_count_raises_no_warning(recwarn):
    """A report in 10^17 is no share of a double: the limits are those without it."""
    with_it, without = (Functional((0.0, 0.5, 1.0), (10**17, 10**17, x)) for x in (1, 0))
    expected = pytest.approx(variance_at(without, 0.6))
    assert variance_at(with_it, 0.6) == expected
    assert not recwarn.list


def exact_coverage(method, n, pi, level):
    """The probability that the interval of a Warner sample holds pi, summed over all counts."""
    lam = 0.25 + pi / 2
    held = [pi in interval(unbiased(WARNER, [n - x, x]).of(1), level, method) for x in range(n + 1)]
    return float(binom.pmf(np.arange(n + 1), n, lam) @ np.array(held))


@pytest.mark.parametrize("method", ["clopper_pearson", "guaranteed"])
@pytest.mark.parametrize("pi", [0.001, 0.1, 0.5, 0.93])
@pytest.mark.parametrize("n", [5, 40])
def test_guaranteed_methods_cover_exactly(method, pi, n):
    assert exact_coverage(method, n, pi, "0.9") >= 0.9


def test_wald_does_not_cover_where_it_is_known_not_to():
    assert exact_coverage("wald", 5, 0.001, "0.95") < 0.95
    assert exact_coverage("wilson", 40, 0.1, "0.95") == pytest.approx(0.95, abs=0.02)


def test_level_is_exact_and_wider_when_higher():
    functional = unbiased(WARNER, [60, 40]).of(1)
    assert interval(functional, 0.95).level == Fraction(19, 20)
    for method in METHODS:
        narrow, wide = (interval(functional, level, method) for level in ("0.8", "0.99"))
        assert wide.low < narrow.low < narrow.high < wide.high


@settings(max_examples=20)
@given(st.sampled_from(["0", "1", "3/2", "-0.1"]))
def test_bad_level_is_refused(level):
    with pytest.raises(InputError, match="strictly between 0 and 1"):
        interval(Functional((0.0, 1.0), (1, 1)), level)


def test_bad_method_is_refused():
    with pytest.raises(InputError, match="one of wald"):
        interval(Functional((0.0, 1.0), (1, 1)), method="bayes")
    with pytest.raises(InputError, match="exactly two scores"):
        interval(unbiased(TALL, [1, 1, 1, 1]).of(0), method="clopper_pearson")


def test_levels_close_to_one():
    """Normal quantiles and Clopper-Pearson limits against scipy's upper tails."""
    functional = unbiased(WARNER, [5, 5]).of(1)
    risk = Fraction(1, 10**20)
    wald = interval(functional, 1 - risk, "wald")
    assert wald.width / 2 / functional.stderr == pytest.approx(norm.isf(0.5e-20))
    exactly = interval(functional, 1 - risk, "clopper_pearson")
    reached = (exactly.high + 0.5) / 2
    assert binom.cdf(5, 10, reached) == pytest.approx(0.5e-20, rel=1e-6)
    with pytest.raises(InputError, match="level must be at most 1 - 1e-200"):
        interval(functional, 1 - Fraction(1, 10**400))


@pytest.mark.parametrize("level", ["0.9", "0.95", "0.999"])
@pytest.mark.parametrize(("hits", "n"), [(1, 10**9), (1000, 1788146310), (30_000, 10**13)])
def test_few_hits_in_many_reports_are_a_poisson_count(hits, n, level):
    """Garwood's limits, by chi-square: the inverse of scipy's beta function is 50% off at 1000."""
    alpha = 1 - float(level)
    expected = chi2.ppf(alpha / 2, 2 * hits) / 2 / n, chi2.isf(alpha / 2, 2 * hits + 2) / 2 / n
    for counts, ends in [((n - hits, hits), (0, 1)), ((hits, n - hits), (1, 0))]:
        found = interval(Functional((0.0, 1.0), counts), level, "clopper_pearson")
        near = (found.low, found.high) if ends == (0, 1) else (1 - found.high, 1 - found.low)
        assert near == pytest.approx(expected, rel=1e-4, abs=2e-16)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("contrast", [[0, 1], [1, 2], ["-1", "-3/2"]])
@pytest.mark.parametrize("counts", [(60, 40), (9, 0), (0, 3)])
def test_a_report_that_is_never_given_changes_nothing(method, contrast, counts):
    """As in a device of three cards of which one has probability 0."""
    channel = Channel.from_rows([["9/10", "1/10"], ["1/10", "9/10"]])
    never = Channel.from_rows([["9/10", "1/10"], [0, 0], ["1/10", "9/10"]])
    expected = unbiased(channel, counts).contrast(contrast)
    found = unbiased(never, (counts[0], 0, counts[1])).contrast(contrast)
    assert interval(found, method=method) == interval(expected, method=method)
    assert found.test("1/3") == expected.test("1/3")


def test_binomial_ends_without_digits_are_refused():
    """At 10^14 reports the ends are Wald's, for one hit those of a Poisson count: 0.0253, 5.5716.

    At 10^15 they have two digits left, at 10^20 one lies on the wrong side of the estimate.
    """
    n = 10**14
    many = interval(Functional((0.0, 1.0), (n - n // 3, n // 3)), method="clopper_pearson")
    margin = norm.isf(0.025) * sqrt(2 / 9 / n)
    assert many.low == pytest.approx(1 / 3 - margin, abs=1e-3 * margin)
    assert many.high == pytest.approx(1 / 3 + margin, abs=1e-3 * margin)
    one = interval(Functional((0.0, 1.0), (n - 1, 1)), method="clopper_pearson")
    assert (one.low * n, one.high * n) == pytest.approx((0.025318, 5.571643), rel=1e-4)
    for hits in (1, n // 3):
        with pytest.raises(InputError, match="at most 100000000000000 reports; use wilson"):
            interval(Functional((0.0, 1.0), (n + 1 - hits, hits)), method="clopper_pearson")


@pytest.mark.parametrize(
    "counts", [(50, 20, 60, 30), (5, 2, 0, 0), (0, 4, 0, 0), (0, 9, 1, 0), (0, 1, 2, 0)]
)
def test_wilson_contains_exactly_what_the_score_test_accepts(counts):
    functional = unbiased(TALL, counts).of(1)
    wilson = interval(functional, "0.95", "wilson")
    assert wilson.low < functional.value < wilson.high
    for theta in (wilson.low, wilson.high):
        variance = likeliest_variance(functional.scores, counts, theta)
        z = (functional.value - theta) / sqrt(variance / functional.n)
        assert abs(z) == pytest.approx(1.959964, abs=2e-3)


@pytest.mark.everything
@pytest.mark.parametrize("n", [1, 3, 10])
@pytest.mark.parametrize("pi", [0, 0.1, 0.5])
def test_wilson_of_many_scores_covers_few_reports(n, pi):
    """Exact coverage for three scores, summed over all samples of n reports."""
    shares = TALL.to_numpy() @ [1 - pi, pi]
    covered = 0.0
    for counts in product(range(n + 1), repeat=4):
        if sum(counts) == n:
            held = pi in interval(unbiased(TALL, counts).of(1))
            covered += held * multinomial.pmf(counts, n, shares)
    assert covered > 0.94


def test_wilson_of_many_scores_is_quick_and_close_to_wald_for_many_reports():
    rng = np.random.default_rng(3)
    scores, counts = rng.normal(size=64), rng.integers(0, 10**7, 64)
    functional = Functional(tuple(scores.tolist()), tuple(counts.tolist()))
    wilson, wald = (interval(functional, "0.95", method) for method in ("wilson", "wald"))
    assert (wilson.low, wilson.high) == pytest.approx((wald.low, wald.high), abs=1e-4 * wald.width)


@pytest.mark.parametrize("shift", [100, 10_000, 10**6])
def test_wilson_moves_with_its_scores(shift):
    """Years, or counts of many: the interval of shifted scores is the shifted interval."""
    counts = (30, 50, 20)
    near = interval(Functional((0.0, 1.0, 2.0), counts))
    far = interval(Functional((shift, shift + 1.0, shift + 2.0), counts))
    assert (far.low - shift, far.high - shift) == pytest.approx((near.low, near.high), abs=1e-8)


@pytest.mark.parametrize("theta", [0.2, 0.5, 0.9])
def test_the_variance_of_the_likeliest_reports(theta: float) -> None:
    functional = Functional((0.0, 0.3, 1.0), (5, 3, 2))
    expected = likeliest_variance(functional.scores, functional.counts, theta)
    assert variance_at(functional, theta) == pytest.approx(expected, rel=2e-3)


def test_at_and_beyond_the_ends_nothing_varies() -> None:
    functional = Functional((0.0, 0.3, 1.0), (5, 3, 2))
    assert [variance_at(functional, theta) for theta in (-1.0, 0.0, 1.0, 2.0)] == [0.0] * 4


def test_two_scores_have_wilsons_limits() -> None:
    """3 of 10 at z = 1.96: Wilson's interval is 0.1078 to 0.6032."""
    functional = Functional((0.0, 1.0), (7, 3))
    found = functional.score_limits(1.959964)
    assert found == pytest.approx((0.10779, 0.60322), abs=1e-5)
    assert range_limits(functional, 1.959964) == pytest.approx(found)


def test_limits_of_three_scores_are_inside_those_of_their_range() -> None:
    functional = Functional((0.0, 0.5, 1.0), (10, 70, 20))
    low, high = functional.score_limits(2.0)
    least, most = range_limits(functional, 2.0)
    assert least < low < functional.value < high < most
    for end in (low, high):
        z = (functional.value - end) / sqrt(variance_at(functional, end) / functional.n)
        assert abs(z) == pytest.approx(2.0, abs=1e-6)
