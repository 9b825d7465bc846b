"""Sensitivity of a query: how far one person can move its answer (`ziani/def-6`, `ziani/def-10`).

Two neighbour relations are in use: *change* (one entry of a database takes another value) and
*addition* (one entry is added or deleted). The l1 distance is used for queries with several
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from rropt.exact import InputError, exact, whole

Query = Callable[[tuple[Any, ...]], Any]


def sensitivity_by_change(query: Query, universe: Sequence[Any], n: Any) -> Fraction:
    """Exact sensitivity over all databases of n entries from a finite universe, one entry changed.

    >>> sensitivity_by_change(lambda x: (x.count("f"), x.count("m")), "fm", 3)
    Fraction(2, 1)
    """
    size, worst = whole(n, "n", 1), Fraction(0)
    for database in product(universe, repeat=size):
        here = query(database)
        for i, value in product(range(size), universe):
            there = (*database[:i], value, *database[i + 1 :])
            worst = max(worst, distance(here, query(there)))
    return worst


def sensitivity_by_addition(query: Query, universe: Sequence[Any], n: Any) -> Fraction:
    """Exact sensitivity over all databases of at most n entries, one entry added (or deleted).

    >>> sensitivity_by_addition(lambda x: (x.count("f"), x.count("m")), "fm", 3)
    Fraction(1, 1)
    """
    largest, worst = whole(n, "n", 1), Fraction(0)
    for size in range(largest):
        for database in product(universe, repeat=size):
            here = query(database)
            for i, value in product(range(size + 1), universe):
                worst = max(worst, distance(here, query((*database[:i], value, *database[i:]))))
    return worst


def distance(here: Any, there: Any) -> Fraction:
    """The l1 distance of two answers, numbers or vectors.

    >>> distance((1, 2), (3, 1))
    Fraction(3, 1)
    """
    if not hasattr(here, "__iter__"):
        return abs(exact(here, "answer") - exact(there, "answer"))
    if len(here) != len(there):
        raise InputError("the answers of a query must all have the same length")
    return sum((distance(a, b) for a, b in zip(here, there, strict=True)), Fraction(0))


def count_sensitivity() -> Fraction:
    """How many people have the attribute: 1 (`ziani/ex-sens/count`)."""
    return Fraction(1)


def fraction_sensitivity(n: Any) -> Fraction:
    """Which share of n people has the attribute: 1/n (`ziani/ex-sens/fraction`)."""
    return Fraction(1, whole(n, "n", 1))


def mean_sensitivity(n: Any, low: Any = None, high: Any = None) -> Fraction | float:
    """The mean of n values between low and high: (high - low) / n; unbounded values: infinity.

    >>> mean_sensitivity(10, 0, 100), mean_sensitivity(10)
    (Fraction(10, 1), inf)
    """
    people = whole(n, "n", 1)
    if low is None or high is None:
        return inf
    bottom, top = exact(low, "low"), exact(high, "high")
    if bottom > top:
        raise InputError(f"low must be at most high, got {bottom} and {top}")
    return (top - bottom) / people


def histogram_sensitivity(by_addition: bool = False) -> Fraction:
    """Counts of disjoint categories: 2 by change, 1 by addition (`ziani/ex-vec`).

    >>> histogram_sensitivity(), histogram_sensitivity(by_addition=True)
    (Fraction(2, 1), Fraction(1, 1))
    """
    return Fraction(1 if by_addition else 2)
