"""Small sets of p, as series, and lower bounds of f on them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from rropt.strict.real_intervals import ZERO, RealInterval
from rropt.strict.series import Neighbourhood, Series

TERMS_INSIDE = 6
DEGREE, MOST_DEGREE = 3, 12
"""Of the series at an end, in p: doubled where all that a division leaves of one is c_0. Three are
enough, but six where roots are taken of powers: sqrt(s^(5/3)) erf(s^(5/3)) erf(sqrt(s^(5/3)))."""


@dataclass(frozen=True)
class PriorBox:
    """The p between two rationals; an end of [0, 1] is never in it."""

    left: Fraction
    right: Fraction

    @property
    def end(self) -> int | None:
        """The end of [0, 1] that the box reaches, if it does."""
        if self.left == 0:
            return 0
        return 1 if self.right == 1 else None

    @property
    def span(self) -> RealInterval:
        return RealInterval.of(self.left, self.right)

    @property
    def prior(self) -> Series:
        """p as a series around the middle."""
        half = (self.right - self.left) / 2
        frame = Neighbourhood(self.span, RealInterval.of(half).hi, False, TERMS_INSIDE)
        middle = RealInterval.of(self.left + half).ball
        return frame.polynomial([middle, arb(1)])

    def way_from_end(self, root: int, degree: int = DEGREE) -> Series:
        """The way s from the end that the box reaches, as t^N, to s^degree."""
        width = RealInterval.of(self.right - self.left)
        span = RealInterval(ZERO, width.hi)
        frame = Neighbourhood(span, width.hi.root(root).upper(), True, degree * root + 3, root)
        return frame.polynomial([*[arb(0)] * root, arb(1)])


@dataclass(frozen=True)
class Floor:
    """A number that f does not fall below on a box.

    `towards` 0 or 1: f is above it inside, and tends to it at the left or at the right end.
    `jumps`: h may jump in the box, so that f need not take its infimum there.
    """

    level: arb
    towards: int | None = None
    jumps: bool = False
    lowest: Fraction | None = None
    """A p where f may be least, for those who look for low values."""


TINY = Fraction(1, 2**2048)
"""Nearer to an end than e^-700, where the largest gamma leaves its first branch."""
EDGES = (PriorBox(Fraction(0), TINY), PriorBox(1 - TINY, Fraction(1)))


NEAR = Fraction(1, 16)
"""A box that is nearer to an end is bounded from there too: p' s series suffers from 1/(1-h)."""


def near_ends(box: PriorBox) -> list[PriorBox]:
    """The box carried on to the end of [0, 1] that it is near, if it does not reach it."""
    if box.end is not None:
        return []
    if box.right < NEAR:
        return [PriorBox(Fraction(0), box.right)]
    return [PriorBox(box.left, Fraction(1))] if 1 - box.left < NEAR else []
