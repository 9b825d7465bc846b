"""The patterns that a worst case of ordered numbers is sought over: windows of neighbours.

One contrast at one level without delta has a program that is separable over the truths, so that
truths with equal numbers may be taken as one, and the best patterns are nearly always windows:
gamma on a run of neighbours, 1 elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from rropt.patterns.extreme import Pattern

Masks = NDArray[np.bool_]


@dataclass(frozen=True)
class MaskedPatterns:
    """Patterns in {1, gamma}^k by where they are gamma."""

    masks: Masks
    gamma: Fraction

    @property
    def rows(self) -> NDArray[np.float64]:
        return np.where(self.masks, float(self.gamma), 1.0)

    @property
    def surplus(self) -> NDArray[np.float64]:
        return np.zeros((len(self.masks), 0))

    def exact(self, index: int) -> Pattern:
        return tuple(self.gamma if high else Fraction(1) for high in self.masks[index])


def windows(truths: int) -> Masks:
    """All runs of neighbours but the whole.

    >>> windows(2).tolist()
    [[True, False], [False, True]]
    """
    ends = combinations(range(truths + 1), 2)
    runs = [(start, end) for start, end in ends if end - start < truths]
    return _masks(runs, truths)


def finer(masks: Masks, kept: NDArray[np.int64], truths: int) -> Masks:
    """The runs near those of a coarse grid, whose points are `kept` among the truths.

    >>> finer(np.array([[True, False]]), np.array([0, 2]), 3).tolist()
    [[True, False, False], [True, True, False]]
    """
    found: set[tuple[int, int]] = set()
    for mask in masks:
        for start, end in _runs(mask):
            ends = product(_near(start, kept, truths), _near(end, kept, truths))
            found.update((a, b) for a, b in ends if 0 < b - a < truths)
    return _masks(sorted(found), truths)


def _near(boundary: int, kept: NDArray[np.int64], truths: int) -> Iterable[int]:
    """Where a boundary between two coarse points may lie."""
    if boundary == 0:
        return (0,)
    if boundary == len(kept):
        return (truths,)
    return range(int(kept[boundary - 1]) + 1, int(kept[boundary]) + 1)


def _runs(mask: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    steps = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]])))
    for start, end in steps.reshape(-1, 2):
        yield int(start), int(end)


def _masks(runs: Iterable[tuple[int, int]], truths: int) -> Masks:
    places = np.arange(truths)
    return np.array([(places >= start) & (places < end) for start, end in runs])
