"""Extreme likelihood patterns of a privacy cone.

A row of a mechanism is a weight times a *pattern*, a likelihood function on the truths. For pure
privacy every row lies in the cone `max_j r_j <= gamma min_j r_j`, whose extreme rays are the
patterns in {1, gamma}^k that are not constant. For delta > 0 the functions
`[r_a - gamma r_b]_+` cut the non-negative orthant into cells, whose extreme rays are the
*staircases*: choose a support, order-partition it into levels 0, 1, ..., l, and give level t the
value gamma^t. (One level on several truths is no extreme ray; it is listed for the uniformity.)

A pattern is written by its exponents: `t` stands for gamma^t, and -1 for a zero entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

from rropt.exact import InputError, Table
from rropt.exact.entries import scaled

OUTSIDE = -1
"""The exponent of a zero entry."""

MOST_TRUTHS_PURE = 20
MOST_TRUTHS_STAIRCASE = 6

Exponents = tuple[int, ...]
Pattern = tuple[Fraction, ...]


def rows_of(weights: Sequence[Fraction], patterns: Sequence[Sequence[Fraction]]) -> Table:
    """The rows of a mechanism: weights times patterns.

    >>> rows_of([Fraction(1, 4), Fraction(1, 4)], [(3, 1), (1, 3)])[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    return tuple(scaled(r, w) for w, r in zip(weights, patterns, strict=True))


def pure_patterns(truths: int) -> Iterator[Exponents]:
    """The 2^k - 2 extreme patterns of pure privacy, as exponents 0 and 1.

    >>> list(pure_patterns(2))
    [(0, 1), (1, 0)]
    """
    refuse_large(truths, MOST_TRUTHS_PURE)
    return (pattern for pattern in product((0, 1), repeat=truths) if len(set(pattern)) == 2)


def staircases(truths: int) -> Iterator[Exponents]:
    """The extreme patterns for delta > 0: 5, 25, 149, 1081, 9365 for k = 2, ..., 6.

    >>> sorted(staircases(2))
    [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]
    """
    refuse_large(truths, MOST_TRUTHS_STAIRCASE)
    for size in range(1, truths + 1):
        for support in combinations(range(truths), size):
            for levels in _surjections(size):
                pattern = [OUTSIDE] * truths
                for truth, level in zip(support, levels, strict=True):
                    pattern[truth] = level
                yield tuple(pattern)


def extreme_patterns(truths: int, delta: Fraction) -> Iterator[Exponents]:
    """The extreme patterns of (gamma, delta) privacy."""
    return staircases(truths) if delta else pure_patterns(truths)


def evaluate(pattern: Exponents, gamma: Fraction) -> Pattern:
    """The pattern as numbers.

    >>> evaluate((0, 2, -1), Fraction(3))
    (Fraction(1, 1), Fraction(9, 1), Fraction(0, 1))
    """
    return tuple(Fraction(0) if level == OUTSIDE else gamma**level for level in pattern)


def excess(pattern: Pattern, gamma: Fraction) -> dict[tuple[int, int], Fraction]:
    """The positive values of [r_a - gamma r_b]_+ by ordered pair (a, b)."""
    pairs = permutations(enumerate(pattern), 2)
    return {(a, b): high - gamma * low for (a, high), (b, low) in pairs if high > gamma * low}


def ordered_pairs(truths: int) -> list[tuple[int, int]]:
    """The ordered pairs of different truths."""
    return list(permutations(range(truths), 2))


def pattern_types(truths: int, delta: Fraction) -> Iterator[tuple[tuple[int, int], ...]]:
    """Extreme patterns up to a permutation of the truths, as runs (exponent, how many truths).

    Pure: the k - 1 sizes of the high set. Staircases: the compositions of each support size.

    >>> list(pattern_types(3, Fraction(0)))
    [((1, 1), (0, 2)), ((1, 2), (0, 1))]
    """
    if not delta:
        for high in range(1, truths):
            yield (1, high), (0, truths - high)
        return
    for size in range(1, truths + 1):
        for parts in _compositions(size):
            runs = tuple((level, count) for level, count in enumerate(parts))[::-1]
            yield runs + (((OUTSIDE, truths - size),) if size < truths else ())


def refuse_large(truths: int, most: int) -> None:
    if truths > most:
        raise InputError(
            f"categories must be at most {most} where every extreme pattern is enumerated, "
            f"got {truths}; under one number most objectives work beyond"
        )


def _surjections(size: int) -> Iterator[Exponents]:
    """Maps of `size` places onto the levels 0..l for every l: the ordered partitions."""
    for levels in product(range(size), repeat=size):
        # A skipped level would leave what lies above free to be scaled: a face, and no ray.
        if set(levels) == set(range(max(levels) + 1)):
            yield levels


def _compositions(size: int) -> Iterator[tuple[int, ...]]:
    """The ordered lists of positive whole numbers with the given sum."""
    if size == 0:
        yield ()
    for first in range(1, size + 1):
        for rest in _compositions(size - first):
            yield (first, *rest)
