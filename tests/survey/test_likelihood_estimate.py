"""The maximum likelihood estimate and its contrasts: information, intervals, tests, refusals."""

from __future__ import annotations

from fractions import Fraction
from math import isnan

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom, chi2, norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import (
    estimate,
    likelihood_estimate,
)
from rropt.survey.calibrated_limits import CALIBRATED, PROFILE
from rropt.survey.likelihood_estimate import LikelihoodContrast

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
FORCED = Channel.from_rows([["11/12", "1/6"], ["1/12", "5/6"]])
REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
MERGED = Channel.from_rows([["1", "1/2", "1/2"], ["0", "1/2", "1/2"]])
KRR = Channel.from_rows([["1/2" if i == j else "1/4" for j in range(3)] for i in range(3)])
TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])
CUT = 3.841458820694124

OUTER = "83010348331692982272/244301417015980109555"
"""Of the optimal four-report table of epsilon 1/2, delta 1/10, prior 1/4, by its certificate."""


@pytest.fixture(scope="module")
def four_reports():
    low = Fraction(OUTER)
    high = Fraction(9, 10) - low
    rows = [["1/10", 0], [0, "1/10"], [low, high], [high, low]]
    return likelihood_estimate(Channel.from_rows(rows), [92, 1, 318, 519])


def test_the_published_survey_of_four_reports(four_reports):
    """Printed: 0.0107288548, 0.0105442 and 0.0105554, [0.00062244, 0.0447451]."""
    yes = four_reports.of(1)
    assert yes.value == pytest.approx(0.0107288548, abs=5e-11)
    assert yes.stderr == pytest.approx(0.0105442, abs=5e-8)
    assert four_reports.expected_stderr[1] == pytest.approx(0.0105554, abs=5e-8)
    for method in ("profile", "likelihood"):
        found = yes.interval(method=method)
        assert found.low == pytest.approx(0.00062244, abs=5e-9)
        assert found.high == pytest.approx(0.0447451, abs=5e-8)
        assert found.method == PROFILE
    assert four_reports.stderr[1] == pytest.approx(yes.stderr)


def test_inside_the_simplex_a_square_table_has_the_linear_standard_error():
    for channel, counts in ((WARNER, [60, 40]), (KRR, [40, 30, 30])):
        one, other = estimate(channel, counts), estimate(channel, counts, method="linear")
        assert (one.method, other.method) == ("likelihood", "linear")
        assert one.value == pytest.approx(other.value)
        assert one.covariance == pytest.approx(other.covariance)


