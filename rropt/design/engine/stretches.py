"""Stretches of numbers on which the prices of one square are seen to cover a matrix of levels.

A square (t.r)^2 / (q.r) is covered by prices y where sum f_j(v) r_j >= 0 for every v between the
t_j / q_j, f_j(v) = y_j - 2 v t_j + v^2 q_j. On a stretch of v this is seen truth by truth from the
leaves to the root: what hangs on a truth, f r, is at least f times the low or the high ratio to its
neighbour where f has one sign on the stretch, and else the high one less the spread of both times
the largest f. Stretches that are too long for that are cut in half.

A quadratic function on a stretch is told by three corners: both ends, and the middle one of
Bernstein's form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from typing import Any

import numpy as np

from rropt.certificate import CertificateError
from rropt.design.engine.clamped_rows import Clamped, Squares
from rropt.design.engine.least_row import LeastRow, both_ways
from rropt.design.engine.pool import Array
from rropt.exact.bounds import step_of
from rropt.exact.entries import scaled
from rropt.patterns.alcoved import Pair, tree_edges
from rropt.privacy.bound_forms import HIGH
from rropt.privacy.levels import Levels

STRETCHES = "stretches"
"""The name of the proof."""

MOST_DOUBLINGS = 40
"""Of the distance of the outer ends from zero, to a size and from it on."""

MOST_HALVINGS = 50
"""Beyond, prices fall short."""

MOST_STRETCHES = 1 << 14

SHORT = CertificateError("prices fall short at some v")

Forest = tuple[tuple[int, int, float, float], ...]
"""A tree from its root, the first truth: its edges with their ends in doubles."""


class Forests:
    """By which tree a sum f.r is seen not to be negative: that of the levels, if they are one, or
    that of what is tight where the sum is least."""

    def __init__(self, levels: Levels) -> None:
        self._matrix = levels.hi
        self._tree = levels.tree(HIGH)
        self._row = None if self._tree else LeastRow(levels.hi)
        self._of_pairs: dict[tuple[Pair, ...], int] = {}
        self._numbers: dict[Forest, int] = {}
        self.known: list[Forest] = []

    def number_at(self, f: Array) -> int:
        """Of the tree for this sum."""
        pairs = self._tree if self._row is None else tuple(both_ways(self._row.tight(f)))
        if pairs not in self._of_pairs:
            edges = tree_edges(self._matrix, pairs)
            forest = tuple((c, p, float(low), float(high)) for c, p, low, high in edges)
            if forest not in self._numbers:
                self._numbers[forest] = len(self.known)
                self.known.append(forest)
            self._of_pairs[pairs] = self._numbers[forest]
        return self._of_pairs[pairs]

    def cover(self, corners: Array, number: int) -> Array:
        """Which sums of square functions are seen not to be negative: a column each, with the
        corners of each truth."""
        for truth, near, low, high in reversed(self.known[number]):
            hanging = corners[truth]
            lost = (high - low) * hanging.max(axis=0)
            passed = np.where(_never_negative(-hanging), high * hanging, high * hanging - lost)
            corners[near] += np.where(_never_negative(hanging), low * hanging, passed)
        return _never_negative(corners[0])


Stretch = tuple[float, float]
"""From one number to another."""


@dataclass(frozen=True)
class Stretches:
    """The square, and the levels that bounds hold for."""

    square: Squares
    levels: Levels

    def covered(self, prices: Sequence[Fraction], proof: Mapping[str, Any]) -> Clamped:
        """With the field `cover`; v is told from that of equal entries, beside which numbers of
        millions would be lost in doubles."""
        factor, (tangent,), means = self.square
        middle = Fraction(round(sum(tangent) / sum(means)))
        moved = [x - middle * share for x, share in zip(tangent, means, strict=True)]
        charged = []
        for price, x, share in zip(prices, tangent, means, strict=True):
            charged.append(price + factor * middle * (middle * share - 2 * x))
        columns = [charged, scaled(moved, factor), scaled(means, factor)]
        y, t, q = (np.array([float(x) for x in column]) for column in columns)
        search = StretchSearch(y, t, q, Forests(self.levels))
        found = sorted(search.found().items())
        known = search.forests.known
        used = sorted({number for _, number in found})
        (start, _), _ = found[0]
        cover = {
            "forests": [[[c, p] for c, p, _, _ in reversed(known[number])] for number in used],
            "start": middle + Fraction(start),
            "stretches": [[middle + Fraction(b), used.index(number)] for (_, b), number in found],
        }
        return Clamped(prices, {}, {**proof, **cover}, sum(prices, Fraction(0)))


@dataclass(frozen=True)
class StretchSearch:
    """For stretches on which sum (y - 2 v t + v^2 q)_j r_j is seen not to be negative."""

    y: Array
    t: Array
    q: Array
    forests: Forests

    def found(self) -> dict[Stretch, int]:
        """With the number of the tree of each."""
        outer, number = self._outer(-1)
        last, last_number = self._outer(1)
        found = {outer: number, last: last_number}
        left = [(outer[1], last[0])]
        for _ in range(MOST_HALVINGS):
            seen = self._covered(left)
            found |= seen
            left = [stretch for stretch in left if stretch not in seen]
            if not left:
                return found
            if len(found) + len(left) > MOST_STRETCHES:
                break
            middles = [(a + b) / 2 for a, b in left]
            halves = [((a, v), (v, b)) for (a, b), v in zip(left, middles, strict=True)]
            left = [half for both in halves for half in both]
        raise SHORT

    def _outer(self, side: int) -> tuple[Stretch, int]:
        """A stretch beyond which t.r / q.r is of no row."""
        t, q = self.t, self.q
        size = float(step_of(float(np.abs(t).max() / q.sum()), 0))
        for power in range(-MOST_DOUBLINGS, MOST_DOUBLINGS):
            width = size * 2.0**power
            beyond = width * q - side * t
            number = self.forests.number_at(beyond)
            a, b = (width, 2 * width) if side > 0 else (-2 * width, -width)
            sums = np.dstack([np.column_stack([beyond] * 3), self._corners(np.array([[a, b]]))])
            if self.forests.cover(sums, number).all():
                return (a, b), number
        raise CertificateError("no number is beyond all v")

    def _covered(self, stretches: Sequence[Stretch]) -> dict[Stretch, int]:
        """Those that are covered by the tree of their middle."""
        y, t, q = self.y, self.t, self.q
        groups: dict[int, list[Stretch]] = {}
        for stretch in stretches:
            v = sum(stretch) / 2
            number = self.forests.number_at(y - 2 * v * t + v**2 * q)
            groups.setdefault(number, []).append(stretch)
        found: dict[Stretch, int] = {}
        for number, group in groups.items():
            ends = np.array(group)
            middles = np.repeat(ends.mean(axis=1, keepdims=True), 2, axis=1)
            if not self.forests.cover(self._corners(middles), number).all():
                raise SHORT
            seen = self.forests.cover(self._corners(ends), number)
            found |= dict.fromkeys(compress(group, seen), number)
        return found

    def _corners(self, stretches: Array) -> Array:
        """Of each truth, three numbers for every stretch."""
        y, t, q = (part[:, None] for part in (self.y, self.t, self.q))
        a, b = stretches.T
        first, last = (y - 2 * v * t + v**2 * q for v in (a, b))
        return np.stack([first, y - (a + b) * t + a * b * q, last], axis=1)


def _never_negative(corners: Array) -> Array:
    """Whether a quadratic function is not; squares of corners might be infinite."""
    first, middle, last = corners
    mean = np.sqrt(np.maximum(first, 0.0)) * np.sqrt(np.maximum(last, 0.0))
    found: Array = (np.minimum(first, last) >= 0) & (middle >= -mean)
    return found
