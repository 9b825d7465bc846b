"""The maximum likelihood estimate: information, standard errors, intervals, refusals."""

from __future__ import annotations

from fractions import Fraction
from math import isnan

import numpy as np
import pytest
from scipy.optimize import minimize

from rropt.channel import Channel
from rropt.estimating import estimate, likelihood_estimate, likelihood_strata
from rropt.estimating.likelihood_contrast import PROFILE
from rropt.estimating.likelihood_estimate import likelihood_difference, weighted_sum
from rropt.exact import InputError

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
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
    assert yes.expected_stderr == pytest.approx(0.0105554, abs=5e-8)
    for method in ("profile", "likelihood"):
        found = yes.interval(method=method)
        assert found.low == pytest.approx(0.00062244, abs=5e-9)
        assert found.high == pytest.approx(0.0447451, abs=5e-8)
        assert found.method == PROFILE
    assert four_reports.stderr[1] == pytest.approx(yes.stderr)
    assert four_reports.expected_stderr[1] == pytest.approx(yes.expected_stderr)


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


@pytest.mark.everything
def test_strata_add_up():
    strata = [likelihood_estimate(WARNER, c) for c in ([400, 600], [700, 300], [500, 500])]
    shares = ["1/2", "3/10", "1/5"]
    combined = likelihood_strata(strata, shares, [0, 1])
    weights = np.array([0.5, 0.3, 0.2])
    assert combined.value == pytest.approx(weights @ [s.value[1] for s in strata])
    assert combined.stderr**2 == pytest.approx(weights**2 @ [s.stderr[1] ** 2 for s in strata])
    ends = combined.interval()
    assert (ends.high - ends.low) / 2 == pytest.approx(1.96 * combined.stderr, rel=0.02)
    with pytest.raises(InputError, match="sum to one"):
        likelihood_strata(strata, ["1/2", "1/2", "1/2"], [0, 1])
    with pytest.raises(InputError, match="3, one for each group"):
        likelihood_strata(strata, ["1/2", "1/2"], [0, 1])


def test_a_difference_is_a_sum_with_opposite_weights() -> None:
    first, second = (likelihood_estimate(WARNER, c) for c in ([500, 500], [600, 400]))
    found = likelihood_difference(first, second, [0, 1])
    assert found.value == pytest.approx(0.2)
    assert weighted_sum([first, second], [1, -1], [0, 1]).interval() == found.interval()
    turned = likelihood_difference(second, first, [0, 1]).interval()
    ends = found.interval()
    assert (-turned.high, -turned.low) == pytest.approx((ends.low, ends.high), abs=1e-9)


def test_weights_that_ask_for_nothing_are_refused() -> None:
    one = likelihood_estimate(WARNER, [500, 500])
    with pytest.raises(InputError, match="not all be zero"):
        weighted_sum([one], [0], [0, 1])
    with pytest.raises(InputError, match="must be 2, one for each group, got 1"):
        weighted_sum([one, one], [1], [0, 1])


WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


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
