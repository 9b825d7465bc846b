"""Means of numbers of an interval, by a table on equally spaced truths c_j and a random shift.

**Use.** Let h be the step. For a number z between c_j and c_j+1, t = (z - c_j)/h, a whole number n
from 0 to N - 1 is drawn, whatever z is. The answer is c_j+1 if n < floor(N t), it is c_j+1 with the
probability f = N t - n if n = floor(N t), else c_j. A report i about it is worth

    x_i + h ((n + 1/2)/N - 1/2).

Given n it is as private as the table, whose level is one number for all truths: a number between
two of them is answered by a mixture of their columns. (A matrix of levels says nothing of such
numbers; one that grows with the distance would be broken.) Its mean is z: with u = 1 for c_j+1,
else 0, E u = t. Given n and u, x_i has the variance of its truth around the truth; the rest has the
variance

    h^2 (Var u + Var n/N + 2 Cov(u, n/N))
        = h^2 (t (1 - t) + (1 - 1/N^2)/12 - t (1 - t) + f (1 - f)/N^2) <= h^2 (1/12 + 1/(6 N^2)).

**All numbers.** What no table can do at these truths no mechanism on the interval can do.

**A density.** The answer is c_j with probability m_j, the mass of its share of the density
(below), by which the value follows. For the bound a mechanism on the interval is
averaged over the shares, that of an end added to its neighbour's: with the masses q_j and means
a_j, q_j = 0 and a_j = c_j at the ends, where the mechanism is taken as it is. This is a table as
private as it is (for one level on all pairs); its reports have the mean a_j at truth j and, as the
shares add up to the density, the same second moment at q. So prices at q bound it, with a_j for c_j
and the mean square of the density for sum_j q_j c_j^2.

Decided in proofs/found: numbers/shift and numbers/density.

**Shares of a density.** Let H_j be 1 at c_j and fall linearly to 0 at its neighbours, so that the
H_j add up to one. The share of a truth is the density times H_j: its mass, and its mean.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from .fields import distribution, exact_dot, exact_sum, listed, rational, rationals, record
from .groups import subtracted, variances_at_truths
from .on_interval import spread_of_shifts
from .private_table import PrivateTable
from .scenarios import LARGER, UNPROVED, Goal, Scenario, read_alone
from .statement import WORST_GROUP, item, said
from .verdict import Doubts, Size, need, well_formed

ZERO = Fraction(0)


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


def hat_shares(
    points: Sequence[Fraction], pieces: Sequence[Piece]
) -> tuple[list[Fraction], list[Fraction]]:
    """What each truth has of the density, by the functions H_j: masses, and masses times means.

    >>> one = Fraction(1)
    >>> masses, totals = hat_shares([ZERO, one], [Piece(ZERO, one, one)])
    >>> masses[1], totals[1]
    (Fraction(1, 2), Fraction(1, 3))
    """
    step = points[1] - points[0]
    masses = [ZERO] * len(points)
    totals = [ZERO] * len(points)
    for piece in pieces:
        j = int((piece.low - points[0]) / step)
        up = piece.mass * (piece.middle - points[j]) / step
        up_total = piece.mass * (piece.square - points[j] * piece.middle) / step
        masses[j] += piece.mass - up
        masses[j + 1] += up
        totals[j] += piece.mass * piece.middle - up_total
        totals[j + 1] += up_total
    return masses, totals


def without_ends(entries: Sequence[Fraction]) -> list[Fraction]:
    """Those of the ends are added to their neighbours'.

    >>> [*map(int, without_ends([Fraction(x) for x in (1, 1, 1, 3)]))]
    [0, 2, 4, 0]
    """
    found = list(entries)
    for end, inner in ((0, 1), (-1, -2)):
        found[inner] += found[end]
        found[end] = ZERO
    return found


WORDS = "a variance of an unbiased estimator of a mean from one respondent"


def read(value: dict[str, Any], given: Any, table: PrivateTable, size: Size) -> Goal:
    """A mean over all numbers of an interval, each moved to a truth by one of N shifts."""
    is_spread = value["over"] == "density"
    well_formed(value["name"] == "mean", "another objective over numbers")
    record(value, "name values over shifts shares" if is_spread else "name values over shifts")
    points = rationals(value["values"], len(table.sizes))
    shifts = rational(value["shifts"])
    well_formed(shifts >= 1 and shifts.denominator == 1, "no whole number of shifts")
    corner = partial(subtracted, WORST_GROUP)
    at = read_alone(given, table, size, [points], [points], corner)
    step = points[1] - points[0]
    steps = all(high - low == step for low, high in pairwise(points))
    well_formed(step > 0 and steps, "the numbers do not ascend by one step")
    spread = spread_of_shifts(step, shifts)  # the most that the shifts add to a variance
    which = f"mechanism on the numbers from {item(points[0])} to {item(points[-1])}"
    numbers = which, f" after one of {item(shifts)} shifts to {item(points)}"
    if is_spread:
        return over_density(value, at, spread, numbers, size)

    def verify_value(value: Fraction, doubts: Doubts) -> None:
        need(value >= max(variances_at_truths(WORST_GROUP, at)) + spread, LARGER)

    words = said(WORST_GROUP, WORDS, [])
    return Goal(words, [at], verify_value, at.verify_bound, numbers=numbers)


def over_density(
    value: dict[str, Any], at: Scenario, spread: Fraction, numbers: tuple[str, str], size: Size
) -> Goal:
    """Over numbers with a density, whose masses on equally wide parts of the interval are given."""
    (points,) = at.contrasts
    bins = distribution(value["shares"], [1] * len(listed(value["shares"])))
    size.allow((len(bins) + len(points)) ** 2)
    well_formed(len(points) >= 3, "a density needs three points")
    pieces = density_pieces(points, bins)
    masses, totals = hat_shares(points, pieces)
    well_formed(at.prior == without_ends(masses), "the prior is not that of the density")

    def verify_value(value: Fraction, doubts: Doubts) -> None:
        own = exact_dot(masses, variances_at_truths(WORST_GROUP, at)) + spread
        need(value >= own, LARGER)

    def verify_bound(paid: Fraction, bound: Fraction, doubts: Doubts) -> None:
        sums = zip(points, at.prior, without_ends(totals), strict=True)
        means = [total / mass if mass else c for c, mass, total in sums]
        (tangent,) = at.tangents
        proved = 2 * exact_dot(means, tangent) - mean_square(pieces)
        need(bound <= proved - paid, UNPROVED)

    words = f"{WORDS}, on average over the density with shares {item(bins)}"
    return Goal(words, [at], verify_value, verify_bound, numbers=numbers)
