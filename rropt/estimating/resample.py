"""Bootstrap intervals: reports resampled from the observed proportions, seeded and repeatable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from rropt.estimating.intervals import Interval, confidence_level
from rropt.estimating.unbiased_linear import Estimate
from rropt.exact import InputError, whole

BLOCK_CELLS = 1 << 22
"""Resampled counts held at a time."""

MAX_RESAMPLED = 2**63 - 1


def bootstrap(
    estimate: Estimate,
    contrast: Iterable[Any],
    level: Any = "0.95",
    repetitions: int = 2000,
    seed: int = 0,
    method: str = "percentile",
) -> Interval:
    """A bootstrap interval for a contrast; `method` is "percentile" or "basic".

    The seed makes it repeatable: the same arguments give the same interval.

    >>> from rropt.channel import Channel
    >>> from rropt.estimating import unbiased_estimate
    >>> answer = unbiased_estimate(Channel.identity(2), [50, 50])
    >>> 0.5 in bootstrap(answer, [0, 1]), bootstrap(answer, [0, 1]) == bootstrap(answer, [0, 1])
    (True, True)
    """
    if method not in ("percentile", "basic"):
        raise InputError(f"method must be 'percentile' or 'basic', got {method!r}")
    confidence = confidence_level(level)
    if estimate.n > MAX_RESAMPLED:
        raise InputError(f"a bootstrap must be of at most {MAX_RESAMPLED} reports")
    functional = estimate.contrast(contrast)
    times = whole(repetitions, "repetitions", 1)
    draws = _resampled(estimate, functional.scores, times, whole(seed, "seed"))
    tail = float((1 - confidence) / 2)
    low, high = (float(q) for q in np.quantile(draws, [tail, 1 - tail]))
    if method == "basic":
        low, high = 2 * functional.value - high, 2 * functional.value - low
    return Interval(low, high, confidence, f"bootstrap {method}")


def _resampled(
    estimate: Estimate, scores: tuple[float, ...], repetitions: int, seed: int
) -> np.ndarray:
    rng, n = np.random.default_rng(seed), estimate.n
    step = max(1, BLOCK_CELLS // len(scores))
    sizes = [min(step, repetitions - start) for start in range(0, repetitions, step)]
    blocks = [rng.multinomial(n, estimate.proportions, size) @ np.array(scores) for size in sizes]
    return np.concatenate(blocks) / n
