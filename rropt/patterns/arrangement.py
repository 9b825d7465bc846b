"""Extreme patterns where pairs have deltas: the rays of the planes r_a = g_ab r_b.

On the cells into which the planes cut the orthant a charge y.r + sum z_ab [r_a - g_ab r_b]_+ is
linear, and the cells are spanned by the patterns whose tight pairs connect their support. For one
number these are the staircases. Pairs without a delta bound the cone: patterns outside are left
out, and so is a zero beside a truth that it would bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf

from rropt.exact import InputError
from rropt.patterns.alcoved import primitive_pattern
from rropt.patterns.extreme import Pattern

Matrix = Sequence[Sequence[Fraction | float]]

MOST_TRUTHS = 5
"""On 5 truths there are up to 2,000 trees of tight pairs for each support; on 6 over 41,000."""


def arrangement_patterns(matrix: Matrix, pure: Matrix) -> list[Pattern]:
    """The rays of the arrangement inside the cone of the pure bounds, in a fixed order.

    >>> two = ((1, 3), (2, 1))
    >>> len(arrangement_patterns(two, ((1, inf), (inf, 1))))
    4
    """
    k = len(matrix)
    if k > MOST_TRUTHS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} for this objective where pairs have a "
            f"delta, got {k}; decisions (guess, gain) work beyond"
        )
    found = {primitive_pattern(r) for r in _grown(matrix)}
    return sorted(r for r in found if _inside(pure, r))


def _grown(matrix: Matrix) -> Iterator[Pattern]:
    """Patterns with connected tight pairs: one truth at 1, others joined one after the other."""
    k = len(matrix)
    waiting = [_single(k, j) for j in range(k)]
    seen = set(waiting)
    while waiting:
        pattern = waiting.pop()
        yield pattern
        for grown in _joined(matrix, pattern):
            if grown not in seen:
                seen.add(grown)
                waiting.append(grown)


def _single(truths: int, truth: int) -> Pattern:
    return tuple(Fraction(int(j == truth)) for j in range(truths))


def _joined(matrix: Matrix, pattern: Pattern) -> Iterator[Pattern]:
    """One more truth b of the support, tight with a truth a that is in it: either way."""
    for a, value in enumerate(pattern):
        for b, other in enumerate(pattern):
            if value and not other and a != b:
                if matrix[a][b] != inf:
                    yield _with(pattern, b, value / matrix[a][b])
                if matrix[b][a] != inf:
                    yield _with(pattern, b, value * matrix[b][a])


def _with(pattern: Pattern, truth: int, value: Fraction | float) -> Pattern:
    grown = (*pattern[:truth], Fraction(value), *pattern[truth + 1 :])
    return primitive_pattern(grown)


def _inside(pure: Matrix, pattern: Pattern) -> bool:
    """Whether every pure bound holds."""
    for a, row in enumerate(pure):
        for b, g in enumerate(row):
            if a != b and g != inf and pattern[a] > g * pattern[b]:
                return False
    return True