def grid_profile(table, counts, contrast, value):
    """The largest log-likelihood with a value of the contrast, by scipy's general solver."""
    width = table.shape[1]
    equations = [
        {"type": "eq", "fun": lambda x: x.sum() - 1},
        {"type": "eq", "fun": lambda x: x @ contrast - value},
    ]
    found = minimize(
        lambda x: -counts @ np.log(np.maximum(table @ x, 1e-300)) / counts.sum(),
        np.full(width, 1 / width),
        bounds=[(0, 1)] * width,
        constraints=equations,
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    return -found.fun * counts.sum()


def test_permuted_reports_and_a_split_row_change_nothing():
    plain = likelihood_estimate(TALL, [50, 20, 60, 30]).of(1).interval()
    rows = list(TALL.rows)
    split = [rows[3], rows[2], [x / 3 for x in rows[0]], [2 * x / 3 for x in rows[0]], rows[1]]
    other = likelihood_estimate(Channel.from_rows(split), [30, 60, 17, 33, 20]).of(1).interval()
    assert (other.low, other.high) == pytest.approx((plain.low, plain.high), abs=1e-9)


def test_what_is_not_identified_is_nan_and_refused():
    answer = likelihood_estimate(MERGED, [80, 20])
    assert answer.value[0] == pytest.approx(0.6)
    assert np.isnan(answer.value[1:]).all()
    assert np.isnan(answer.stderr[1:]).all() and answer.stderr[0] > 0
    with pytest.raises(InputError, match="must be identified"):
        answer.of(1)
    found = answer.of(0).interval()
    assert 0 < found.low < 0.6 < found.high < 1


def test_reports_that_were_not_seen_leave_no_standard_error():
    answer = likelihood_estimate(Channel.identity(3), [10, 0, 0])
    assert isnan(answer.of(1).stderr) and isnan(answer.stderr[2])
    assert answer.of(1).interval().high < 0.35


def test_weights_need_not_be_whole():
    """Weights added up: the point of the doubled counts, the error of their sum."""
    half = likelihood_estimate(WARNER, [600.5, 399.5])
    double = likelihood_estimate(WARNER, [1201, 799])
    assert half.value == pytest.approx(double.value)
    assert half.stderr == pytest.approx(double.stderr * 2**0.5)
    assert half.maximum.log_likelihood == pytest.approx(double.maximum.log_likelihood / 2)
    with pytest.raises(InputError, match="whole number"):
        estimate(WARNER, [600.5, 399.5], method="linear")


def test_large_numbers_of_reports():
    """At 10^12 reports the interval is 1.96 standard errors to either side."""
    answer = likelihood_estimate(WARNER, [6 * 10**11, 4 * 10**11]).of(1)
    found = answer.interval()
    for end in (found.low, found.high):
        assert abs(end - answer.value) / answer.stderr == pytest.approx(1.959964, rel=1e-4)


def test_refusals():
    with pytest.raises(InputError, match="one of likelihood, linear"):
        estimate(WARNER, [6, 4], method="bayes")
    with pytest.raises(InputError, match="one of likelihood, profile"):
        likelihood_estimate(WARNER, [6, 4]).of(1).interval(method="wilson")
    with pytest.raises(InputError, match="never gives it"):
        likelihood_estimate(Channel.from_rows([[1, "1/2"], [0, "1/2"], [0, 0]]), [5, 5, 1])


RARE = Fraction(1, 10**320)
STRANGE = {
    "merged": [[1, "1/2", "1/2"], [0, "1/2", "1/2"]],
    "useless": [["1/2", "1/2"], ["1/2", "1/2"]],
    "direct": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "twice": [["1/4", "1/8"], ["1/4", "1/8"], ["1/2", "3/4"]],
    "rare": [[RARE, RARE], ["3/4", "1/4"], [Fraction(1, 4) - RARE, Fraction(3, 4) - RARE]],
}


@pytest.mark.everything
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", STRANGE)
def test_strange_tables_and_counts_have_intervals_in_range(name):
    channel = Channel.from_rows(STRANGE[name])
    others = channel.shape[0] - 1
    for first, rest in ((1, 0), (0, 1), (1000, 0), (10**18, 1), (10**18, 10**18), (0.001, 0.001)):
        answer = likelihood_estimate(channel, [first, *[rest] * others])
        for truth, known in enumerate(answer.identified.truths):
            if known:
                part = answer.of(truth)
                found = part.interval()
                assert 0 <= found.low <= part.value + 1e-9
                assert part.value - 1e-9 <= found.high <= 1


def test_inside_the_simplex_both_are_one_and_outside_only_one_is_clipped() -> None:
    """600 of 1000: (0.6 - 0.25) / 0.5 = 0.7; 800 of 1000: 1.1, or 1."""
    for counts, linear, likely in (([600, 400], 0.7, 0.7), ([800, 200], 1.1, 1.0)):
        found = {m: estimate(WARNER, counts, method=m) for m in ("linear", "likelihood")}
        assert found["linear"].value[0] == pytest.approx(linear)
        assert found["likelihood"].value[0] == pytest.approx(likely)
        assert [each.method for each in found.values()] == ["linear", "likelihood"]


def test_the_prior_matters_where_there_are_more_reports_than_truths() -> None:
    tall = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])
    counts = [500, 100, 300, 100]
    skewed = estimate(tall, counts, ["9/10", "1/10"], "linear")
    even = estimate(tall, counts, method="linear")
    assert abs(skewed.value[1] - even.value[1]) > 1e-3


def test_another_method_is_refused() -> None:
    with pytest.raises(InputError, match="one of likelihood, linear, got 'moments'"):
        estimate(WARNER, [1, 1], method="moments")


