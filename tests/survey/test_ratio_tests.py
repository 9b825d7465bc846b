"""Likelihood-ratio tests: chi-square in the limit, exact sizes of few reports; goodness of fit."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import binom, chi2, multinomial

import rropt as rr
from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import (
    difference,
    distribution_test,
    goodness_of_fit,
    groups_test,
    likelihood_estimate,
    pooled_design,
)
from rropt.survey.ratio_tests import EqualGroups
from rropt.survey.sampled_likelihood import together
from tests.survey.test_group_difference import KRR, TALL
from tests.survey.test_reference_drops import compositions

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
FORCED = Channel.from_rows([["11/12", "1/6"], ["1/12", "5/6"]])
REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])


def test_equal_groups_of_two_truths_are_the_test_of_their_difference():
    groups = [likelihood_estimate(WARNER, c) for c in ([600, 400], [530, 470])]
    change = difference(*groups, [0, 1])
    one, other = change.test(0), groups_test(groups)
    assert one.statistic == pytest.approx(other.statistic, rel=1e-6)
    pooled = np.array([1130, 870])
    parts = [np.array([600, 400]), np.array([530, 470])]
    drop = 2 * (
        sum(n @ np.log(n / n.sum()) for n in parts) - pooled @ np.log(pooled / pooled.sum())
    )
    assert one.statistic == pytest.approx(drop)
    assert other.p_value == pytest.approx(chi2.sf(drop, 1))
    assert change.value == pytest.approx(0.07 * -2)
    assert change.stderr**2 == pytest.approx(sum(g.stderr[1] ** 2 for g in groups))


def test_three_groups_have_two_degrees_of_freedom_a_truth():
    counts = [40_000, 33_000, 27_000], [39_700, 33_100, 27_200], [40_100, 32_800, 27_100]
    groups = [likelihood_estimate(KRR, c) for c in counts]
    whole, one = groups_test(groups), groups_test(groups, [0, 0, 1])
    assert whole.method.endswith("4 degrees of freedom") and one.method.endswith(
        "2 degrees of freedom"
    )
    pooled = likelihood_estimate(KRR, np.sum(counts, axis=0)).maximum.log_likelihood
    drop = 2 * (sum(g.maximum.log_likelihood for g in groups) - pooled)
    assert whole.statistic == pytest.approx(drop, rel=1e-5)
    assert whole.p_value == pytest.approx(chi2.sf(drop, 4), rel=1e-4)
    assert one.statistic <= whole.statistic
    with pytest.raises(InputError, match="at least 2"):
        groups_test(groups[:1])


def test_a_distribution_is_tested_at_its_real_size():
    """A report of chance 1e-4 among 100: once with probability 0.01; Pearson's test said 1e-21."""
    rare = Channel.from_rows([["9999/10000", "1/2"], ["1/10000", "1/2"]])
    found = distribution_test(rare, [99, 1], [1, 0])
    assert found.p_value == pytest.approx(1 - 0.9999**100)
    assert distribution_test(rare, [100, 0], [1, 0]).p_value == pytest.approx(1)


def test_a_drawn_p_value_goes_on_below_one_of_its_draws():
    """Beyond all drawn surveys it is a proved bound: small, and above the chi-square."""
    counts, prior = [100, 200, 110], ["98/100", "1/100", "1/100"]
    found = distribution_test(KRR, counts, prior)
    assert "drawn" in found.method
    assert chi2.sf(found.statistic, 2) < found.p_value < 1e-6


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


@pytest.mark.everything
def test_the_enumerated_test_of_a_distribution_has_its_level():
    """All outcomes of 9 reports: what was observed is one of the outcomes as extreme as itself."""
    rows = [[1, "2/5", "3/8"], [0, "4/15", "1/2"], [0, "1/3", "1/8"]]
    channel, prior, n = Channel.from_rows(rows), ["3/4", "1/4", "0"], 9
    shares = [float(p) for p in channel.report_distribution(prior)]
    outcomes = [(i, j, n - i - j) for i in range(n + 1) for j in range(n + 1 - i)]
    chances = np.array([multinomial.pmf(counts, n, shares) for counts in outcomes])
    p_values = np.array([distribution_test(channel, c, prior).p_value for c in outcomes])
    assert (p_values >= chances * (1 - 1e-9)).all()
    for p in p_values:
        assert chances[p_values <= p + 1e-12].sum() <= p * (1 + 1e-9)


