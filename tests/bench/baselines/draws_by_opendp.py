"""Randomized response drawn by opendp from a secure generator."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

import numpy as np


def sampler(categories: int, epsilon: float) -> Callable[[list[int]], list[int]]:
    """A function from truths to reports, one answer a call."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    kept = exp(epsilon) / (exp(epsilon) + categories - 1)
    one: Any = dp.m.make_randomized_response(categories=list(range(categories)), prob=kept)
    return lambda truths: [one(x) for x in truths]


def bits(count: int, epsilon: float) -> Callable[[list[int]], list[int]]:
    """The same for so many bits in one call: each is replaced by a fair coin with chance f."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    domain = dp.bitvector_domain(max_weight=count)
    replaced = 2 / (exp(epsilon) + 1)
    vector: Any = dp.m.make_randomized_response_bitvec(domain, dp.discrete_distance(), f=replaced)

    def draw(truths: list[int]) -> list[int]:
        packed = np.packbits(np.array(truths, dtype=np.uint8))
        found = np.frombuffer(bytes(vector(packed)), dtype=np.uint8)
        return np.unpackbits(found)[: len(truths)].tolist()

    return draw
