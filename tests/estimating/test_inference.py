"""Groups, strata, tests of hypotheses and goodness of fit."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, binomtest, chi2, multinomial, norm

from rropt.channel import Channel
from rropt.estimating import (
    Combination,
    Functional,
    contrast_test,
    difference,
    difference_test,
    distribution_test,
    goodness_of_fit,
    interval,
    stratified,
)
from rropt.estimating import (
    unbiased_estimate as unbiased,
)
from rropt.estimating.hypotheses import binomial_tails
from rropt.estimating.reference_drops import compositions
from rropt.exact import InputError

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
SKEWED = Channel.from_rows([["9/10", "1/5"], ["1/10", "4/5"]])
KRR = Channel.from_rows([["1/2" if i == j else "1/4" for j in range(3)] for i in range(3)])
TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])


def test_difference_adds_variances_across_channels():
    first, second = unbiased(WARNER, [400, 600]), unbiased(SKEWED, [700, 300])
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
    change = difference(unbiased(truth, [14, 56]), unbiased(truth, [32, 48]), [0, 1])
    answer = change.interval("0.95", "wilson")
    assert (round(answer.low, 4), round(answer.high, 4)) == (0.0524, 0.3339)


def test_one_part_keeps_its_own_interval():
    part = unbiased(TALL, [50, 20, 60, 30]).of(1)
    alone, whole = Combination((1.0,), (part,)).interval(), interval(part)
    assert (alone.low, alone.high) == pytest.approx((whole.low, whole.high))


def test_stratified_weights():
    strata = [unbiased(WARNER, c) for c in ([400, 600], [700, 300], [500, 500])]
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
    answer = contrast_test(unbiased(WARNER, [60, 40]).of(1), "0.2", alternative)
    assert answer.method == "exact binomial"
    upper, lower = binom.sf(39, 100, 0.35), binom.cdf(40, 100, 0.35)
    expected = {"greater": upper, "less": lower, "two-sided": min(1, 2 * min(upper, lower))}
    assert answer.p_value == pytest.approx(expected[alternative])
    if alternative != "two-sided":
        reference = binomtest(40, 100, 0.35, alternative).pvalue
        assert answer.p_value == pytest.approx(reference)


def test_an_impossible_value_is_rejected():
    assert contrast_test(unbiased(WARNER, [60, 40]).of(1), 2).p_value == 0


def test_an_impossible_value_is_rejected_on_its_side_only():
    for functional in (
        unbiased(WARNER, [60, 40]).of(1),
        unbiased(TALL, [5, 2, 6, 3]).of(1),
    ):
        assert contrast_test(functional, 9, "less").p_value == 0
        assert contrast_test(functional, 9, "greater").p_value == 1
        assert contrast_test(functional, -9, "less").p_value == 1
        assert contrast_test(functional, -9, "greater").p_value == 0
        assert contrast_test(functional, -9).p_value == 0


@pytest.mark.parametrize("n", range(1, 12))
def test_a_contrast_that_is_known_is_not_rejected(n):
    """The shares add up to one whatever the reports are, so 0.1 of each adds up to 0.1."""
    for channel in (KRR, Channel.identity(3)):
        constant = unbiased(channel, [1, 2, n]).contrast(["0.1"] * 3)
        assert contrast_test(constant, "0.1").p_value == 1
        assert contrast_test(constant, "0.2").p_value == 0
        assert constant.value == 0.1


def test_a_sample_without_variation_does_not_prove_its_mean():
    """Three reports in the middle of three scores are likely at a mean of 1.1 (0.9^3 = 0.73)."""
    functional = unbiased(Channel.identity(3), [0, 3, 0]).contrast([0, 1, 2])
    assert contrast_test(functional, "1.1").p_value > 0.4
    assert 1.1 in interval(functional)


def test_general_contrast_takes_the_variance_at_the_hypothesis():
    functional = unbiased(TALL, [50, 20, 60, 30]).of(1)
    wilson = interval(functional, "0.95", "wilson")
    at_the_limit = contrast_test(functional, wilson.low)
    assert at_the_limit.p_value == pytest.approx(0.05, abs=1e-6)
    inside = contrast_test(functional, (wilson.low + functional.value) / 2)
    assert inside.p_value > 0.05
    one_sided = contrast_test(functional, wilson.low, "greater")
    assert one_sided.p_value == pytest.approx(0.025, abs=1e-6)


def newcombe_limits(counts, level):
    """Limits of the difference of two Warner groups, from scipy's Wilson intervals."""
    ends = [binomtest(c[1], sum(c)).proportion_ci(level, method="wilson") for c in counts]
    shares = [c[1] / sum(c) for c in counts]
    down = np.hypot(shares[0] - ends[0].low, ends[1].high - shares[1])
    up = np.hypot(ends[0].high - shares[0], shares[1] - ends[1].low)
    return 2 * (shares[0] - shares[1] - down), 2 * (shares[0] - shares[1] + up)


