"""Randomizing n-bit answers exactly, each bit through its own channel."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.exact_draws import Source
from rropt.data.sampler import randomize
from rropt.estimating.bits.bit_order import bit_channels
from rropt.estimating.bits.histogram import _bit_table
from rropt.exact import InputError, whole


def randomize_bits(
    channels: Sequence[Channel], answers: Any, source: Source = os.urandom
) -> np.ndarray:
    """Reports for an m x n array of bits: column i passes `channels[i]`, exactly and privately.

    Columns keep their places, so no bit order is involved: channel i belongs to column i.

    >>> flip = Channel.from_rows([[0, 1], [1, 0]])
    >>> randomize_bits([flip, Channel.identity(2)], [[0, 0], [1, 0]]).tolist()
    [[1, 0], [0, 0]]
    """
    table = _bit_table(answers)
    ordered = bit_channels(channels, "first")
    if len(ordered) != table.shape[1]:
        raise InputError(f"channels must be {table.shape[1]}, one a column, got {len(ordered)}")
    reports = np.empty(table.shape, np.uint8)
    for i, channel in enumerate(ordered):
        reports[:, i] = randomize(channel, table[:, i], source)
    return reports


def simulate_bits_not_private(channels: Sequence[Channel], answers: Any, seed: int) -> np.ndarray:
    """Reproducible reports for simulation studies: NOT private, the seed undoes them.

    Columns keep their places, so no bit order is involved: channel i belongs to column i.

    >>> coin = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    >>> first, again = (simulate_bits_not_private([coin], [[0]] * 9, seed=1) for _ in range(2))
    >>> first.tolist() == again.tolist()
    True
    """
    source = np.random.default_rng(whole(seed, "seed")).bytes
    return randomize_bits(channels, answers, source)
