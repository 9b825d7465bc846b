"""Seeded reports for studies on simulated populations: not private, and apart from secure draws.

Whoever knows the seed can undo them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.exact_draws import Source
from rropt.data.sampler import sampler_of
from rropt.exact import whole


def simulate_not_private(channel: Channel, truths: Any, seed: int) -> np.ndarray:
    """Reproducible report indices for simulation studies: NOT private, the seed undoes them.

    >>> flip = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    >>> first, again = (simulate_not_private(flip, [0] * 100, seed=7) for _ in range(2))
    >>> bool((first == again).all())
    True
    """
    return sampler_of(channel)(truths, seeded(seed))


def seeded(seed: int) -> Source:
    """A source of bytes that anybody who knows the seed can repeat."""
    return np.random.default_rng(whole(seed, "seed")).bytes