@pytest.mark.parametrize("counts", [([400, 600], [470, 530]), ([3, 1], [1, 4]), ([5, 0], [2, 3])])
def test_a_difference_is_tested_by_the_limits_of_its_interval(counts):
    change = difference(*(unbiased(WARNER, c) for c in counts), [0, 1])
    p_value = difference_test(change).p_value
    limits = newcombe_limits(counts, 1 - p_value)
    assert min(abs(limit) for limit in limits) == pytest.approx(0, abs=1e-6)
    low, high = (
        change.interval(str(1 - p_value / 2)).low,
        change.interval(str(1 - p_value / 2)).high,
    )
    assert low < 0 < high


def test_large_groups_are_tested_as_by_their_standard_error():
    counts = [400_000, 600_000], [401_000, 599_000]
    change = difference(*(unbiased(WARNER, c) for c in counts), [0, 1])
    z = change.value / change.stderr
    assert difference_test(change).p_value == pytest.approx(2 * norm.sf(z), rel=1e-3)
    assert difference_test(change, alternative="greater").p_value == pytest.approx(
        norm.sf(z), rel=1e-3
    )
    assert difference_test(change, alternative="less").p_value == pytest.approx(norm.cdf(z))
    with pytest.raises(InputError, match="alternative"):
        difference_test(change, alternative="both")


def test_one_part_without_variation_is_tested_by_its_wilson_limit():
    """Four times no against a half: z = (0 - 1/2) / sqrt(1/4 / 4) = -2."""
    constant = Combination((1.0,), (Functional((0.0, 1.0), (4, 0)),))
    answer = difference_test(constant, "1/2")
    assert answer.statistic == pytest.approx(-2)
    assert answer.p_value == pytest.approx(2 * norm.sf(2))
    assert difference_test(constant, "3/2").p_value == 0


def test_limits_that_end_before_a_possible_value_are_not_called_impossible():
    """One yes and one no: at -1/2 each of them still has a chance of a quarter."""
    yes, no = Functional((0.0, 1.0), (0, 1)), Functional((0.0, 1.0), (1, 0))
    change = Combination((1.0, -1.0), (yes, no))
    assert change.range == (-1, 1)
    assert "limits" in difference_test(change, "-1/2").method
    assert "impossible" in difference_test(change, "-3/2").method
    assert difference_test(change, "-3/2", "less").p_value == 1


@pytest.mark.parametrize("times", [2, 5, 7, 9])
def test_equal_shares_of_three_scores_are_equal_groups(times):
    """Sevenths and tenths are rounded: what is left of a difference of zero is no difference."""
    part = Functional((4 / 7, 1.0, 3 / 7), (9, 7, 1))
    other = Functional(part.scores, tuple(times * count for count in part.counts))
    assert difference_test(Combination((1.0, -1.0), (part, other))).p_value == 1
    assert difference_test(Combination((0.1, 0.2, -0.3), (part, other, part))).p_value == 1


@pytest.mark.parametrize("n", range(1, 50))
def test_reports_that_all_say_the_extreme_do_not_reject_it(n):
    functional = Functional((0.1, 0.3, 0.7), (n, 0, 0))
    assert functional.value == 0.1
    assert contrast_test(functional, "0.1").p_value == 1
    assert contrast_test(functional, "0.0999").p_value == 0


@pytest.mark.parametrize("n", [1, 3, 5, 20])
@pytest.mark.parametrize("pi", [0, 0.2, 0.5])
def test_equal_groups_are_rarely_found_different(n, pi):
    """Size 5% summed over all samples: two single answers are never enough."""
    chances = binom.pmf(np.arange(n + 1), n, 0.25 + pi / 2)
    groups = [unbiased(WARNER, [n - x, x]) for x in range(n + 1)]
    rejected = [
        [difference_test(difference(a, b, [0, 1])).p_value <= 0.05 for b in groups] for a in groups
    ]
    assert chances @ np.array(rejected) @ chances < 0.065


def test_tails_far_out_keep_their_digits():
    change = difference(unbiased(WARNER, [600, 400]), unbiased(WARNER, [100, 900]), [0, 1])
    answer = difference_test(change)
    assert answer.p_value == pytest.approx(2 * norm.sf(abs(answer.statistic)), rel=1e-9)
    assert 0 < answer.p_value < 1e-30


