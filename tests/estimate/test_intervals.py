"""Intervals against scipy's binomial intervals, the literature's numbers and exact coverage."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from rropt.channel import Channel
from rropt.estimate import METHODS, Functional, bootstrap, estimate, interval, simultaneous
from rropt.exact import InputError

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
KRR = Channel.from_rows([["1/2" if i == j else "1/6" for j in range(4)] for i in range(4)])
TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])

CASES = [(0, 10), (1, 9), (37, 63), (10, 0)]


@pytest.mark.parametrize("counts", CASES)
@pytest.mark.parametrize(("method", "scipys"), [("wilson", "wilson"), ("clopper_pearson", "exact")])
def test_two_answers_are_binomial_intervals_mapped(counts, method, scipys):
    """pi = 2 lambda - 1/2 for the table at 3/4: the report's interval, mapped."""
    reference = binomtest(counts[1], sum(counts)).proportion_ci(0.9, method=scipys)
    answer = interval(estimate(WARNER, counts).of(1), "0.9", method)
    assert answer.low == pytest.approx(2 * reference.low - 0.5, abs=1e-9)
    assert answer.high == pytest.approx(2 * reference.high - 0.5, abs=1e-9)


@pytest.mark.parametrize("method", ["wilson", "clopper_pearson", "wald", "guaranteed"])
def test_a_category_of_krr_is_its_own_report(method):
    """pi_j = 3 lambda_j - 1/2, so its interval is that of a 0/1 score, mapped."""
    counts = [40, 10, 30, 20]
    mine = interval(estimate(KRR, counts).of(2), "0.95", method)
    own = interval(Functional((0.0, 1.0), (70, 30)), "0.95", method)
    assert mine.low == pytest.approx(3 * own.low - 0.5, abs=1e-9)
    assert mine.high == pytest.approx(3 * own.high - 0.5, abs=1e-9)


def test_wald_and_chebyshev_margins():
    """1.96 and 4.47 standard errors (`holohan/eq-7b` rounds the latter up to 4.5)."""
    functional = estimate(WARNER, [60, 40]).of(1)
    wald = interval(functional, "0.95", "wald")
    assert (wald.high - functional.value) / functional.stderr == pytest.approx(1.959964, abs=1e-6)
    chebyshev = interval(functional, "0.95", "chebyshev")
    assert chebyshev.width / 2 / functional.stderr == pytest.approx(sqrt(20))
    assert chebyshev.width / 2 / functional.stderr < 4.5


@given(st.lists(st.integers(0, 200), min_size=4, max_size=4).filter(any))
def test_every_interval_contains_the_estimate(counts):
    functional = estimate(TALL, counts).of(1)
    for method in set(METHODS) - {"clopper_pearson"}:
        answer = interval(functional, "0.9", method)
        assert answer.low <= functional.value + 1e-12
        assert functional.value <= answer.high + 1e-12


def test_wilson_contains_exactly_what_the_score_test_accepts():
    functional = estimate(TALL, [50, 20, 60, 30]).of(1)
    wilson = interval(functional, "0.95", "wilson")
    low, high = functional.range
    for theta in (wilson.low, wilson.high):
        moment = functional.second_moment + (low + high) * (theta - functional.value)
        z = (functional.value - theta) / sqrt((moment - theta**2) / functional.n)
        assert abs(z) == pytest.approx(1.959964, abs=1e-5)


def exact_coverage(method, n, pi, level):
    """The probability that the interval of a Warner sample holds pi, summed over all counts."""
    lam = 0.25 + pi / 2
    held = [pi in interval(estimate(WARNER, [n - x, x]).of(1), level, method) for x in range(n + 1)]
    return float(binom.pmf(np.arange(n + 1), n, lam) @ np.array(held))


@pytest.mark.parametrize("method", ["clopper_pearson", "guaranteed"])
@pytest.mark.parametrize("pi", [0.001, 0.1, 0.5, 0.93])
@pytest.mark.parametrize("n", [5, 40])
def test_guaranteed_methods_cover_exactly(method, pi, n):
    assert exact_coverage(method, n, pi, "0.9") >= 0.9


def test_wald_does_not_cover_where_it_is_known_not_to():
    assert exact_coverage("wald", 5, 0.001, "0.95") < 0.95
    assert exact_coverage("wilson", 40, 0.1, "0.95") == pytest.approx(0.95, abs=0.02)


def test_bootstrap_is_seeded_and_close_to_wald():
    answer = estimate(TALL, [300, 200, 300, 150])
    first = bootstrap(answer, [0, 1], seed=3)
    assert first == bootstrap(answer, [0, 1], seed=3)
    assert first != bootstrap(answer, [0, 1], seed=4)
    wald = interval(answer.of(1), method="wald")
    assert first.low == pytest.approx(wald.low, abs=0.1 * wald.width)
    assert first.high == pytest.approx(wald.high, abs=0.1 * wald.width)
    basic = bootstrap(answer, [0, 1], seed=3, method="basic")
    assert basic.low == pytest.approx(2 * answer.value[1] - first.high)


def test_level_is_exact_and_wider_when_higher():
    functional = estimate(WARNER, [60, 40]).of(1)
    assert interval(functional, 0.95).level == Fraction(19, 20)
    for method in METHODS:
        narrow, wide = (interval(functional, level, method) for level in ("0.8", "0.99"))
        assert wide.low < narrow.low < narrow.high < wide.high


@settings(max_examples=20)
@given(st.sampled_from(["0", "1", "3/2", "-0.1"]))
def test_bad_level_is_refused(level):
    with pytest.raises(InputError, match="strictly between 0 and 1"):
        interval(Functional((0.0, 1.0), (1, 1)), level)


def test_simultaneous_intervals_share_the_level():
    answer = estimate(KRR, [40, 10, 30, 20])
    together = simultaneous([answer.of(j) for j in range(4)], "0.9")
    assert together[2] == interval(answer.of(2), "0.975")


def test_bad_method_is_refused():
    with pytest.raises(InputError, match="one of wald"):
        interval(Functional((0.0, 1.0), (1, 1)), method="bayes")
    with pytest.raises(InputError, match="exactly two scores"):
        interval(estimate(TALL, [1, 1, 1, 1]).of(0), method="clopper_pearson")
    with pytest.raises(InputError, match="percentile"):
        bootstrap(estimate(WARNER, [1, 1]), [0, 1], method="bca")
