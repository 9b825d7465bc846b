"""Reports with exactly the probabilities of the table, from operating-system randomness.

A report is the index of the interval into which a uniform number U falls, the intervals being the
column of the true answer. U is read byte by byte, most significant first, and no further than
needed: most entries are decided by one byte, so one byte an entry is drawn in bulk and more only
for those that a cut point still divides. Table entries a / D with D no power of two are drawn over
`256^L = q D + rest`: U below q D decides, the rest is rejected and drawn again. No float is
involved anywhere, so the stated probabilities hold exactly.

`randomize` is the private one. `simulate_not_private` takes a seed, for studies on simulated
populations: whoever knows the seed can undo it. The time that a draw takes depends on the random
bytes and, through the number of undecided entries, on the answers; sample in a batch or at a
constant pace where an onlooker can measure time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.exact import InputError, exact_vector, over_common_denominator, whole
from rropt.sampling.bytewise import Machine
from rropt.sampling.cuts import Cuts, cut_points
from rropt.sampling.wordwise import Words

__all__ = ["Sampler", "Source", "draw", "randomize", "randomize_labels", "simulate_not_private"]

Source = Callable[[int], bytes]
"""Gives so many random bytes; `os.urandom` unless a test injects its own."""

MACHINE_CELLS = 1 << 24
"""Largest byte machine, in table cells; larger tables are searched by 64-bit words."""


@dataclass(frozen=True)
class Sampler:
    """A channel made ready for sampling; build it once for many batches.

    >>> sampler = Sampler.of(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    >>> sampler([0, 1, 1, 0], source=bytes)
    array([0, 0, 0, 0], dtype=uint8)
    """

    cuts: Cuts
    engine: Machine | Words = field(compare=False, repr=False)

    @classmethod
    def of(cls, channel: Channel) -> Sampler:
        """Prepare the columns of a channel."""
        return cls.from_columns(tuple(zip(*channel.numerators, strict=True)), channel.denominator)

    @classmethod
    def from_columns(cls, columns: Sequence[Sequence[int]], denominator: int) -> Sampler:
        """Prepare integer weights: column j holds the weights of the reports given truth j."""
        cuts = cut_points(columns, denominator)
        return cls(cuts, Machine.of(cuts) if cuts.cells <= MACHINE_CELLS else Words.of(cuts))

    def __call__(self, truths: Any, source: Source = os.urandom) -> np.ndarray:
        """One report index for each truth index, any integer or bool array."""
        states = _truth_indices(truths, len(self.cuts.columns))
        out = np.empty(states.shape, np.min_scalar_type(self.cuts.reports - 1))
        self.engine.draw(states.reshape(-1), source, out.reshape(-1))
        return out


def randomize(channel: Channel, truths: Any, source: Source = os.urandom) -> np.ndarray:
    """Report indices for an array of truth indices: `P(report i | truth j) = channel[i, j]`.

    >>> answers = np.array([0, 1, 1])
    >>> bool((randomize(Channel.identity(2), answers) == answers).all())
    True
    """
    return _sampler(channel)(truths, source)


def randomize_labels(
    channel: Channel, answers: Iterable[Any], source: Source = os.urandom
) -> list[str]:
    """Report labels for truth labels; an unknown label is refused.

    >>> channel = Channel.from_rows([[1, 0], [0, 1]], ["no", "yes"], ["no", "yes"])
    >>> randomize_labels(channel, ["yes", "no", "yes"])
    ['yes', 'no', 'yes']
    """
    position = {label: j for j, label in enumerate(channel.truths)}
    given = [str(answer) for answer in answers]
    unknown = sum(answer not in position for answer in given)
    if unknown:
        known = ", ".join(map(repr, channel.truths[:10]))
        raise InputError(
            f"answers must be among {known}, got {unknown} of {len(given)} that do not fit"
        )
    indices = np.fromiter((position[answer] for answer in given), np.intp, len(given))
    return [channel.reports[i] for i in randomize(channel, indices, source)]


def simulate_not_private(channel: Channel, truths: Any, seed: int) -> np.ndarray:
    """Reproducible report indices for simulation studies: NOT private, the seed undoes them.

    >>> flip = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    >>> first, again = (simulate_not_private(flip, [0] * 100, seed=7) for _ in range(2))
    >>> bool((first == again).all())
    True
    """
    return _sampler(channel)(truths, np.random.default_rng(whole(seed, "seed")).bytes)


def draw(weights: Iterable[Any], size: int, source: Source = os.urandom) -> np.ndarray:
    """Indices drawn with probabilities exactly proportional to rational weights.

    >>> set(draw([0, 3, 0], 5).tolist())
    {1}
    """
    exact_weights = exact_vector(weights, "weights")
    if min(exact_weights) < 0 or not any(exact_weights):
        raise InputError(f"weights must be non-negative and not all zero, got {exact_weights}")
    numerators, _ = over_common_denominator(exact_weights)
    sampler = Sampler.from_columns([numerators], sum(numerators))
    return sampler(np.zeros(whole(size, "size"), np.uint8), source)


@lru_cache(maxsize=16)
def _sampler(channel: Channel) -> Sampler:
    return Sampler.of(channel)


def _truth_indices(truths: Any, count: int) -> np.ndarray:
    try:
        indices = np.asarray(truths)
    except ValueError:
        raise InputError("truths must be indices in rows of one length, got several") from None
    if np.ma.is_masked(truths):
        raise InputError(f"truths must not be masked, got {np.ma.count_masked(truths)} masked")
    if not indices.size:
        return indices.astype(np.uint8)
    if indices.dtype.kind not in "biu":
        raise InputError(
            f"truths must be whole-number indices (or bool), got an array of {indices.dtype}"
        )
    if indices.min() < 0 or indices.max() >= count:
        outside = int(np.count_nonzero((indices < 0) | (indices >= count)))
        raise InputError(
            f"truths must lie between 0 and {count - 1}, "
            f"got {outside} of {indices.size} entries that do not"
        )
    return indices