@pytest.mark.parametrize("n", [10**7, 10**8, 10**9, 10**11])
def test_binomial_tails_of_many_reports(n):
    """A count at its expectation: the tails are near 1/2, by the other parametrisation of scipy."""
    for hits in (n // 4, n // 4 + int(0.5 * n**0.5)):
        at_most, at_least = binomial_tails(hits, n, 0.25)
        assert at_most == pytest.approx(binom.cdf(hits, n, 0.25), rel=1e-9)
        assert at_least == pytest.approx(binom.sf(hits - 1, n, 0.25), rel=1e-9)
        z = (hits + 0.5 - n / 4) / (3 * n / 16) ** 0.5
        assert at_most == pytest.approx(norm.cdf(z), abs=1e-4)


def test_a_whole_distribution_is_tested_by_its_likelihood_ratio():
    """The reports 40, 35, 25 are those of the truths 3/5, 2/5, 0."""
    expected = 100 * np.array([0.375, 0.325, 0.3])
    observed = np.array([40, 35, 25])
    statistic = 2 * (observed * np.log(observed / expected)).sum()
    answer = distribution_test(KRR, observed, ["1/2", "3/10", "1/5"])
    assert answer.statistic == pytest.approx(statistic)
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
    assert fit.degrees_of_freedom == 2
    assert fit.p_value == pytest.approx(chi2.sf(fit.statistic, 2))
    assert fit.p_value < 1e-4
    mixture = goodness_of_fit(TALL, [312, 250, 313, 125])
    assert mixture.p_value == 1.0


@pytest.mark.parametrize("share", [0, 0.1, 0.5])
def test_the_size_of_a_fit_is_kept_where_reports_are_few(share):
    """Summed over all 286 outcomes of ten reports; a bound by 3 degrees of freedom kept half."""
    outcomes = compositions(10, 4).astype(int)
    p_values = np.array([goodness_of_fit(TALL, counts).p_value for counts in outcomes])
    chances = multinomial.pmf(outcomes, 10, TALL.to_numpy() @ [1 - share, share])
    assert 0.02 < chances[p_values <= 0.05].sum() <= 0.055


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


@pytest.mark.parametrize("counts", [(1, 2), (2, 1), (10, 20)])
def test_a_share_at_the_end_of_its_range_is_not_suspicious(counts):
    thirds = Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    assert goodness_of_fit(thirds, counts).suspicious == ()


def test_always_no_is_suspicious_by_name():
    assert {r.report for r in goodness_of_fit(WARNER, [90, 10]).suspicious} == {"no", "yes"}


@pytest.mark.parametrize("scale", [1, 10**3, 10**9, 10**17, 10**25])
def test_reports_that_a_truth_gives_exactly_fit_however_many_they_are(scale):
    """Those of (1/2, 1/4, 1/4): a statistic of sums of logarithms is 10^4 by rounding at 10^20."""
    rows = [["1/3", "1/7", "1/7"], ["1/3", "3/7", "2/7"], ["1/3", "3/7", "4/7"]]
    channel = Channel.from_rows(rows)
    shares = channel.report_distribution((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)))
    fit = goodness_of_fit(channel, [int(share * 84 * scale) for share in shares])
    assert fit.statistic < 1e-3
    assert fit.p_value == 1


def test_the_likelihood_ratio_is_that_of_its_definition():
    """2 sum n_i log(n_i / (n q_i)) at the best mixture of two columns, found on a fine grid."""
    counts = np.array([30, 40, 10, 40])
    mixtures = np.linspace(0, 1, 100_001)[:, None] * np.array([[3, 0, -3, 0]]) / 8
    q = np.array([1, 2, 4, 1]) / 8 + mixtures
    expected = 2 * (counts * np.log(counts / counts.sum() / q)).sum(axis=1).min()
    assert goodness_of_fit(TALL, counts).statistic == pytest.approx(expected, abs=1e-5)


def test_a_report_that_is_hardly_ever_given_is_no_overflow():
    rare = Fraction(1, 10**320)
    rest = [Fraction(1, 4) - rare, Fraction(3, 4) - rare]
    channel = Channel.from_rows([[rare, rare], ["3/4", "1/4"], rest])
    fit = goodness_of_fit(channel, [1, 50, 49])
    assert fit.statistic > 2 * np.log(10) * 300
    assert fit.p_value < 1e-100


def test_strata_may_come_one_by_one():
    parts = [unbiased(WARNER, [400, 600]), unbiased(WARNER, [700, 300])]
    listed = stratified(parts, ["1/4", "3/4"], [0, 1])
    assert stratified(iter(parts), ["1/4", "3/4"], [0, 1]) == listed
