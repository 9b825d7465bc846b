"""Powers decided by the tests themselves over listed or drawn outcomes; margins that are held."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, multinomial

from rropt.channel import Channel
from rropt.estimating import distribution_test, likelihood_estimate, ratio_test
from rropt.planning.survey_power import (
    distribution_decisions,
    planned_estimates,
    planned_model,
    value_decisions,
)
from tests.estimating.test_survey_outcomes import compositions

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
    tests = [
        ratio_test(likelihood_estimate(channel, c).of(1), str(null), alternative) for c in outcomes
    ]
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


def test_the_part_of_surveys_within_a_margin_is_the_binomial_one():
    """The estimate is (y/n - 1/4) / (1/2) within [0, 1]; 0.1 off is 0.05 n yes reports off."""
    n, margin = 400, 0.1
    planned = planned_estimates(WARNER, [0.3], [n], [1.0])
    expected = 0.4
    lowest, highest = n * (expected - margin / 2), n * (expected + margin / 2)
    inside = binom.cdf(highest + 0.01, n, expected) - binom.cdf(lowest - 0.01, n, expected)
    held = planned.held_margins(margin + 1e-6, 4000, seed=3)
    assert held == pytest.approx(inside, abs=4 * np.sqrt(inside * (1 - inside) / 4000))


def test_an_estimate_stays_among_the_shares():
    """Nobody has the trait: no estimate is below zero, so a margin of one always holds."""
    planned = planned_estimates(WARNER, [0.0], [50], [1.0])
    assert planned.held_margins(1.0, 200, seed=1) == 1.0
    assert 0.4 < planned.held_margins(1e-9, 2000, seed=1) < 0.7


def test_a_difference_is_missed_more_often_than_each_share():
    one = planned_estimates(WARNER, [0.3], [200], [1.0])
    two = planned_estimates(WARNER, [0.3, 0.3], [200, 200], [1.0, -1.0])
    assert two.held_margins(0.1, 1000, 5) < one.held_margins(0.1, 1000, 5)
