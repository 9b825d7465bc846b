"""Bits randomized each through its own channel, and estimated again."""

from __future__ import annotations

import numpy as np

from rropt.channel import Channel
from rropt.estimating import bits
from tests.estimating.bits.test_marginal import ONE_SIDED, SKEWED, WARNER


def test_randomized_bits_come_back():
    truths = np.random.default_rng(8).integers(0, 2, (60_000, 3)).astype(bool)
    truths[:, 1] &= truths[:, 0]
    channels = [WARNER, SKEWED, ONE_SIDED]
    reports = bits.randomize_bits(channels, truths, np.random.default_rng(9).bytes)
    estimate = bits.estimate_marginal(channels, bits.histogram(reports))
    exact_marginal = bits.histogram(truths) / 60_000
    spread = np.sqrt(bits.marginal_variances(channels, exact_marginal, 60_000))
    assert (np.abs(estimate - exact_marginal) < 4 * spread).all()
    assert (np.abs(bits.histogram(reports) / 60_000 - exact_marginal) > 4 * spread).any()


def test_columns_keep_their_channels() -> None:
    flip = Channel.from_rows([[0, 1], [1, 0]])
    answers = [[0, 1, 1], [1, 0, 1]]
    found = bits.randomize_bits([flip, Channel.identity(2), flip], answers)
    assert found.tolist() == [[1, 1, 0], [0, 0, 0]] and found.dtype == np.uint8


def test_a_seed_repeats_and_another_does_not() -> None:
    coin = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    answers = np.zeros((200, 1), bool)
    first, again, other = (
        bits.simulate_bits_not_private([coin], answers, seed) for seed in (1, 1, 2)
    )
    assert (first == again).all() and (first != other).any()
