"""The convex edge under which no sums of rows about two truths lie, by its corners.

Write the sums of the first rows of a table, slopes ascending, as points of the unit square. A level
sum over rows of max(0, f.r) <= d keeps them above a line, and a table is private exactly when all
are above all lines, above y = 0 and left of x = 1. The steps of a chain of corners of that edge are
the rows of a best table: the longest chain of m steps is found from left to right.

The tables over 1/N are the convex chains of points over 1/N. One table is made of another where its
chain lies above, and no chain lies below the hull of all these points: every table over 1/N is made
of the one whose rows are the sides of that hull, which is best for every objective at once. What
is best with m reports adds rows of it up, neighbours, so it is a chain of corners of the hull.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, pairwise, product, starmap
from math import lcm

from rropt.exact import Table
from rropt.exact.lower_chain import lower_chain

MOST_TOTAL = 4096
"""Every place over 1/N is looked at up to this N, in 15 ms; above it those next to the corners of
the edge, which loses next to nothing."""

NEAR = range(-2, 3)
"""Steps of 1/N from a corner that are next to it."""

ZERO = Fraction(0)
ONE = Fraction(1)

Point = tuple[Fraction, Fraction]
Line = tuple[Fraction, Fraction]
"""Slope and height at 0."""

Level = tuple[Sequence[Fraction], Fraction]
"""The form f and the most d."""

WholePoint = tuple[int, int]
"""A point over 1/N, times N."""

Chain = tuple[Fraction, tuple[int, ...]]
"""What the steps are worth, and the places of the corners."""


def levels_of_number(g: Fraction, d: Fraction) -> list[Level]:
    """One number and one delta, in both directions.

    >>> corners(levels_of_number(Fraction(3), ZERO))[1]
    (Fraction(3, 4), Fraction(1, 4))
    """
    return [((ONE, -g), d), ((-g, ONE), d)]


def corners(levels: Sequence[Level]) -> list[Point]:
    """Where the highest of all lines bends, from (0, 0) to (1, 1).

    >>> three = [((ONE, Fraction(-3)), ZERO), ((Fraction(-3), ONE), ZERO)]
    >>> corners(three)[1]
    (Fraction(3, 4), Fraction(1, 4))
    """
    lines = {(ZERO, ZERO)} | {line for level in levels if (line := _line(level)) is not None}
    places = {ZERO, *chain.from_iterable(starmap(_crossing, combinations(lines, 2)))}
    bends = [(x, _height(lines, x)) for x in sorted(places) if not x or _bends(lines, x)]
    # With a delta the edge ends below (1, 1): the last step is a report of the second truth only.
    last = ONE, _height(lines, ONE)
    return [*bends, last] if last == (ONE, ONE) else [*bends, last, (ONE, ONE)]


def sides(found: Sequence[Point]) -> Table:
    """The steps from corner to corner: the rows of a table.

    >>> sides([(ZERO, ZERO), (Fraction(3, 4), Fraction(1, 4)), (ONE, ONE)])[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    return tuple((c - a, d - b) for (a, b), (c, d) in pairwise(found))


def fair_point(found: Sequence[Point]) -> Point:
    """Where the edge with these corners meets the line x + y = 1.

    >>> fair_point([(ZERO, ZERO), (ONE, ZERO), (ONE, ONE)])
    (Fraction(1, 1), Fraction(0, 1))
    """
    for (a, b), (c, d) in pairwise(found):
        if c + d >= 1:
            share = (1 - a - b) / (c + d - a - b)
            return a + share * (c - a), b + share * (d - b)
    raise ArithmeticError("the edge ends at (1, 1)")


def whole_corners(levels: Sequence[Level], total: int) -> list[Point]:
    """The corners of the lower hull of the points over 1 / total on the edge or above it.

    >>> three = [((ONE, Fraction(-3)), ZERO), ((Fraction(-3), ONE), ZERO)]
    >>> [(str(x), str(y)) for x, y in whole_corners(three, 10)]
    [('0', '0'), ('3/5', '1/5'), ('4/5', '2/5'), ('1', '1')]
    """
    return lower_hull(lowest_points(levels, total), total)


def lower_hull(points: Iterable[WholePoint], total: int) -> list[Point]:
    """The corners of the lower hull of points from left to right, and of both ends."""
    hull = lower_chain([(0, 0), *points, (total, total)])
    return [(Fraction(x, total), Fraction(y, total)) for x, y in hull]


def how_good(total: int) -> str:
    """What is said of a chain of whole corners."""
    return "best of all" if total <= MOST_TOTAL else "rounded"


def symmetric_place(levels: Sequence[Level], total: int) -> int:
    """The largest x with (x, total - x) / total on the edge or above it.

    >>> symmetric_place([((ONE, Fraction(-3)), ZERO), ((Fraction(-3), ONE), ZERO)], 10)
    7
    """
    lines = filter(None, map(_line, levels))
    return int(total * min(((1 - height) / (1 + slope) for slope, height in lines), default=ONE))


def lowest_points(levels: Sequence[Level], total: int) -> list[WholePoint]:
    """At every place over 1 / total the lowest point on the edge or above it.

    >>> lowest_points([((ONE, Fraction(-3)), ZERO), ((Fraction(-3), ONE), ZERO)], 4)
    [(0, 0), (1, 1), (2, 1), (3, 1), (4, 4)]
    """
    places: Iterable[int] = range(total + 1)
    if total > MOST_TOTAL:
        near = {int(x * total) + step for (x, _), step in product(corners(levels), NEAR)}
        places = sorted(x for x in near if 0 <= x <= total)
    lowest = dict.fromkeys(places, 0)
    for slope, height in filter(None, map(_line, levels)):
        unit = lcm(slope.denominator, height.denominator)
        rise = int(slope * unit)
        start = int(height * unit) * total
        for x, known in lowest.items():
            # Rounded up: a point below a line would not be private.
            lowest[x] = max(known, -(-(rise * x + start) // unit))
    return list(lowest.items())


def best_chain(worth: Mapping[tuple[int, int], Fraction], last: int, most_steps: int) -> Chain:
    """The chain of at most so many steps, from corner 0 to the last, that is worth most."""
    best: dict[int, Chain] = {0: (ZERO, (0,))}
    for _ in range(most_steps):
        # From the chains of the round before, so that a round adds one step and no more.
        longer = dict(best)
        for (start, end), value in worth.items():
            if start in best:
                total = best[start][0] + value
                if end not in longer or total > longer[end][0]:
                    longer[end] = total, (*best[start][1], end)
        if longer == best:
            break
        best = longer
    return best[last]


def _line(level: Level) -> Line | None:
    """The points v with f.v <= d, or f.((1, 1) - v) <= d, lie above it."""
    (first, second), most = level
    if first > 0 > second:
        return first / -second, most / second
    # Rows in favour of the second truth come last: they are what v leaves of (1, 1).
    if first <= 0 < second:
        return -first / second, (first + second - most) / second
    return None


def _crossing(one: Line, other: Line) -> list[Fraction]:
    """Where two lines meet inside the square."""
    if one[0] == other[0]:
        return []
    x = (one[1] - other[1]) / (other[0] - one[0])
    return [x] if 0 < x < 1 else []


def _height(lines: set[Line], x: Fraction) -> Fraction:
    return max(slope * x + height for slope, height in lines)


def _bends(lines: set[Line], x: Fraction) -> bool:
    """Whether lines of different slopes are the highest there."""
    top = _height(lines, x)
    return len({slope for slope, height in lines if slope * x + height == top}) > 1
