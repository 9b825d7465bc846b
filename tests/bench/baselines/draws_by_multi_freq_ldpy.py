"""k-ary randomized response drawn by multi-freq-ldpy, one answer a call, compiled by numba.

What it makes of bits is timed, too: they are arrays there.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def sampler(categories: int, epsilon: float) -> Callable[[list[int]], list[int]]:
    """A function from truths to reports, called once so that it is compiled."""
    from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Client

    GRR_Client(0, categories, epsilon)
    return lambda truths: [int(GRR_Client(x, categories, epsilon)) for x in truths]


def shares(categories: int, epsilon: float) -> Callable[[list[int]], np.ndarray]:
    """A function from reports to shares: unbiased ones, cut at zero, divided by their sum."""
    from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Aggregator_MI

    return lambda reports: np.asarray(GRR_Aggregator_MI(reports, categories, epsilon))


def shares_of_bits(epsilon: float) -> Callable[[list[np.ndarray]], np.ndarray]:
    """A function from reports of optimised unary encoding to shares, made as those above."""
    from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Aggregator_MI

    return lambda reports: np.asarray(UE_Aggregator_MI(reports, epsilon, optimal=True))
