"""Powers decided by the tests themselves, outcome by outcome."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import multinomial

from rropt.channel import Channel
from rropt.estimating import distribution_test, likelihood_estimate, ratio_test
from rropt.estimating.reference_drops import compositions
from rropt.planning.survey_power import distribution_decisions, planned_model, value_decisions

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
