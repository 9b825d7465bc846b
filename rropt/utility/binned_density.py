"""A density of numbers, even on equally wide bins of an interval, and what points get of it.

A number X between two neighbours of equally spaced points c_j, the step h apart, is moved to one of
them so that its mean stays: to c_j with the chance H_j(X), 1 at c_j, 0 at its neighbours, straight
between. H_j is the second difference of max(0, x - X) / h, so with

    G(x) = E max(0, x - X),    K(x) = E X max(0, x - X)

the mass of c_j is (G(c_j - h) - 2 G(c_j) + G(c_j + h)) / h, and K gives the total of X there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

ZERO = Fraction(0)


@dataclass(frozen=True)
class ShareOfDensity:
    """What a point has of a density: its mass, and the mean of the numbers that make it up."""

    mass: Fraction
    mean: Fraction


@dataclass(frozen=True)
class BinnedDensity:
    """The masses of equally wide bins of an interval."""

    low: Fraction
    high: Fraction
    masses: Sequence[Fraction]

    @property
    def width(self) -> Fraction:
        """Of a bin."""
        return (self.high - self.low) / len(self.masses)

    @property
    def mean(self) -> Fraction:
        """E X: a bin has the mean of its middle.

        >>> BinnedDensity(ZERO, Fraction(2), [Fraction(1, 4), Fraction(3, 4)]).mean
        Fraction(5, 4)
        """
        return sum((m * self._middle(b) for b, m in enumerate(self.masses)), ZERO)

    @property
    def mean_square(self) -> Fraction:
        """E X^2: in a bin the square of its middle and the variance w^2 / 12.

        >>> BinnedDensity(ZERO, Fraction(1), [Fraction(1)]).mean_square
        Fraction(1, 3)
        """
        variance = self.width**2 / 12
        return sum((m * (self._middle(b) ** 2 + variance) for b, m in enumerate(self.masses)), ZERO)

    def below(self, x: Fraction) -> tuple[Fraction, Fraction]:
        """G(x) and K(x)."""
        total = moment = ZERO
        for b, mass in enumerate(self.masses):
            low = self.low + b * self.width
            if x <= low:
                break
            reach = min(x - low, self.width)
            # The part of the bin below x, as a share of it, its mean, and its mean square.
            part = mass * reach / self.width
            mean = low + reach / 2
            square = mean**2 + reach**2 / 12
            total += part * (x - mean)
            moment += part * (x * mean - square)
        return total, moment

    def _middle(self, b: int) -> Fraction:
        return self.low + (b + Fraction(1, 2)) * self.width


def shares_of_points(points: Sequence[Fraction], density: BinnedDensity) -> list[ShareOfDensity]:
    """What each of equally spaced points gets, the ends of the interval among them.

    >>> whole = BinnedDensity(Fraction(0), Fraction(1), [Fraction(1)])
    >>> shares_of_points([Fraction(0), Fraction(1)], whole)[1]
    ShareOfDensity(mass=Fraction(1, 2), mean=Fraction(2, 3))
    """
    step = points[1] - points[0]
    found = []
    for c in points:
        (left, left_total), (here, here_total), (right, right_total) = (
            density.below(c + n * step) for n in (-1, 0, 1)
        )
        mass = (left - 2 * here + right) / step
        total = (left_total - 2 * here_total + right_total) / step
        found.append(ShareOfDensity(mass, total / mass if mass else c))
    return found


def shares_without_ends(
    points: Sequence[Fraction], shares: Sequence[ShareOfDensity]
) -> list[ShareOfDensity]:
    """The same where the share of an end goes to its neighbour, and the end has nothing."""
    found = list(shares)
    for end, inner in ((0, 1), (-1, -2)):
        given = found[end]
        own = found[inner]
        mass = given.mass + own.mass
        mean = (given.mass * given.mean + own.mass * own.mean) / mass if mass else own.mean
        found[inner] = ShareOfDensity(mass, mean)
        found[end] = ShareOfDensity(ZERO, points[end])
    return found


def spread_of_shift(step: Fraction, shifts: int) -> Fraction:
    """The most that moving a number by one of N shifts adds to a variance: h^2 (N^2 + 2) / 12 N^2.

    >>> spread_of_shift(Fraction(2), 1)
    Fraction(1, 1)
    """
    return step**2 * Fraction(shifts**2 + 2, 12 * shifts**2)
