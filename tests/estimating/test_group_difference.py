"""Groups and strata: weighted sums of independent estimates."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from rropt.channel import Channel
from rropt.estimating import Combination, difference, interval, stratified
from rropt.estimating import unbiased_estimate as unbiased
from rropt.exact import InputError

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])


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
    with pytest.raises(InputError, match="3, one a stratum"):
        stratified(strata, ["1/2", "1/2"], [0, 1])
    with pytest.raises(InputError, match="method for several groups"):
        combined.interval(method="clopper_pearson")


def test_strata_may_come_one_by_one():
    parts = [unbiased(WARNER, [400, 600]), unbiased(WARNER, [700, 300])]
    listed = stratified(parts, ["1/4", "3/4"], [0, 1])
    assert stratified(iter(parts), ["1/4", "3/4"], [0, 1]) == listed
