"""Groups: weighted sums of independent estimates, and odds ratios."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import binom, norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import (
    Combination,
    difference,
    interval,
    likelihood_estimate,
    odds_ratio,
    stratified,
    weighted_sum,
)
from rropt.survey import unbiased_estimate as unbiased
from rropt.survey.calibrated_limits import CALIBRATED, compatible

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


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
    with pytest.raises(InputError, match="3 entries, one for each group"):
        stratified(strata, ["1/2", "1/2"], [0, 1])
    with pytest.raises(InputError, match="method for several groups"):
        combined.interval(method="clopper_pearson")


def test_strata_may_come_one_by_one():
    parts = [unbiased(WARNER, [400, 600]), unbiased(WARNER, [700, 300])]
    listed = stratified(parts, ["1/4", "3/4"], [0, 1])
    assert stratified(iter(parts), ["1/4", "3/4"], [0, 1]) == listed


@pytest.mark.everything
def test_strata_add_up_by_likelihood():
    strata = [likelihood_estimate(WARNER, c) for c in ([400, 600], [700, 300], [500, 500])]
    shares = ["1/2", "3/10", "1/5"]
    combined = stratified(strata, shares, [0, 1])
    weights = np.array([0.5, 0.3, 0.2])
    assert combined.value == pytest.approx(weights @ [s.value[1] for s in strata])
    assert combined.stderr**2 == pytest.approx(weights**2 @ [s.stderr[1] ** 2 for s in strata])
    ends = combined.interval()
    assert (ends.high - ends.low) / 2 == pytest.approx(1.96 * combined.stderr, rel=0.02)
    with pytest.raises(InputError, match="sum to one"):
        stratified(strata, ["1/2", "1/2", "1/2"], [0, 1])
    with pytest.raises(InputError, match="3 entries, one for each group"):
        stratified(strata, ["1/2", "1/2"], [0, 1])


def test_a_difference_is_a_sum_with_opposite_weights() -> None:
    first, second = (likelihood_estimate(WARNER, c) for c in ([500, 500], [600, 400]))
    found = difference(first, second, [0, 1])
    assert found.value == pytest.approx(0.2)
    assert weighted_sum([first, second], [1, -1], [0, 1]).interval() == found.interval()
    turned = difference(second, first, [0, 1]).interval()
    ends = found.interval()
    assert (-turned.high, -turned.low) == pytest.approx((ends.low, ends.high), abs=1e-9)


def test_weights_that_ask_for_nothing_are_refused() -> None:
    one = likelihood_estimate(WARNER, [500, 500])
    with pytest.raises(InputError, match="not all be zero"):
        weighted_sum([one], [0], [0, 1])
    with pytest.raises(InputError, match="must have 2 entries, one for each group, got 1"):
        weighted_sum([one, one], [1], [0, 1])


ITSELF = Channel.identity(2)
REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
CUTOFF = 3.841458820694124


def ratio(channel, first, second):
    return odds_ratio([likelihood_estimate(channel, counts) for counts in (first, second)])


def test_direct_answers_have_the_cross_product_and_woolf_s_error():
    found = ratio(ITSELF, [70, 30], [40, 60])
    assert found.value == pytest.approx(30 * 40 / (70 * 60))
    error = np.sqrt(1 / 70 + 1 / 30 + 1 / 40 + 1 / 60)
    assert found.stderr == pytest.approx(found.value * error)
    assert found.nobs == 200 and found.names == ("odds ratio",)
    assert "ratio of the odds of two groups, from 200 reports" in found.summary()


def test_profile_ends_are_those_of_another_search():
    """The likelihood of Warner's reports, maximised over the second share by scipy."""
    counts = (310, 190), (340, 160)

    def lowest(theta):
        def away(logit):
            total = 0.0
            for (no, yes), at in zip(counts, (logit + theta, logit), strict=True):
                chance = 0.25 + 0.5 / (1 + np.exp(-at))
                total -= yes * np.log(chance) + no * np.log(1 - chance)
            return total

        return minimize_scalar(away, bracket=(-6, -1), tol=1e-12).fun

    found = ratio(WARNER, *counts)
    centre = np.log(found.value)
    best = lowest(centre)
    low, high = found.interval(method="profile")
    for end, far in ((low, centre - 3), (high, centre + 3)):
        wanted = brentq(lambda theta: 2 * (lowest(theta) - best) - CUTOFF, centre, far)
        assert np.log(end) == pytest.approx(wanted, abs=5e-3)


@pytest.mark.parametrize("channel", [WARNER, REVEALING])
@pytest.mark.parametrize("counts", [([94, 6], [85, 15]), ([15, 5], [18, 2])])
def test_odds_are_equal_where_shares_are(channel, counts):
    """Equal odds are equal shares: the test is that of the difference."""
    groups = [likelihood_estimate(channel, each) for each in counts]
    found = odds_ratio(groups).test(1)
    other = difference(*groups, [0, 1]).test(0)
    assert found.statistic == pytest.approx(other.statistic, abs=1e-4)
    assert found.p_value == pytest.approx(other.p_value, abs=1e-3)


