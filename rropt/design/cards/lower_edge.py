"""The convex edge under which no sums of rows about two truths lie, by its corners.

Write the sums of the first rows of a table, slopes ascending, as points of the unit square. A level
sum over rows of max(0, f.r) <= d keeps them above a line, and a table is private exactly when all
are above all lines, above y = 0 and left of x = 1. The steps of a chain of corners of that edge are
the rows of a best table: the longest chain of m steps is found from left to right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

ZERO, ONE = Fraction(0), Fraction(1)

Point = tuple[Fraction, Fraction]
Line = tuple[Fraction, Fraction]
"""Slope and height at 0."""

Level = tuple[Sequence[Fraction], Fraction]
"""The form f and the most d."""

Chain = tuple[Fraction, tuple[int, ...]]
"""What the steps are worth, and the places of the corners."""


def corners(levels: Sequence[Level]) -> list[Point]:
    """Where the highest of all lines bends, from (0, 0) to (1, 1).

    >>> three = [((ONE, Fraction(-3)), ZERO), ((Fraction(-3), ONE), ZERO)]
    >>> corners(three)[1]
    (Fraction(3, 4), Fraction(1, 4))
    """
    lines = {(ZERO, ZERO)} | {line for level in levels if (line := _line(level)) is not None}
    places = {ZERO} | {x for pair in combinations(lines, 2) for x in _crossing(*pair)}
    bends = [(x, _height(lines, x)) for x in sorted(places) if not x or _bends(lines, x)]
    last = ONE, _height(lines, ONE)
    return [*bends, last] if last == (ONE, ONE) else [*bends, last, (ONE, ONE)]


def best_chain(worth: Mapping[tuple[int, int], Fraction], last: int, most_steps: int) -> Chain:
    """The chain of at most so many steps, from corner 0 to the last, that is worth most."""
    best: dict[int, Chain] = {0: (ZERO, (0,))}
    for _ in range(most_steps):
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