def test_a_value_is_tested_by_twice_the_log_ratio():
    """Shares of yes 0.4 against 0.35: 2 (400 log(8/7) + 600 log(12/13))."""
    answer = likelihood_estimate(WARNER, [600, 400]).of(1)
    drop = 2 * (400 * np.log(0.4 / 0.35) + 600 * np.log(0.6 / 0.65))
    found = answer.test("1/5")
    assert found.statistic == pytest.approx(drop)
    assert found.p_value == pytest.approx(chi2.sf(drop, 1))
    assert answer.test("1/5", "greater").p_value == pytest.approx(norm.sf(drop**0.5))
    assert answer.test("1/5", "less").p_value == pytest.approx(norm.cdf(drop**0.5))
    with pytest.raises(InputError, match="alternative"):
        answer.test("1/5", "both")


def test_the_interval_holds_what_the_test_does_not_reject():
    answer = likelihood_estimate(WARNER, [600, 400]).of(1)
    found = answer.interval(method="profile")
    for end in (found.low, found.high):
        assert answer.test(end).p_value == pytest.approx(0.05, abs=1e-7)


def test_the_end_of_the_simplex_has_the_mixture():
    """Forced response, none against some: half of the chi-square tail, and never below."""
    hits = 2400
    counts = [20_000 - hits, hits]
    drop = 2 * sum(
        n * np.log(n / 20_000 / p) for n, p in zip(counts, (11 / 12, 1 / 12), strict=True)
    )
    answer = likelihood_estimate(FORCED, counts).of(1)
    found = answer.test(0)
    assert found.statistic == pytest.approx(drop)
    assert found.p_value == pytest.approx(chi2.sf(drop, 1) / 2)
    assert answer.test(0, "greater").p_value == found.p_value
    assert answer.test(0, "less").p_value == 1
    assert likelihood_estimate(FORCED, [19_000, 1000]).of(1).test(0).p_value == 1
    assert "mixture" in found.method


@pytest.mark.parametrize("value", ["1/50", "1/20", "3/10"])
def test_the_size_of_few_reports_is_kept(value):
    """Summed over all outcomes of 40 reports: at most the level, at every level."""
    p_values = [
        likelihood_estimate(REVEALING, [40 - x, x]).of(1).test(value).p_value for x in range(41)
    ]
    chances = binom.pmf(np.arange(41), 40, 0.8 * float(Fraction(value)))
    for level in (0.2, 0.05, 0.01, 1e-4):
        assert chances[np.array(p_values) <= level].sum() <= level + 1e-12


def test_no_report_of_a_rare_kind_is_not_evidence_against_it():
    """P(0 of 2 expected) is 0.13, and the chi-square of 4.08 says 0.043."""
    found = likelihood_estimate(REVEALING, [50, 0]).of(1).test("1/20")
    assert found.statistic == pytest.approx(-100 * np.log(0.96))
    assert found.p_value > 0.13 and "exact" in found.method


def test_values_outside_and_known():
    answer = likelihood_estimate(KRR, [5, 3, 2])
    assert answer.of(0).test(2).p_value == 0
    assert answer.of(0).test(2, "less").p_value == 0
    assert answer.of(0).test(-1, "less").p_value == 1
    assert answer.contrast([1, 1, 1]).test(1).p_value == 1


def test_scaling_and_reflecting_a_contrast():
    answer = likelihood_estimate(TALL, [50, 20, 60, 30])
    plain = answer.of(1).interval()
    scaled = answer.contrast(["0", "1e50"]).interval()
    mirrored = answer.of(0).interval()
    assert (scaled.low, scaled.high) == pytest.approx((plain.low * 1e50, plain.high * 1e50))
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - plain.high, 1 - plain.low))
    assert answer.contrast([0, "1e50"]).stderr == pytest.approx(1e50 * answer.of(1).stderr)


def test_a_constant_contrast_is_known():
    answer = likelihood_estimate(KRR, [5, 3, 2]).contrast(["0.3"] * 3)
    assert (answer.value, answer.stderr) == (0.3, pytest.approx(0))
    assert (answer.interval().low, answer.interval().high) == (0.3, 0.3)


def test_a_moved_interval_says_so():
    """Two of fifty say the revealing yes: 0.00846 is moved inwards, and named."""
    revealing = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
    yes: LikelihoodContrast = likelihood_estimate(revealing, [48, 2]).of(1)
    plain, moved = yes.interval(method="profile"), yes.interval()
    assert (plain.method, moved.method) == (PROFILE, CALIBRATED)
    assert plain.low < moved.low < yes.value