def test_equal_groups_of_few_reports_count_what_was_observed():
    """Its chance, where both groups are as the pooled reports are, is a part of the p-value."""
    rows = [["1/2", "1/4", "1/5"], ["1/4", "1/2", "1/5"], ["1/4", "1/4", "3/5"]]
    channel = Channel.from_rows(rows)
    for first, second in (((2, 1, 1), (0, 1, 3)), ((3, 1, 0), (1, 1, 2)), ((1, 2, 1), (2, 1, 1))):
        pooled = likelihood_estimate(channel, [a + b for a, b in zip(first, second, strict=True)])
        shares = channel.to_numpy() @ [float(pooled.of(j).value) for j in range(3)]
        chance = multinomial.pmf(first, 4, shares) * multinomial.pmf(second, 4, shares)
        found = groups_test([likelihood_estimate(channel, c) for c in (first, second)])
        assert found.p_value >= chance * (1 - 1e-4)


def test_groups_of_one_value_are_the_highest_of_all_values():
    """Each group's own profile at a common share of the third truth, added up: its least sum."""
    counts = [40, 33, 27], [30, 33, 37], [52, 30, 18]
    groups = [likelihood_estimate(KRR, c) for c in counts]
    least = minimize_scalar(
        lambda share: sum(group.of(2).held(share).drop for group in groups),
        bounds=(0.05, 0.2),
        method="bounded",
    )
    found = groups_test(groups, [0, 0, 1])
    assert found.statistic == pytest.approx(least.fun, abs=1e-6)
    (point,) = EqualGroups(together(g.model for g in groups), np.array([0.0, 0, 1])).maxima(
        together(g.model for g in groups).shares
    )
    assert point[2::3] == pytest.approx([point[2]] * 3, abs=1e-9)
    assert point.reshape(3, 3).sum(axis=1) == pytest.approx([1] * 3)


def test_equal_groups_by_different_designs_are_one_pooled_survey():
    both = [likelihood_estimate(WARNER, [600, 400]), likelihood_estimate(FORCED, [700, 300])]
    pooled = likelihood_estimate(*pooled_design([WARNER, FORCED], [[600, 400], [700, 300]]))
    apart = sum(group.llf for group in both) - pooled.llf
    # Of the pooled survey each report also says by which of the two designs it was given.
    assert groups_test(both).statistic == pytest.approx(2 * (apart + 2000 * np.log(1 / 2)))


HALVED = Channel.from_rows([["3/4", "1/4"], ["1/8", "3/8"], ["1/8", "3/8"]])
REPEATED = Channel.from_rows(
    [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], *[["1/8", "1/8", "1/4"]] * 2]
)


@pytest.mark.parametrize(
    ("channels", "counts"),
    [
        ((WARNER, HALVED), ([600, 400], [700, 120, 180])),
        ((REPEATED, REPEATED), ([300, 200, 100, 90], [250, 250, 80, 120])),
    ],
)
def test_a_report_that_stands_twice_or_in_two_designs_counts_each_time(channels, counts):
    """Against the pooled likelihood on a fine grid."""
    groups = [likelihood_estimate(*each) for each in zip(channels, counts, strict=True)]
    width = groups[0].channel.shape[1]
    grid = compositions(100, width) / 100
    pooled = max(
        sum(n @ np.log(c.to_numpy() @ x) for c, n in zip(channels, counts, strict=True))
        for x in grid
    )
    apart = sum(group.llf for group in groups)
    assert groups_test(groups).statistic == pytest.approx(2 * (apart - pooled), abs=0.1)


def test_what_no_report_tells_is_no_degree_of_freedom():
    """Two of three truths give the same reports: groups can differ in one direction only."""
    blind = Channel.from_rows([["3/4", "1/4", "1/4"], ["1/4", "3/4", "3/4"]])
    found = groups_test([likelihood_estimate(blind, c) for c in ([600, 400], [530, 470])])
    assert found.method.endswith("1 degree of freedom")


