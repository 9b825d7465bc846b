"""k-ary randomized response drawn by pure-ldp ("direct encoding"), one answer a call."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def sampler(categories: int, epsilon: float) -> Callable[[list[int]], list[int]]:
    """A function from truths to reports; the library takes 1, ..., k and gives 0, ..., k - 1."""
    from pure_ldp.frequency_oracles import DEClient

    client = DEClient(epsilon, categories)
    return lambda truths: [client.privatise(x + 1) for x in truths]


def shares(categories: int, epsilon: float) -> Callable[[list[int]], np.ndarray]:
    """A function from reports to the nearest distribution, its normalization 2."""
    from pure_ldp.frequency_oracles import DEServer

    def estimated(reports: list[int]) -> np.ndarray:
        server = DEServer(epsilon, categories)
        server.aggregate_all(reports)
        counts = server.estimate_all(
            range(1, categories + 1), suppress_warnings=True, normalization=2
        )
        return np.asarray(counts) / len(reports)

    return estimated
