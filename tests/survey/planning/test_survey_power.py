"""Variances and powers: limits, and tests themselves over outcomes; margins that are held."""

from __future__ import annotations

from fractions import Fraction
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.stats import binom, chi2, multinomial, ncx2, norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import distribution_test, likelihood_estimate
from rropt.survey.planning.open_quantity import plan
from rropt.survey.planning.questions import Proportion, TwoGroups
from rropt.survey.planning.survey_power import (
    chi_square_power,
    distribution_decisions,
    excluded_share,
    k_randomized_response,
    least_deviation,
    normal_power,
    planned_model,
    proportion_variance,
    root,
    seen_once,
    truth_variances,
    value_decisions,
)
from tests.survey.test_reference_drops import compositions

pytestmark = pytest.mark.quick

ONE_SIDED = Channel.from_rows([[1, "1/2"], [0, "1/2"]])


@pytest.mark.parametrize("share", [F(0), F(1, 10), F(1, 2)])
def test_warners_variance_is_the_textbook_one(share):
    """lambda (1 - lambda) / (2p - 1)^2 with lambda = 1/4 + share / 2 and p = 3/4."""
    yes = F(1, 4) + share / 2
    assert proportion_variance(WARNER, share) == yes * (1 - yes) * 4


def test_told_truths_have_the_variance_of_counting():
    shares = (F(1, 2), F(1, 3), F(1, 6))
    expected = [p * (1 - p) for p in shares]
    assert truth_variances(Channel.identity(3), shares) == expected


def test_half_of_the_reports_tell_nothing():
    """A third report that both truths give alike, half of the time, halves the information."""
    diluted = Channel.from_rows([["3/8", "1/8"], ["1/8", "3/8"], ["1/2", "1/2"]])
    share = F(1, 4)
    expected = 2 * float(proportion_variance(WARNER, share))
    assert float(proportion_variance(diluted, share)) == pytest.approx(expected, rel=1e-12)


def test_a_proportion_has_two_truths():
    with pytest.raises(InputError, match="channel must have two truths for a proportion, got 3"):
        proportion_variance(Channel.identity(3), F(1, 2))
    with pytest.raises(InputError, match="prior must have 2 entries, got 3"):
        WARNER.checked_prior(["1/3"] * 3)


def test_randomized_response_keeps_an_irrational_promise():
    table = k_randomized_response(4, "1/2")
    level = table.parity()
    assert float(level) == pytest.approx(1.6487212707001282, rel=1e-12)
    assert level <= F("1.648721270700128146848650787814163571653776100710148")
    assert {table[i, j] for i in range(4) for j in range(4) if i != j} == {table[0, 1]}


@pytest.mark.parametrize("sides", [1, 2])
def test_a_normal_test_rejects_beyond_its_critical_value(sides):
    """Effect 0.1, spread 2 under the hypothesis and 3 beside it, 900 reports, at 5 percent."""
    cut = norm.isf(0.05 / sides) * 2
    upper = norm.sf((cut - 0.1 * 30) / 3)
    lower = norm.cdf((-cut - 0.1 * 30) / 3) if sides == 2 else 0
    assert normal_power(-0.1, (2, 3), 900, F(1, 20), sides) == pytest.approx(upper + lower)


def test_without_spread_the_answer_is_sure():
    assert normal_power(0.1, (1, 0), 10_000, F(1, 20), 2) == 1.0
    assert normal_power(0.1, (1, 0), 4, F(1, 20), 2) == 0.0


def test_chi_square_is_non_central():
    planned, null = np.array([0.5, 0.3, 0.2]), np.array([0.4, 0.4, 0.2])
    shift = 200 * (0.01 / 0.4 + 0.01 / 0.4)
    expected = ncx2.sf(chi2.isf(0.05, 2), 2, shift)
    assert chi_square_power(planned, null, 200, F(1, 20)) == pytest.approx(expected, rel=1e-9)


def test_one_excluded_report_is_enough():
    """Without it nothing else differs: the power is that of seeing it or a false alarm."""
    planned, null = np.array([0.45, 0.45, 0.1]), np.array([0.5, 0.5, 0.0])
    missed = 0.9**10 * (1 - 0.05)
    assert chi_square_power(planned, null, 10, F(1, 20)) == pytest.approx(1 - missed, rel=1e-9)
    assert chi_square_power(np.array([0.0, 1.0]), np.array([1.0, 0.0]), 1, F(1, 20)) == 1.0
    with pytest.raises(InputError, match="other report probabilities"):
        chi_square_power(null, null, 10, F(1, 20))


def test_seen_at_least_once():
    assert seen_once(0.25, 3) == pytest.approx(1 - 0.75**3)
    assert seen_once(1e-18, 10**18) == pytest.approx(0.6321205588285577)
    assert (seen_once(1.0, 1), seen_once(0.0, 5)) == (1.0, 0.0)


def test_what_nobody_says_under_the_hypothesis():
    """Under "nobody" the second report is impossible; of a fifth, half of them give it."""
    assert excluded_share(ONE_SIDED, F(1, 5), F(0)) == 0.1
    assert excluded_share(WARNER, F(1, 5), F(0)) == 0


def test_a_variance_beyond_doubles_is_refused():
    assert root(F(9, 4)) == 1.5
    with pytest.raises(InputError, match="epsilon must be larger"):
        root(F(10**700))


THREE = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/4", "5/8"]])
REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
YES = np.array([0.0, 1.0])


