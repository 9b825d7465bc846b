"""Likelihood-ratio tests: chi-square in the limit, the exact size of few reports, boundaries."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, chi2, multinomial, norm

from rropt.channel import Channel
from rropt.estimating import (
    distribution_test,
    groups_test,
    likelihood_difference,
    likelihood_estimate,
    ratio_test,
)
from rropt.exact import InputError

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
FORCED = Channel.from_rows([["11/12", "1/6"], ["1/12", "5/6"]])
REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
KRR = Channel.from_rows([["1/2" if i == j else "1/4" for j in range(3)] for i in range(3)])


def test_a_value_is_tested_by_twice_the_log_ratio():
    """Shares of yes 0.4 against 0.35: 2 (400 log(8/7) + 600 log(12/13))."""
    answer = likelihood_estimate(WARNER, [600, 400]).of(1)
    drop = 2 * (400 * np.log(0.4 / 0.35) + 600 * np.log(0.6 / 0.65))
    found = ratio_test(answer, "1/5")
    assert found.statistic == pytest.approx(drop)
    assert found.p_value == pytest.approx(chi2.sf(drop, 1))
    assert ratio_test(answer, "1/5", "greater").p_value == pytest.approx(norm.sf(drop**0.5))
    assert ratio_test(answer, "1/5", "less").p_value == pytest.approx(norm.cdf(drop**0.5))
    with pytest.raises(InputError, match="alternative"):
        ratio_test(answer, "1/5", "both")


def test_the_interval_holds_what_the_test_does_not_reject():
    answer = likelihood_estimate(WARNER, [600, 400]).of(1)
    found = answer.interval(method="profile")
    for end in (found.low, found.high):
        assert ratio_test(answer, end).p_value == pytest.approx(0.05, abs=1e-7)


def test_the_end_of_the_simplex_has_the_mixture():
    """Forced response, none against some: half of the chi-square tail, and never below."""
    hits = 2400
    counts = [20_000 - hits, hits]
    drop = 2 * sum(
        n * np.log(n / 20_000 / p) for n, p in zip(counts, (11 / 12, 1 / 12), strict=True)
    )
    answer = likelihood_estimate(FORCED, counts).of(1)
    found = ratio_test(answer, 0)
    assert found.statistic == pytest.approx(drop)
    assert found.p_value == pytest.approx(chi2.sf(drop, 1) / 2)
    assert ratio_test(answer, 0, "greater").p_value == found.p_value
    assert ratio_test(answer, 0, "less").p_value == 1
    assert ratio_test(likelihood_estimate(FORCED, [19_000, 1000]).of(1), 0).p_value == 1
    assert "mixture" in found.method


@pytest.mark.parametrize("value", ["1/50", "1/20", "3/10"])
def test_the_size_of_few_reports_is_kept(value):
    """Summed over all outcomes of 40 reports: at most the level, at every level."""
    p_values = [
        ratio_test(likelihood_estimate(REVEALING, [40 - x, x]).of(1), value).p_value
        for x in range(41)
    ]
    chances = binom.pmf(np.arange(41), 40, 0.8 * float(Fraction(value)))
    for level in (0.2, 0.05, 0.01, 1e-4):
        assert chances[np.array(p_values) <= level].sum() <= level + 1e-12


def test_no_report_of_a_rare_kind_is_not_evidence_against_it():
    """P(0 of 2 expected) is 0.13, and the chi-square of 4.08 says 0.043."""
    found = ratio_test(likelihood_estimate(REVEALING, [50, 0]).of(1), "1/20")
    assert found.statistic == pytest.approx(-100 * np.log(0.96))
    assert found.p_value > 0.13 and "exact" in found.method


def test_values_outside_and_known():
    answer = likelihood_estimate(KRR, [5, 3, 2])
    assert ratio_test(answer.of(0), 2).p_value == 0
    assert ratio_test(answer.of(0), 2, "less").p_value == 0
    assert ratio_test(answer.of(0), -1, "less").p_value == 1
    assert ratio_test(answer.contrast([1, 1, 1]), 1).p_value == 1


def test_equal_groups_of_two_truths_are_the_test_of_their_difference():
    groups = [likelihood_estimate(WARNER, c) for c in ([600, 400], [530, 470])]
    change = likelihood_difference(*groups, [0, 1])
    one, other = ratio_test(change, 0), groups_test(groups)
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
