"""A row of the cone of a matrix taken apart into extreme patterns, without listing those.

The tight pairs r_a = g_ab r_b part the support of a row into groups. A row is an extreme pattern
when there is one group. Otherwise a group is scaled down until one more pair is tight, or until it
vanishes, and so on: that ends at an extreme pattern e of the smallest face with the row. The row
less as much of e as the bounds allow lies in a smaller face, so at most k patterns are found.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf

from rropt.patterns.alcoved import primitive_pattern
from rropt.patterns.extreme import Pattern

Matrix = Sequence[Sequence[Fraction | float]]
Row = Sequence[Fraction]


def tight_groups(row: Row, matrix: Matrix) -> list[list[int]]:
    """The truths of the support that tight pairs connect.

    >>> tight_groups((3, 2, 1), ((1, 3, 3), (3, 1, 3), (3, 3, 1)))
    [[0, 2], [1]]
    """
    left = [j for j, x in enumerate(row) if x]
    groups = []
    while left:
        group = [left.pop(0)]
        for a in group:
            near = [b for b in left if _is_tight(row, matrix, a, b)]
            group += near
            left = [b for b in left if b not in near]
        groups.append(sorted(group))
    return groups


def _is_tight(row: Row, matrix: Matrix, a: int, b: int) -> bool:
    return row[a] == matrix[a][b] * row[b] or row[b] == matrix[b][a] * row[a]


def extreme_parts(row: Row, matrix: Matrix) -> dict[Pattern, Fraction]:
    """Weights of at most k extreme patterns that add up to a row inside the cone.

    >>> parts = extreme_parts((Fraction(3), Fraction(2), Fraction(1)), ((1, 3, 3),) * 3)
    >>> [tuple(map(str, pattern)) for pattern in parts], [str(w) for w in parts.values()]
    ([('3', '1', '1'), ('3', '3', '1')], ['1/2', '1/2'])
    """
    parts = {}
    left = list(row)
    while any(left):
        pattern = _extreme_of_face(left, matrix)
        weight = _most(left, pattern, matrix)
        parts[pattern] = weight
        left = [x - weight * e for x, e in zip(left, pattern, strict=True)]
    return parts


def _extreme_of_face(row: Row, matrix: Matrix) -> Pattern:
    """The smallest group is scaled down, and joins the next, until one is left."""
    walked = [Fraction(x) for x in row]
    groups = tight_groups(walked, matrix)
    while len(groups) > 1:
        group = min(groups, key=len)
        groups.remove(group)
        share, met = _least_share(walked, group, matrix)
        for a in group:
            walked[a] *= share
        if met is not None:
            next(other for other in groups if met in other).extend(group)
    return primitive_pattern(walked)


def _least_share(row: Row, group: Sequence[int], matrix: Matrix) -> tuple[Fraction, int | None]:
    """The least t at which t times the group keeps r_b <= g_ba t r_a for all others b.

    With the b that is tight then; zero and None where nothing is in the way.
    """
    others = [b for b, x in enumerate(row) if x and b not in group]
    share, met = Fraction(0), None
    for a in group:
        for b in others:
            if matrix[b][a] != inf:
                needed = row[b] / (Fraction(matrix[b][a]) * row[a])
                if needed > share:
                    share, met = needed, b
    return share, met


def _most(row: Row, pattern: Pattern, matrix: Matrix) -> Fraction:
    """The largest t for which the row less t times the pattern stays in the cone."""
    most = min(x / e for x, e in zip(row, pattern, strict=True) if e)
    for a, levels in enumerate(matrix):
        for b, g in enumerate(levels):
            if a != b and g != inf:
                room = Fraction(g) * pattern[b] - pattern[a]
                if room > 0:
                    most = min(most, (Fraction(g) * row[b] - row[a]) / room)
    return most
