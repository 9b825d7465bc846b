"""Can the reports come from the design? Sizes of the tests, and the statistic by its definition."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, chi2, multinomial

from rropt.channel import Channel
from rropt.estimating import goodness_of_fit
from tests.estimating.test_group_difference import KRR, TALL
from tests.estimating.test_survey_outcomes import compositions

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])


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


def test_a_report_of_three_is_judged_at_six_ends() -> None:
    """KRR gives each report at most half of the time: 70 of 100 is a tail at 1/2, times six."""
    (first, *_) = goodness_of_fit(KRR, [70, 15, 15]).ranges
    assert (first.low, first.high) == (Fraction(1, 4), Fraction(1, 2))
    assert first.p_value == pytest.approx(6 * binom.sf(69, 100, 0.5))
    inside = goodness_of_fit(KRR, [40, 30, 30]).ranges
    assert [each.p_value for each in inside] == [1.0] * 3
