"""Tests of linear estimates: contrasts, differences, tails."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, binomtest, norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import (
    Combination,
    Functional,
    difference,
    interval,
)
from rropt.survey import (
    unbiased_estimate as unbiased,
)
from rropt.survey.intervals import binomial_tails
from tests.survey.test_group_difference import KRR, TALL, WARNER

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_two_answers_are_tested_exactly(alternative):
    """pi = 0.2 is a share of yes of 1/4 + 0.1."""
    answer = unbiased(WARNER, [60, 40]).of(1).test("0.2", alternative)
    assert answer.method == "exact binomial"
    upper, lower = binom.sf(39, 100, 0.35), binom.cdf(40, 100, 0.35)
    expected = {"greater": upper, "less": lower, "two-sided": min(1, 2 * min(upper, lower))}
    assert answer.p_value == pytest.approx(expected[alternative])
    if alternative != "two-sided":
        reference = binomtest(40, 100, 0.35, alternative).pvalue
        assert answer.p_value == pytest.approx(reference)


def test_an_impossible_value_is_rejected():
    assert unbiased(WARNER, [60, 40]).of(1).test(2).p_value == 0


def test_an_impossible_value_is_rejected_on_its_side_only():
    for functional in (
        unbiased(WARNER, [60, 40]).of(1),
        unbiased(TALL, [5, 2, 6, 3]).of(1),
    ):
        assert functional.test(9, "less").p_value == 0
        assert functional.test(9, "greater").p_value == 1
        assert functional.test(-9, "less").p_value == 1
        assert functional.test(-9, "greater").p_value == 0
        assert functional.test(-9).p_value == 0


@pytest.mark.parametrize("n", range(1, 12))
def test_a_contrast_that_is_known_is_not_rejected(n):
    """The shares add up to one whatever the reports are, so 0.1 of each adds up to 0.1."""
    for channel in (KRR, Channel.identity(3)):
        constant = unbiased(channel, [1, 2, n]).contrast(["0.1"] * 3)
        assert constant.test("0.1").p_value == 1
        assert constant.test("0.2").p_value == 0
        assert constant.value == 0.1


def test_a_sample_without_variation_does_not_prove_its_mean():
    """Three reports in the middle of three scores are likely at a mean of 1.1 (0.9^3 = 0.73)."""
    functional = unbiased(Channel.identity(3), [0, 3, 0]).contrast([0, 1, 2])
    assert functional.test("1.1").p_value > 0.4
    assert 1.1 in interval(functional)


def test_general_contrast_takes_the_variance_at_the_hypothesis():
    functional = unbiased(TALL, [50, 20, 60, 30]).of(1)
    wilson = interval(functional, "0.95", "wilson")
    at_the_limit = functional.test(wilson.low)
    assert at_the_limit.p_value == pytest.approx(0.05, abs=1e-6)
    inside = functional.test((wilson.low + functional.value) / 2)
    assert inside.p_value > 0.05
    one_sided = functional.test(wilson.low, "greater")
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
    p_value = change.test().p_value
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
    assert change.test().p_value == pytest.approx(2 * norm.sf(z), rel=1e-3)
    assert change.test(alternative="greater").p_value == pytest.approx(norm.sf(z), rel=1e-3)
    assert change.test(alternative="less").p_value == pytest.approx(norm.cdf(z))
    with pytest.raises(InputError, match="alternative"):
        change.test(alternative="both")


def test_one_part_without_variation_is_tested_by_its_wilson_limit():
    """Four times no against a half: z = (0 - 1/2) / sqrt(1/4 / 4) = -2."""
    constant = Combination((1.0,), (Functional((0.0, 1.0), (4, 0)),))
    answer = constant.test("1/2")
    assert answer.statistic == pytest.approx(-2)
    assert answer.p_value == pytest.approx(2 * norm.sf(2))
    assert constant.test("3/2").p_value == 0


def test_limits_that_end_before_a_possible_value_are_not_called_impossible():
    """One yes and one no: at -1/2 each of them still has a chance of a quarter."""
    yes, no = Functional((0.0, 1.0), (0, 1)), Functional((0.0, 1.0), (1, 0))
    change = Combination((1.0, -1.0), (yes, no))
    assert change.range == (-1, 1)
    assert "limits" in change.test("-1/2").method
    assert "impossible" in change.test("-3/2").method
    assert change.test("-3/2", "less").p_value == 1


@pytest.mark.parametrize("times", [2, 5, 7, 9])
def test_equal_shares_of_three_scores_are_equal_groups(times):
    """Sevenths and tenths are rounded: what is left of a difference of zero is no difference."""
    part = Functional((4 / 7, 1.0, 3 / 7), (9, 7, 1))
    other = Functional(part.scores, tuple(times * count for count in part.counts))
    assert Combination((1.0, -1.0), (part, other)).test().p_value == 1
    assert Combination((0.1, 0.2, -0.3), (part, other, part)).test().p_value == 1


@pytest.mark.parametrize("n", range(1, 50))
def test_reports_that_all_say_the_extreme_do_not_reject_it(n):
    functional = Functional((0.1, 0.3, 0.7), (n, 0, 0))
    assert functional.value == 0.1
    assert functional.test("0.1").p_value == 1
    assert functional.test("0.0999").p_value == 0


@pytest.mark.everything
@pytest.mark.parametrize("n", [1, 3, 5, 20])
@pytest.mark.parametrize("pi", [0, 0.2, 0.5])
def test_equal_groups_are_rarely_found_different(n, pi):
    """Size 5% summed over all samples: two single answers are never enough."""
    chances = binom.pmf(np.arange(n + 1), n, 0.25 + pi / 2)
    groups = [unbiased(WARNER, [n - x, x]) for x in range(n + 1)]
    rejected = [[difference(a, b, [0, 1]).test().p_value <= 0.05 for b in groups] for a in groups]
    assert chances @ np.array(rejected) @ chances < 0.065


def test_tails_far_out_keep_their_digits():
    change = difference(unbiased(WARNER, [600, 400]), unbiased(WARNER, [100, 900]), [0, 1])
    answer = change.test()
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
