"""Groups, strata, tests of hypotheses and goodness of fit."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, binomtest, chi2, norm

from rropt.channel import Channel
from rropt.estimate import (
    Combination,
    Functional,
    contrast_test,
    difference,
    difference_test,
    distribution_test,
    estimate,
    goodness_of_fit,
    interval,
    stratified,
)
from rropt.exact import InputError

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
SKEWED = Channel.from_rows([["9/10", "1/5"], ["1/10", "4/5"]])
KRR = Channel.from_rows([["1/2" if i == j else "1/4" for j in range(3)] for i in range(3)])
TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])


def test_difference_adds_variances_across_channels():
    first, second = estimate(WARNER, [400, 600]), estimate(SKEWED, [700, 300])
    change = difference(first, second, [0, 1])
    assert change.value == pytest.approx(first.value[1] - second.value[1])
    expected = first.covariance[1, 1] + second.covariance[1, 1]
    assert change.stderr**2 == pytest.approx(expected)
    wald = change.interval("0.9", "wald")
    assert wald.width == pytest.approx(2 * norm.ppf(0.95) * change.stderr)
    assert change.interval("0.9", "chebyshev").width == pytest.approx(2 * 10**0.5 * change.stderr)


def test_wilson_of_a_difference_is_newcombes_interval():
    """Newcombe's published example: 56/70 against 48/80, 95%: 0.0524 to 0.3339."""
    truth = Channel.identity(2)
    change = difference(estimate(truth, [14, 56]), estimate(truth, [32, 48]), [0, 1])
    answer = change.interval("0.95", "wilson")
    assert (round(answer.low, 4), round(answer.high, 4)) == (0.0524, 0.3339)


def test_one_part_keeps_its_own_interval():
    part = estimate(TALL, [50, 20, 60, 30]).of(1)
    alone, whole = Combination((1.0,), (part,)).interval(), interval(part)
    assert (alone.low, alone.high) == pytest.approx((whole.low, whole.high))


def test_stratified_weights():
    strata = [estimate(WARNER, c) for c in ([400, 600], [700, 300], [500, 500])]
    shares = ["1/2", "3/10", "1/5"]
    combined = stratified(strata, shares, [0, 1])
    weights = np.array([0.5, 0.3, 0.2])
    values = np.array([s.value[1] for s in strata])
    variances = np.array([s.covariance[1, 1] for s in strata])
    assert combined.value == pytest.approx(weights @ values)
    assert combined.stderr**2 == pytest.approx(weights**2 @ variances)
    with pytest.raises(InputError, match="sum to one"):
        stratified(strata, ["1/2", "1/2", "1/2"], [0, 1])
    with pytest.raises(InputError, match="3, one a stratum"):
        stratified(strata, ["1/2", "1/2"], [0, 1])
    with pytest.raises(InputError, match="method for several groups"):
        combined.interval(method="clopper_pearson")


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_two_answers_are_tested_exactly(alternative):
    """pi = 0.2 is a share of yes of 1/4 + 0.1."""
    answer = contrast_test(estimate(WARNER, [60, 40]).of(1), "0.2", alternative)
    assert answer.method == "exact binomial"
    upper, lower = binom.sf(39, 100, 0.35), binom.cdf(40, 100, 0.35)
    expected = {"greater": upper, "less": lower, "two-sided": min(1, 2 * min(upper, lower))}
    assert answer.p_value == pytest.approx(expected[alternative])
    if alternative != "two-sided":
        reference = binomtest(40, 100, 0.35, alternative).pvalue
        assert answer.p_value == pytest.approx(reference)


def test_an_impossible_value_is_rejected():
    assert contrast_test(estimate(WARNER, [60, 40]).of(1), 2).p_value == 0


def test_general_contrast_takes_the_variance_at_the_hypothesis():
    functional = estimate(TALL, [50, 20, 60, 30]).of(1)
    wilson = interval(functional, "0.95", "wilson")
    at_the_limit = contrast_test(functional, wilson.low)
    assert at_the_limit.p_value == pytest.approx(0.05, abs=1e-6)
    inside = contrast_test(functional, (wilson.low + functional.value) / 2)
    assert inside.p_value > 0.05
    one_sided = contrast_test(functional, wilson.low, "greater")
    assert one_sided.p_value == pytest.approx(0.025, abs=1e-6)


def test_difference_of_groups():
    first, second = estimate(WARNER, [400, 600]), estimate(WARNER, [470, 530])
    change = difference(first, second, [0, 1])
    z = change.value / change.stderr
    assert difference_test(change).p_value == pytest.approx(2 * norm.sf(z))
    assert difference_test(change, alternative="less").p_value == pytest.approx(norm.cdf(z))
    constant = Combination((1.0,), (Functional((0.0, 1.0), (4, 0)),))
    assert difference_test(constant, "1/2").p_value == 0
    with pytest.raises(InputError, match="alternative"):
        difference_test(change, alternative="both")


def test_whole_distribution_is_pearsons_test_on_the_reports():
    expected = 100 * np.array([0.375, 0.325, 0.3])
    observed = np.array([40, 35, 25])
    statistic = ((observed - expected) ** 2 / expected).sum()
    answer = distribution_test(KRR, observed, ["1/2", "3/10", "1/5"])
    assert answer.statistic == pytest.approx(statistic)
    assert answer.p_value == pytest.approx(chi2.sf(statistic, 2))
    truth = Channel.identity(2)
    assert distribution_test(truth, [1, 9], [0, 1]).p_value == 0
    assert distribution_test(truth, [0, 9], [0, 1]).p_value == 1


def test_compatible_reports_fit():
    for channel, counts in ((WARNER, [60, 40]), (KRR, [40, 30, 30]), (TALL, [500, 250, 125, 125])):
        fit = goodness_of_fit(channel, counts)
        assert fit.p_value > 0.2
        assert not fit.suspicious


def test_always_no_is_found_out():
    """A table at 3/4 gives at most 75% no; 850 of 1000 is a binomial tail, doubled."""
    fit = goodness_of_fit(WARNER, [850, 150])
    assert fit.p_value == pytest.approx(2 * binom.sf(849, 1000, 0.75))
    assert {r.report for r in fit.suspicious} == {"no", "yes"}
    assert fit.suspicious[0].high in (Fraction(3, 4), Fraction(1, 4))
    assert goodness_of_fit(WARNER, [755, 245]).p_value > 0.5


def test_an_impossible_mixture_is_found_out_where_every_report_is_in_range():
    """Shares between the columns of the table one by one, yet no mixture of them."""
    counts = [300, 220, 300, 180]
    fit = goodness_of_fit(TALL, counts)
    assert fit.degrees_of_freedom == 3
    assert fit.p_value < 1e-4
    mixture = goodness_of_fit(TALL, [312, 250, 313, 125])
    assert mixture.p_value == 1.0


def test_a_report_that_the_channel_never_gives():
    never = Channel.from_rows([[1, "1/2"], [0, "1/2"], [0, 0]])
    fit = goodness_of_fit(never, [5, 5, 1])
    assert fit.p_value == 0


def test_the_p_value_is_valid_under_the_worst_truth():
    """At the corner of the range, P(p <= 0.05) <= 0.05, summed exactly over all counts."""
    p_values = np.array([goodness_of_fit(WARNER, [60 - x, x]).p_value for x in range(61)])
    for share in (0.25, 0.5, 0.75):
        weights = binom.pmf(np.arange(61), 60, share)
        assert weights[p_values <= 0.05].sum() <= 0.05
