"""The same facts from other libraries, where they are installed; skipped where they are not."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.order import compare
from rropt.plan.accuracy import k_randomized_response

LEVELS = ["1/10", "1/2", "1", "2", "5"]


def own_epsilon(channel):
    """ln of the largest ratio of two entries of one report."""
    return max(log(max(row) / min(row)) for row in channel.rows)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("k", [2, 3, 10])
def test_randomized_response_against_opendp(level, k):
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    channel = k_randomized_response(k, level)
    prob = float(channel[0, 0])
    make = dp.m.make_randomized_response
    measurement = make(categories=set(range(k)), prob=prob)
    assert measurement.map(1) == pytest.approx(own_epsilon(channel), rel=1e-9)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("k", [2, 3, 10])
def test_privacy_profile_against_dp_accounting(level, k):
    accounting = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    channel = k_randomized_response(k, level)
    noise = float(1 - channel[0, 0]) * k / (k - 1)
    found = accounting.from_randomized_response(noise, k, value_discretization_interval=1e-4)
    epsilon = own_epsilon(channel)
    for share in (0.0, 0.5, 0.9):
        gamma = Fraction(exp(share * epsilon)).limit_denominator(10**9)
        stated = float(channel.profile(gamma))
        assert found.get_delta_for_epsilon(share * epsilon) == pytest.approx(stated, abs=1e-3)


def random_channel(rng, m, k):
    weights = rng.integers(1, 9, (m, k))
    return Channel.from_rows(
        [[Fraction(int(x), int(s)) for x, s in zip(row, weights.sum(axis=0))] for row in weights]  # noqa: B905
    )


@pytest.mark.parametrize("seed", range(20))
def test_blackwell_order_against_qif(seed):
    qif = pytest.importorskip("qif")
    rng = np.random.default_rng(seed)
    P, C = random_channel(rng, 3, 3), random_channel(rng, 3, 3)
    A = C @ P if seed % 2 else random_channel(rng, 3, 3)
    refined = qif.refinement.refined_by(_by_truth(P), _by_truth(A))
    garbled = refined is not None and refined is not False
    assert garbled == (compare(A, P).garbling is not None)


def _by_truth(channel):
    """One row a truth, fractions in an array of objects: qif's rational mode."""
    return np.array([list(column) for column in channel.columns], dtype=object)
