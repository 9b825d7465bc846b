"""Likelihood ratios of rows and the privacy of pairs of columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, starmap

Row = tuple[Fraction, ...]


def ratio(row: Sequence[int]) -> Fraction | float:
    """max / min of a row, with 0/0 = 1 and a/0 = infinity (chai-nayak/def-1.3).

    >>> ratio((3, 1)), ratio((0, 0)), ratio((1, 0))
    (Fraction(3, 1), Fraction(1, 1), inf)
    """
    if not any(row):
        return Fraction(1)
    return Fraction(max(row), min(row)) if min(row) else math.inf


def level(first: Sequence[int], second: Sequence[int]) -> Fraction | float:
    """The largest a_i / b_i of two columns; 0/0 counts nothing, a/0 is infinite.

    >>> level((2, 1, 0), (1, 2, 0)), level((1, 1), (2, 0))
    (Fraction(2, 1), inf)
    """
    top = 0
    bottom = 1
    for a, b in zip(first, second, strict=True):
        if a and not b:
            return math.inf
        if a * bottom > top * b:  # a fraction for each would take twenty times as long
            top = a
            bottom = b
    return Fraction(top, bottom)


def excess(columns: Sequence[Sequence[int]], denominator: int, gamma: Fraction | float) -> Fraction:
    """max over ordered pairs of columns a, b of sum_i max(0, a_i - gamma b_i); gamma may be oo."""
    if isinstance(gamma, float):
        masses = starmap(_never_under_the_other, permutations(columns, 2))
        return Fraction(max(masses, default=0), denominator)
    p = gamma.numerator
    q = gamma.denominator
    most = 0
    for first, second in permutations(columns, 2):
        # q (a - gamma b), in whole numbers.
        most = max(most, sum(max(0, q * a - p * b) for a, b in zip(first, second, strict=True)))
    return Fraction(most, q * denominator)


def _never_under_the_other(first: Sequence[int], second: Sequence[int]) -> int:
    """The mass of the first column where the second has none."""
    return sum(a for a, b in zip(first, second, strict=True) if b == 0)


def smallest_gamma(
    first: Sequence[int], second: Sequence[int], delta: Fraction, least: Fraction = Fraction(1)
) -> Fraction | float:
    """Smallest gamma >= `least` with a(S) - gamma b(S) <= delta for every set S of reports.

    The largest of these differences, sum_i max(0, a_i - gamma b_i), is convex in gamma and
    piecewise linear: Newton's steps from the left end where it is delta, after finitely many.

    >>> smallest_gamma((3, 1), (1, 3), Fraction(1))
    Fraction(2, 1)
    """
    gamma = least
    while True:
        p, q = gamma.as_integer_ratio()
        over = [(a, b) for a, b in zip(first, second, strict=True) if q * a > p * b]
        above = sum(a for a, _ in over) - delta
        below = sum(b for _, b in over)
        if above <= gamma * below:
            return gamma
        if not below:
            return math.inf
        gamma = above / below
