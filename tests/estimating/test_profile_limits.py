"""Profile-likelihood limits against a general solver."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy.optimize import brentq

from rropt.channel import Channel
from rropt.estimating import likelihood_estimate
from rropt.estimating.profile_limits import drop_at, likeliest_at, profile_limits
from rropt.estimating.sampled_likelihood import SampledLikelihood
from tests.estimating.test_likelihood_estimate import CUT, KRR, grid_profile


@pytest.mark.parametrize("contrast", [(0, 0, 1), (-1, 0, 1), (3, 1, 2)])
def test_profile_intervals_of_three_truths_against_a_general_solver(contrast):
    counts = np.array([40, 35, 25])
    table = KRR.to_numpy()
    answer = likelihood_estimate(KRR, counts).contrast(contrast)
    top = counts @ np.log(table @ likelihood_estimate(KRR, counts).value)
    found = answer.interval(method="profile")
    for end, extreme in zip((found.low, found.high), answer.range, strict=True):
        drop = 2 * (top - grid_profile(table, counts, np.array(contrast), end))
        assert drop == pytest.approx(CUT, abs=1e-3) or (end == extreme and drop < CUT)


def test_an_end_of_the_simplex_is_an_end_of_the_interval():
    """All 50 say no: the upper limit of 4/5 p has 2 * 50 * -log(1 - 4/5 p) = 3.84."""
    revealing = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
    found = likelihood_estimate(revealing, [50, 0]).of(1).interval(method="profile")
    assert found.low == 0
    expected = brentq(lambda p: -100 * log(1 - 0.8 * p) - CUT, 0, 0.5)
    assert found.high == pytest.approx(expected, abs=1e-9)
    everything = likelihood_estimate(Channel.identity(2), [0, 9]).of(1).interval()
    assert everything.high == 1


def test_limits_of_a_binomial_share_are_roots_of_its_deviance() -> None:
    """90 and 10: 2 (l(0.1) - l(p)) = 3.84 at both ends, found by a root finder."""
    counts = np.array([90, 10])
    model = SampledLikelihood((Channel.identity(2),), (counts,), counts / 100)
    contrast = np.array([0.0, 1.0])

    def deviance(p: float) -> float:
        return 2 * (10 * np.log(0.1 / p) + 90 * np.log(0.9 / (1 - p)))

    ends = [brentq(lambda p: deviance(p) - 3.84, *span) for span in ((0.01, 0.1), (0.1, 0.9))]
    low, high = profile_limits(model, contrast[None], 3.84)
    assert (low[0], high[0]) == pytest.approx(ends, abs=1e-9)
    assert drop_at(model, contrast, 0.2) == pytest.approx(deviance(0.2))
    assert drop_at(model, contrast, 1.5) == np.inf and drop_at(model, contrast, 0.0) == np.inf
    assert likeliest_at(model, contrast, 0.2) == pytest.approx([0.8, 0.2])
    assert likeliest_at(model, contrast, 1.0) == pytest.approx([0.0, 1.0])


def test_a_constant_contrast_drops_nothing() -> None:
    counts = np.array([90, 10])
    model = SampledLikelihood((Channel.identity(2),), (counts,), counts / 100)
    assert drop_at(model, np.array([1.0, 1.0]), 1.0) == 0.0
