"""Equally spaced truths c_j of an interval: what a random shift adds, and shares of a density.

Let H_j be 1 at c_j and fall linearly to 0 at its neighbours, so that the H_j add up to one. The
share of a truth is the density times H_j: its mass, and its mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from .vectors import exact_sum


def spread_of_shifts(step: Fraction, shifts: Fraction) -> Fraction:
    """h^2 (1/12 + 1/(6 N^2)).

    >>> spread_of_shifts(Fraction(2), Fraction(1))
    Fraction(1, 1)
    """
    return step**2 * (Fraction(1, 12) + 1 / (6 * shifts**2))


@dataclass(frozen=True)
class Share:
    """What a truth has of a density: its mass and its mean."""

    mass: Fraction
    mean: Fraction


class Piece(NamedTuple):
    """A part of the interval on which the density and all H_j are straight."""

    low: Fraction
    high: Fraction
    mass: Fraction

    @property
    def middle(self) -> Fraction:
        """The mean of x on it."""
        return (self.low + self.high) / 2

    @property
    def square(self) -> Fraction:
        """The mean of x^2 on it."""
        return (self.low**2 + self.low * self.high + self.high**2) / 3


def density_pieces(points: Sequence[Fraction], bins: Sequence[Fraction]) -> list[Piece]:
    """The interval cut at the truths and between bins."""
    width = (points[-1] - points[0]) / len(bins)
    cuts = {points[0] + i * width for i in range(len(bins))}
    found = []
    for low, high in pairwise(sorted(cuts.union(points))):
        mass = bins[int((low - points[0]) / width)]  # no piece begins at the last cut
        found.append(Piece(low, high, mass * (high - low) / width))
    return found


def mean_square(pieces: Sequence[Piece]) -> Fraction:
    """The mean of x^2 under the density."""
    return exact_sum([piece.mass * piece.square for piece in pieces])


def hat_shares(points: Sequence[Fraction], pieces: Sequence[Piece]) -> list[Share]:
    """What each truth has of the density, by the functions H_j.

    >>> zero, one = Fraction(0), Fraction(1)
    >>> share = hat_shares([zero, one], [Piece(zero, one, one)])[1]
    >>> share.mass, share.mean
    (Fraction(1, 2), Fraction(2, 3))
    """
    step = points[1] - points[0]
    masses = [Fraction(0)] * len(points)
    totals = [Fraction(0)] * len(points)
    for piece in pieces:
        j = int((piece.low - points[0]) / step)
        up = piece.mass * (piece.middle - points[j]) / step
        up_total = piece.mass * (piece.square - points[j] * piece.middle) / step
        masses[j] += piece.mass - up
        masses[j + 1] += up
        totals[j] += piece.mass * piece.middle - up_total
        totals[j + 1] += up_total
    found = zip(points, masses, totals, strict=True)
    return [Share(mass, total / mass if mass else c) for c, mass, total in found]


def inner_shares(points: Sequence[Fraction], hats: Sequence[Share]) -> list[Share]:
    """Those of the ends are added to their neighbours; an end itself has no mass.

    >>> points = [Fraction(x) for x in (0, 1, 2)]
    >>> hats = hat_shares(points, [Piece(Fraction(0), Fraction(1), Fraction(1))])
    >>> [(float(share.mass), float(share.mean)) for share in inner_shares(points, hats)]
    [(0.0, 0.0), (1.0, 0.5), (0.0, 2.0)]
    """
    found = list(hats)
    for end, inner in ((0, 1), (-1, -2)):
        mass = found[end].mass + found[inner].mass
        total = found[end].mass * found[end].mean + found[inner].mass * found[inner].mean
        found[inner] = Share(mass, total / mass if mass else points[inner])
        found[end] = Share(Fraction(0), points[end])
    return found
