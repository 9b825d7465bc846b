"""Supports that are the moves of a few blocks of truths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from rropt.channel.balanced_supports import BalancedSupports, read_numbers, written_numbers
from rropt.channel.block_design import BlockDesign
from rropt.channel.support_family import Dice, Listed

HALF = 0.5
"""Between none and one, of sums of ones that are off by rounding."""


@dataclass(frozen=True)
class DevelopedSupports(BalancedSupports):
    """The moves of base blocks: a report is the number n of a base block and a move s, as n K + s.

    The blocks may be of K points, more than truths: the truths are the first of them.

    >>> plane = BlockDesign.equal("plane of order 2", [7], [[0, 1, 3]])
    >>> str(DevelopedSupports(7, Fraction(3), plane).other)
    '5/13'
    """

    blocks: BlockDesign

    @property
    def name(self) -> str:
        return self.blocks.name

    @property
    def own(self) -> Fraction:
        high = self.gamma * self.blocks.size
        return high / (high + self._points - self.blocks.size)

    @property
    def other(self) -> Fraction:
        return (self.blocks.size - self.own) / (self._points - 1)

    @property
    def empty(self) -> Fraction:
        """Of blocks without any of the first points."""
        if self.truths == self._points:
            return Fraction(0)
        # Which moves of each base block name some truth.
        held = self.sums(np.arange(self._numbers), np.ones(self.truths)) > HALF
        missed = (~held).reshape(-1, self._points).sum(axis=1).tolist()
        parts = (n * share for n, share in zip(missed, self.blocks.shares, strict=True))
        return self._total * sum(parts, Fraction(0)) / self._points

    @property
    def _total(self) -> Fraction:
        """The weights of all blocks, added up."""
        return self._points / (self._points + (self.gamma - 1) * self.blocks.size)

    @property
    def reports(self) -> int:
        return self.blocks.reports

    @property
    def cost_of_counting(self) -> str:
        bases = len(self.blocks.base)
        return "n + k log k" if bases == 1 else f"n + {bases} k log k"

    @property
    def form(self) -> str:
        return f"whole numbers below {self._numbers}"

    @property
    def _points(self) -> int:
        return self.blocks.truths

    @property
    def _numbers(self) -> int:
        return self._points * len(self.blocks.base)

    def listed(self) -> Iterator[Listed]:
        for number, block, share in self.blocks.numbered():
            held = frozenset(x for x in block if x < self.truths)
            yield str(number), held, self._total * share

    def drawn(self, truths: np.ndarray, dice: Dice) -> np.ndarray:
        count = len(truths)
        size = self.blocks.size
        held = dice.event(self.own, count)
        chosen = dice.choice(self.blocks.shares, count)
        element = np.empty(count, np.int64)
        inside, outside = self._elements
        for limit, some, elements in (
            (size, held, inside),
            (self._points - size, ~held, outside),
        ):
            people = np.flatnonzero(some)
            place = dice.below(limit, len(people)) + limit * chosen[people]
            element[people] = elements.ravel().take(place)
        # The truth is in B + s where s is the truth less an element of B.
        move = self.blocks.minus(truths, element)
        return chosen * self._points + self._named(chosen, move)

    @cached_property
    def _elements(self) -> tuple[np.ndarray, np.ndarray]:
        """What is in each base block, and what is not."""
        every = np.arange(self._points)
        outside = [np.setdiff1d(every, block) for block in self.blocks.base]
        return np.array(self.blocks.base), np.array(outside)

    def _named(self, chosen: np.ndarray, move: np.ndarray) -> np.ndarray:
        """The least of the moves that give the same block."""
        for number, kept in enumerate(self.blocks.unmoved):
            if len(kept) > 1:
                some = np.flatnonzero(chosen == number)
                move[some] = np.min([self.blocks.plus(move[some], s) for s in kept], axis=0)
        return move

    def counts(self, reports: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
        times = np.bincount(reports, weights, self._numbers)
        # Truth x is in B + s as often as the moves convolved with B say.
        found = self._convolved(times.reshape(-1, *self.blocks.group), forward=True)
        summed: np.ndarray = found.sum(axis=0).reshape(-1)[: self.truths]
        return summed if weights is not None else np.rint(summed).astype(np.int64)

    def sums(self, reports: np.ndarray, worth: np.ndarray) -> np.ndarray:
        points = np.zeros(self._points)
        points[: self.truths] = worth
        spread = np.broadcast_to(
            points.reshape(self.blocks.group), (len(self.blocks.base), *self.blocks.group)
        )
        # What B + s holds is worth the correlation of the worth with B.
        found = self._convolved(spread, forward=False).reshape(-1)
        return found[reports]

    def _convolved(self, values: np.ndarray, forward: bool) -> np.ndarray:
        """Each base block's values, added up over its moves or over its elements, fast."""
        axes = tuple(range(1, values.ndim))
        sizes = self.blocks.group
        spectrum = self._spectrum if forward else np.conj(self._spectrum)
        transformed = np.fft.rfftn(values, axes=axes) * spectrum
        return np.fft.irfftn(transformed, s=sizes, axes=axes)

    @cached_property
    def _spectrum(self) -> np.ndarray:
        held = np.zeros((len(self.blocks.base), self._points))
        for number, block in enumerate(self.blocks.base):
            held[number, list(block)] = 1
        shaped = held.reshape(-1, *self.blocks.group)
        return np.fft.rfftn(shaped, axes=tuple(range(1, shaped.ndim)))

    def written(self, reports: np.ndarray) -> list[str]:
        return written_numbers(reports, self._numbers)

    def read(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        return read_numbers(texts, self._numbers)