def test_a_value_that_all_distributions_have_is_known():
    groups = [likelihood_estimate(KRR, [40, 33, 27]) for _ in range(3)]
    assert groups_test(groups, [1, 1, 1]).p_value == 1


@pytest.mark.parametrize(
    ("channel", "contrast", "count"), [(WARNER, [0, 1], 400), (KRR, [0, 0, 1], 8)]
)
def test_groups_may_be_many_and_small(channel, contrast, count):
    """Matrices of all groups together took more than 20 GB for the draws of 400 groups."""
    rng = np.random.default_rng(2)
    shares = channel.to_numpy()[:, 0]
    groups = [likelihood_estimate(channel, rng.multinomial(30, shares)) for _ in range(count)]
    found = groups_test(groups, contrast)
    assert found.method.endswith("drawn surveys") and 0.05 < found.p_value < 1
    other = likelihood_estimate(channel, rng.multinomial(3000, channel.to_numpy()[:, -1]))
    assert groups_test([*groups, other], contrast).p_value < 0.01


LABELLED = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])


def test_compatible_reports_fit():
    for channel, counts in (
        (LABELLED, [60, 40]),
        (KRR, [40, 30, 30]),
        (TALL, [500, 250, 125, 125]),
    ):
        assert goodness_of_fit(channel, counts).p_value > 0.2


def test_always_no_is_found_out():
    """A table at 3/4 gives at most 75% no; 850 of 1000 is a binomial tail, doubled."""
    for counts in ([850, 150], [150, 850]):
        fit = goodness_of_fit(LABELLED, counts)
        assert fit.p_value == pytest.approx(2 * binom.sf(849, 1000, 0.75))
    assert goodness_of_fit(LABELLED, [755, 245]).p_value > 0.5


def test_an_impossible_mixture_is_found_out_where_every_report_is_in_range():
    """Shares between the columns of the table one by one, yet no mixture of them."""
    counts = [300, 220, 300, 180]
    fit = goodness_of_fit(TALL, counts)
    assert fit.degrees == 2
    assert fit.p_value == pytest.approx(chi2.sf(fit.statistic, 2))
    assert fit.p_value < 1e-4
    mixture = goodness_of_fit(TALL, [312, 250, 313, 125])
    assert mixture.p_value == 1.0


@pytest.mark.everything
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
    p_values = np.array([goodness_of_fit(LABELLED, [60 - x, x]).p_value for x in range(61)])
    for share in (0.25, 0.5, 0.75):
        weights = binom.pmf(np.arange(61), 60, share)
        assert weights[p_values <= 0.05].sum() <= 0.05


@pytest.mark.parametrize("counts", [(1, 2), (2, 1), (10, 20)])
def test_a_share_at_the_end_of_its_range_fits(counts):
    thirds = Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    assert goodness_of_fit(thirds, counts).p_value == 1


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


@pytest.mark.parametrize(("blocked", "least", "most"), [(0, 0.2, 1.0), (60, 0.0, 0.01)])
def test_reports_of_more_truths_than_few_are_judged_by_few_draws(blocked, least, most):
    """The affine plane of order 3: one line of it more often than truths explain."""
    design = rr.optimal(rr.LocalDP.from_gamma(2), rr.AOptimal("uniform", categories=9))
    counts = [40] * 12
    counts[0] += blocked
    fit = goodness_of_fit(design.channel, counts)
    assert least <= fit.p_value <= most


def test_a_boundary_of_more_truths_than_few_is_judged_by_few_draws():
    """Nobody has most of the truths: half of such samples have a p-value above one half."""
    design = rr.optimal(rr.LocalDP.from_gamma(2), rr.AOptimal("uniform", categories=9))
    rng = np.random.default_rng(0)
    chances = design.channel.to_numpy()[:, 0]
    fits = [goodness_of_fit(design.channel, rng.multinomial(300, chances)) for _ in range(8)]
    assert {fit.method for fit in fits} <= {"199 drawn surveys", "399 drawn surveys"}
    assert 0.1 < np.mean([fit.p_value for fit in fits]) < 0.9