@pytest.mark.everything
@pytest.mark.parametrize(("null", "sides"), [(0.2, 2), (0.2, 1), (0.0, 1), (0.0, 2)])
@pytest.mark.parametrize("channel", [THREE, REVEALING], ids=["three", "revealing"])
def test_a_power_is_the_chance_that_the_test_rejects(channel, null, sides):
    truth, n = np.array([0.5, 0.5]), 12
    model = planned_model((channel,), (n,), truth)
    hypothesis = np.array([1 - null, null])
    found = value_decisions(model, truth, hypothesis, YES, Fraction(1, 10), sides).power()
    outcomes = compositions(n, channel.shape[0]).astype(int)
    alternative = "greater" if sides == 1 else "two-sided"
    tests = [likelihood_estimate(channel, c).of(1).test(str(null), alternative) for c in outcomes]
    rejected = np.array([test.p_value <= 0.1 for test in tests])
    chances = multinomial.pmf(outcomes, n, channel.to_numpy() @ truth)
    assert found.error == 0
    assert found.value == pytest.approx(chances @ rejected)


@pytest.mark.everything
def test_the_power_of_a_distribution_is_its_tests():
    truth, null, n = np.array([0.6, 0.4]), np.array([0.9, 0.1]), 12
    found = distribution_decisions(
        planned_model((THREE,), (n,), truth), truth, null, 1, Fraction(1, 10)
    ).power()
    outcomes = compositions(n, 3).astype(int)
    p_values = np.array([distribution_test(THREE, c, ["0.9", "0.1"]).p_value for c in outcomes])
    chances = multinomial.pmf(outcomes, n, THREE.to_numpy() @ truth)
    assert found.value == pytest.approx(chances[p_values <= 0.1].sum())


WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
TURNED = Channel.from_rows([["1/5", "4/5"], ["4/5", "1/5"]])


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize(
    ("channels", "sizes", "truth", "null"),
    [
        ((WARNER, WARNER), (40, 25), (0.3, 0.6), (0.4, 0.4)),
        ((WARNER, TURNED), (30, 30), (0.5, 0.1), (0.35, 0.35)),
        ((TURNED, REVEALING), (12, 35), (0.9, 0.6), (0.7, 0.6)),
        ((WARNER, WARNER), (9, 150), (0.0, 0.25), (0.2, 0.2)),
        ((WARNER, WARNER), (400, 300), (0.2, 0.4), (0.3, 0.3)),
    ],
)
def test_a_power_of_two_groups_is_found_by_halving(channels, sizes, truth, null, sides):
    """Beside the decisions on all outcomes that two binomial counts can have, one by one."""
    both = [np.ravel([(1 - share, share) for share in shares]) for shares in (truth, null)]
    difference = np.array([0.0, -1.0, 0.0, 1.0])
    model = planned_model(channels, sizes, both[0])
    planned = value_decisions(model, *both, difference, Fraction(1, 20), sides)
    first, second = (np.arange(size + 1) for size in sizes)
    pairs = [(sizes[0] - a, a, sizes[1] - b, b) for a in first for b in second]
    rejected = planned.rejects(np.array(pairs, dtype=float)).reshape(len(first), -1)
    says = [c.to_numpy()[1] @ part for c, part in zip(channels, np.split(both[0], 2), strict=True)]
    chances = [binom.pmf(np.arange(n + 1), n, p) for n, p in zip(sizes, says, strict=True)]
    assert planned.power().value == pytest.approx(chances[0] @ rejected @ chances[1], abs=1e-9)
    assert planned.power().error == 0


def test_the_part_of_surveys_within_a_margin_is_the_binomial_one():
    """The estimate is (y/n - 1/4) / (1/2) within [0, 1]; 0.1 off is 0.05 n yes reports off."""
    n, margin = 400, 0.1
    planned = Proportion("3/10").planned_estimates(WARNER, n)
    expected = 0.4
    lowest, highest = n * (expected - margin / 2), n * (expected + margin / 2)
    inside = binom.cdf(highest + 0.01, n, expected) - binom.cdf(lowest - 0.01, n, expected)
    held = planned.held_margins(margin + 1e-6, 4000, seed=3)
    assert held == pytest.approx(inside, abs=4 * np.sqrt(inside * (1 - inside) / 4000))


def test_an_estimate_stays_among_the_shares():
    """Nobody has the trait: no estimate is below zero, so a margin of one always holds."""
    planned = Proportion(0).planned_estimates(WARNER, 50)
    assert planned.held_margins(1.0, 200, seed=1) == 1.0
    assert 0.4 < planned.held_margins(1e-9, 2000, seed=1) < 0.7


def test_a_difference_is_missed_more_often_than_each_share():
    one = Proportion("3/10").planned_estimates(WARNER, 200)
    two = TwoGroups("3/10", "3/10").planned_estimates(WARNER, 400)
    assert two.held_margins(0.1, 1000, 5) < one.held_margins(0.1, 1000, 5)


@pytest.mark.parametrize(
    ("n", "chance", "risk"),
    [(100, 0.0072, 5e-5), (100, 0.0072, 1e-9), (30, 0.3, 0.05), (1000, 0.5, 1e-3), (1, 0.5, 0.05)],
)
def test_a_deviation_is_the_least_of_all_that_binomial_chances_keep(n, chance, risk):
    away = abs(np.arange(n + 1) - n * chance)
    chances = binom.pmf(np.arange(n + 1), n, chance)
    kept = [t for t in away if chances[away > t * (1 + 1e-9)].sum() <= risk]
    assert least_deviation(n, chance, 1 - risk) == pytest.approx(min(kept), rel=1e-9)


def test_a_risk_below_all_that_is_listed_leaves_the_limit():
    """At seventeen nines a margin near the end of the range was infinite."""
    assert least_deviation(100, 0.1, 1 - 1e-12) == 0
    planned = plan(Proportion("1/50"), epsilon=1, n=300, level="0.99999999999999999")
    assert planned.half_width < planned.margin < 1
