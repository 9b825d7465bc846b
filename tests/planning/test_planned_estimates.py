"""How often drawn surveys are as near to the truth as was planned."""

import numpy as np
import pytest
from scipy.stats import binom

from rropt.channel import Channel
from rropt.planning.planned_estimates import planned_estimates

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