@pytest.mark.everything
def test_groups_change_places_and_truths_their_names():
    first, second = [93, 7], [82, 18]
    low, high = ratio(REVEALING, first, second).interval()
    other = ratio(REVEALING, second, first).interval()
    assert [1 / other.high, 1 / other.low] == pytest.approx([low, high], rel=0.01)
    turned = Channel.from_rows([["4/5", "0"], ["1/5", "1"]])
    again = ratio(turned, first[::-1], second[::-1]).interval()
    assert [1 / again.high, 1 / again.low] == pytest.approx([low, high], rel=0.01)


def test_where_a_group_shows_none_of_the_truth_one_end_is_open():
    found = ratio(REVEALING, [100, 0], [93, 7])
    low, high = found.interval()
    assert (found.value, low) == (0, 0) and 0.2 < high < 0.5
    assert np.isnan(found.stderr)
    nothing = ratio(REVEALING, [20, 0], [20, 0])
    assert np.isnan(nothing.value) and tuple(nothing.interval()) == (0, np.inf)
    assert nothing.test(1).p_value == 1


def coverage(channel, size, shares):
    """The chances, over all reports of two groups, that the ratio is held: by default, by profile.

    What is far from the ratio, or near it, is decided by R alone.
    """
    yes = channel.to_numpy()[1]
    chances = [binom.pmf(np.arange(size + 1), size, yes @ [1 - x, x]) for x in shares]
    logits = np.log(np.array(shares) / (1 - np.array(shares)))
    theta = logits[0] - logits[1]
    held, plain = 0.0, 0.0
    for i in np.flatnonzero(chances[0] > 1e-5):
        for j in np.flatnonzero(chances[1] > 1e-5):
            at = ratio(channel, [size - i, i], [size - j, j]).held(theta)
            chance = chances[0][i] * chances[1][j]
            drop = at.drop
            plain += chance * (drop <= CUTOFF)
            held += chance * (drop < 1 or (drop < 14 and compatible(at, CUTOFF, 0.05)))
    return held, plain


@pytest.mark.everything
@pytest.mark.parametrize("shares", [(0.15, 0.15), (0.0125, 0.15), (0.15, 0.5)])
def test_intervals_cover_rare_truths(shares):
    """By exact enumeration of 20 reports a group; chi-square alone keeps 0.92 of the first."""
    held, plain = coverage(REVEALING, 20, shares)
    assert held >= 0.93
    assert shares != (0.15, 0.15) or plain < 0.93


def test_an_end_that_is_moved_says_so():
    found = ratio(REVEALING, [98, 2], [93, 7]).interval()
    assert found.method == CALIBRATED
    assert found.low < 0.267 < found.high


def test_the_coefficient_of_a_group_is_the_logarithm():
    pandas = pytest.importorskip("pandas")
    from rropt import regress

    told = [0] * 310 + [1] * 190 + [0] * 340 + [1] * 160
    frame = pandas.DataFrame({"report": told, "first": [1] * 500 + [0] * 500})
    fit = regress("report ~ first", frame, WARNER)
    found = ratio(WARNER, [310, 190], [340, 160])
    assert np.log(found.value) == pytest.approx(fit.params["first"], abs=1e-6)
    assert found.stderr / found.value == pytest.approx(fit.bse["first"], rel=1e-6)
    ends = fit.interval("first", method="profile")
    assert np.log(tuple(found.interval(method="profile"))) == pytest.approx(tuple(ends), abs=5e-3)


def test_what_has_no_odds_is_refused():
    groups = [likelihood_estimate(WARNER, [5, 5])] * 2
    with pytest.raises(InputError, match="groups must be two, of two truths"):
        odds_ratio(groups[:1])
    with pytest.raises(InputError, match="tell the truths apart"):
        blind = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
        odds_ratio([groups[0], likelihood_estimate(blind, [5, 5])])
    with pytest.raises(InputError, match="value must be positive"):
        odds_ratio(groups).test(0)
    with pytest.raises(InputError, match="method must be one of likelihood, profile"):
        odds_ratio(groups).interval(method="wald")


def test_odds_of_which_nothing_is_known_keep_their_interval_in_tables():
    """Nobody of either group says yes: the ratio is 0 / 0, and any value is possible."""
    found = odds_ratio([likelihood_estimate(Channel.identity(2), [10, 0])] * 2)
    assert np.isnan(found.value)
    (row,) = found.to_frame()[["low", "high"]].to_numpy().tolist()
    assert row == [0.0, np.inf]
