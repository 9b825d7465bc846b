"""Lower hulls of points in the plane, from left to right, by Andrew's chain: exact if they are."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

Point = TypeVar(
    "Point",
    tuple[Fraction, Fraction],
    tuple[int, int],
    tuple[float, float],
    tuple[Fraction, Fraction, int],
)
"""Its place, and what belongs to it."""


def lower_chain(points: Iterable[Point]) -> list[Point]:
    """The corners of the lower hull of points in order; a point on a side is no corner.

    >>> lower_chain([(0, 2), (1, 1), (2, 0), (3, 3)])
    [(0, 2), (2, 0), (3, 3)]
    """
    hull: list[Point] = []
    for point in points:
        while len(hull) > 1 and not _turns_left(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    return hull


def falling(points: Iterable[Point]) -> list[Point]:
    """In order from the left, without those that are not below one before.

    >>> falling([(2, 1), (0, 2), (1, 2), (3, 1)])
    [(0, 2), (2, 1)]
    """
    found: list[Point] = []
    for point in sorted(points):
        if not found or point[1] < found[-1][1]:
            found.append(point)
    return found


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    """Whether the way from a by b to c bends upwards."""
    return (b[1] - a[1]) * (c[0] - b[0]) < (c[1] - b[1]) * (b[0] - a[0])
