"""Stretches of numbers on which the prices of one square are seen to cover a tree of levels.

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
from typing import Any

import numpy as np

from rropt.certificate import CertificateError
from rropt.design.engine.clamped_rows import Clamped, Squares
from rropt.design.engine.pool import Array
from rropt.exact.bounds import step_of
from rropt.exact.entries import scaled
from rropt.patterns.alcoved import TreeEdge, tree_edges
from rropt.privacy.bound_forms import HIGH
from rropt.privacy.levels import Levels

STRETCHES = "stretches"
"""The name of the proof."""

MOST_DOUBLINGS = 40
"""Of the distance of the outer ends from zero, to a size and from it on."""

MOST_HALVINGS = 50
"""Beyond, prices fall short."""

MOST_STRETCHES = 1 << 14


@dataclass(frozen=True)
class Stretches:
    """The square, and the tree for the levels that bounds hold for."""

    square: Squares
    edges: Sequence[TreeEdge]

    @staticmethod
    def of(levels: Levels, square: Squares) -> Stretches:
        """For prices under a tree of levels."""
        return Stretches(square, tree_edges(levels.hi, levels.tree(HIGH)))

    def covered(self, prices: Sequence[Fraction], proof: Mapping[str, Any]) -> Clamped:
        """With the field `cover`."""
        ends = self._ends(prices)
        forest = [[each.truth, each.near] for each in reversed(self.edges)]
        stretches = [[end, 0] for end in ends[1:]]
        found = {"forests": [forest], "start": ends[0], "stretches": stretches}
        return Clamped(prices, {}, {**proof, **found}, sum(prices, Fraction(0)))

    def _ends(self, prices: Sequence[Fraction]) -> list[Fraction]:
        """Of stretches on which nothing is seen to be negative; v is told from that of equal
        entries, beside which numbers of millions would be lost in doubles."""
        factor, (tangent,), means = self.square
        middle = Fraction(round(sum(tangent) / sum(means)))
        moved = [x - middle * share for x, share in zip(tangent, means, strict=True)]
        charged = []
        for price, x, share in zip(prices, tangent, means, strict=True):
            charged.append(price + factor * middle * (middle * share - 2 * x))
        columns = [charged, scaled(moved, factor), scaled(means, factor)]
        y, t, q = (np.array([float(x) for x in column]) for column in columns)
        left = np.array(self._outer_ends(t, q))
        found = left[0].tolist()
        for _ in range(MOST_HALVINGS):
            seen = self._are_covered(_corners((y, t, q), *left))
            found += left[1, seen].tolist()
            left = left[:, ~seen]
            if not left.size:
                return [middle + Fraction(end) for end in sorted(found)]
            if len(found) + left.shape[1] > MOST_STRETCHES:
                break
            halfway = left.mean(axis=0)
            left = np.hstack([[left[0], halfway], [halfway, left[1]]])
        raise CertificateError("prices fall short at some v")

    def _outer_ends(self, t: Array, q: Array) -> list[list[float]]:
        """Between which t.r / q.r is for all rows."""
        size = float(step_of(float(np.abs(t).max() / q.sum()), 0))
        widths = size * 2.0 ** np.arange(-MOST_DOUBLINGS, MOST_DOUBLINGS)
        ends = []
        for side in (-1, 1):
            beyond = widths * q[:, None] - side * t[:, None]
            seen = self._are_covered(np.stack([beyond] * 3, axis=1))
            if not seen.any():
                raise CertificateError("no number is beyond all v")
            ends.append([side * float(widths[seen.argmax()])])
        return ends

    def _are_covered(self, corners: Array) -> Array:
        """Which stretches are, by the corners of each truth."""
        for each in reversed(self.edges):
            low, high = float(each.least), float(each.most)
            hanging = corners[each.truth]
            lost = (high - low) * hanging.max(axis=0)
            passed = np.where(_never_negative(-hanging), high * hanging, high * hanging - lost)
            corners[each.near] += np.where(_never_negative(hanging), low * hanging, passed)
        return _never_negative(corners[0])


def _corners(forms: tuple[Array, Array, Array], a: Array, b: Array) -> Array:
    """Of each truth, three numbers for every stretch from a to b."""
    y, t, q = (form[:, None] for form in forms)
    first, last = (y - 2 * v * t + v**2 * q for v in (a, b))
    return np.stack([first, y - (a + b) * t + a * b * q, last], axis=1)


def _never_negative(corners: Array) -> Array:
    """Whether a quadratic function is not; squares of corners might be infinite."""
    first, middle, last = corners
    mean = np.sqrt(np.maximum(first, 0.0)) * np.sqrt(np.maximum(last, 0.0))
    found: Array = (np.minimum(first, last) >= 0) & (middle >= -mean)
    return found
