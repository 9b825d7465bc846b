"""The first number of reports that reaches a power, and the one from which it is kept."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, chi2

from rropt.channel import Channel
from rropt.planning import Proportion, Strata, TwoGroups, plan
from rropt.planning.reports_needed import reports_for_margin, reports_for_power
from rropt.planning.survey_power import Power

REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
FORCED = Channel.from_rows([["11/12", "1/6"], ["1/12", "5/6"]])


def ratio_power(channel, planned, null, n, sides):
    """The chi-square test of the likelihood ratio, summed over all counts by scipy."""
    low, high = (float(x) for x in channel.rows[1])
    hits = np.arange(n + 1)
    under = low + (high - low) * null
    best = np.clip(hits / n, low, high)
    drops = 2 * (binom.logpmf(hits, n, best) - binom.logpmf(hits, n, under))
    rejected = drops >= chi2.isf(0.05 if sides == 2 else 0.1, 1)
    if sides == 1:
        rejected &= hits / n > under
    return binom.pmf(hits, n, low + (high - low) * planned)[rejected].sum()


@pytest.mark.everything
@pytest.mark.parametrize(
    ("channel", "planned", "null", "goal", "sides", "first", "kept"),
    [
        (REVEALING, "1/20", "1/100", 0.8, 2, 137, 167),
        (WARNER, "1/4", "1/5", 0.9, 2, 3848, 3919),
        (FORCED, "1/50", "0", 0.8, 1, 2211, 2315),
    ],
    ids=["revealing", "warner", "forced"],
)
def test_published_numbers(channel, planned, null, goal, sides, first, kept):
    """Printed: 137, 167; 3919 (the printed 3881 is not the first: 3848 has 0.9002); 2211, 2315."""
    question = Proportion(planned, null)
    answer = plan(question, channel=channel, power=goal, sides=sides)
    assert (answer.first, answer.n, answer.power_error) == (first, kept, 0)
    true, hypothesis = float(Fraction(planned)), float(Fraction(null))
    for n in (first, kept, kept + 1, 3881 if channel is WARNER else kept):
        assert ratio_power(channel, true, hypothesis, n, sides) >= goal
    for n in (first - 1, kept - 1):
        assert ratio_power(channel, true, hypothesis, n, sides) < goal
    again = plan(question, channel=channel, n=kept, sides=sides)
    assert again.power == pytest.approx(ratio_power(channel, true, hypothesis, kept, sides))


def test_the_promise_of_the_limit_is_not_kept():
    """111 reports are promised 0.80 by the normal limit, and have 0.65."""
    limit = plan(Proportion("1/20", "1/100"), channel=REVEALING, power="0.8", method="normal")
    found = plan(Proportion("1/20", "1/100"), channel=REVEALING, n=limit.n)
    assert 105 < limit.n < 115 and limit.power >= 0.8
    assert found.power == pytest.approx(0.65, abs=0.02)


def group_power(first, second, n):
    """Of two groups of a revealing table, summed over all pairs of counts by scipy."""
    sizes = round(n / 2), n - round(n / 2)
    hits = np.meshgrid(*(np.arange(size // 3) for size in sizes), indexing="ij")
    pooled = sum(hits) / n
    likely = [
        binom.logpmf(h, size, h / size) - binom.logpmf(h, size, pooled)
        for h, size in zip(hits, sizes, strict=True)
    ]
    chances = binom.pmf(hits[0], sizes[0], 0.8 * first) * binom.pmf(hits[1], sizes[1], 0.8 * second)
    return chances[2 * sum(likely) >= chi2.isf(0.05, 1)].sum()


@pytest.mark.everything
def test_two_groups_are_enumerated_with_both_numbers():
    """5% against 10% of a revealing table."""
    question = TwoGroups("1/20", "1/10")
    answer = plan(question, channel=REVEALING, power="0.8")
    assert answer.power_error == 0 and answer.first < answer.n
    for n in (answer.first, answer.n, answer.n + 1):
        assert group_power(0.05, 0.1, n) >= 0.8
    for n in (answer.first - 1, answer.n - 1):
        assert group_power(0.05, 0.1, n) < 0.8
    again = plan(question, channel=REVEALING, n=answer.n)
    assert again.power == pytest.approx(group_power(0.05, 0.1, answer.n), abs=1e-9)


def test_a_drawn_power_is_reached_by_more_than_its_error():
    found = reports_for_power(lambda n: Power(min(1.0, n / 1000), 0.02), 0.8, 500, 0.05)
    assert 800 <= found.first <= 820 <= found.kept <= 840


def test_jumps_are_searched_to_the_end():
    """A power that holds at 100, fails at 103 and at 120, and holds from 121 on."""
    failing = {*range(100), 103, 120}
    found = reports_for_power(lambda n: Power(float(n not in failing), 0.0, 8.0), 0.5, 100, 0.05)
    assert (found.first, found.kept) == (100, 121)
    found = reports_for_power(lambda n: Power(float(n >= 400), 0.0, 8.0), 0.5, 100, 0.05)
    assert (found.first, found.kept) == (400, 400)
    found = reports_for_power(lambda n: Power(float(n >= 3), 0.0, 8.0), 0.5, 100, 0.05)
    assert (found.first, found.kept) == (3, 3)


@pytest.mark.parametrize("needed", [1, 7, 99, 100, 101, 130, 5000])
def test_a_margin_is_found_from_any_guess(needed):
    assert reports_for_margin(lambda n: n >= needed, 100) == needed


def test_strata_in_proportion_and_not():
    """sum w^2 V / share by hand; in proportion it is sum w V."""
    variances = [4 * s * (1 - s) for s in (0.375, 0.3)]
    even = plan(Strata(["1/4", "1/10"], ["3/4", "1/4"]), channel=WARNER, n=1000)
    assert even.stderr**2 * 1000 == pytest.approx(0.75 * variances[0] + 0.25 * variances[1])
    skew = plan(Strata(["1/4", "1/10"], ["3/4", "1/4"], ["1/2", "1/2"]), channel=WARNER, n=1000)
    expected = 2 * (0.5625 * variances[0] + 0.0625 * variances[1])
    assert skew.stderr**2 * 1000 == pytest.approx(expected)
    assert skew.half_width == pytest.approx(skew.margin, rel=0.01)
