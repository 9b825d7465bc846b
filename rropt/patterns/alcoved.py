"""Extreme patterns of a matrix: the rays of the cone r_a <= g_ab r_b, found by walking its edges.

In logarithms the cone is an alcoved polytope. A pattern is extreme when its tight pairs
r_a = g_ab r_b connect all truths of its support. From there an edge leaves for each set S of truths
that contains with a also every b with r_a = g_ab r_b, and that is connected, as is the rest: S is
scaled up until the next pair is tight. Where no bound is in the way the edge is unbounded, and its
end has zeros outside S: such patterns are found on smaller supports.

A truth may be outside the support only beside truths that it does not bound: if r_b = 0 and g_ab is
finite, then r_a = 0.

**A row is taken apart** without listing patterns. Its tight pairs r_a = g_ab r_b part the support
of a row into groups. A row is an extreme pattern when there is one group. Otherwise a group is
scaled down until one more pair is tight, or until it vanishes, and so on: that ends at an extreme
pattern e of the smallest face with the row. The row less as much of e as the bounds allow lies in a
smaller face, so at most k patterns are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import NamedTuple

from rropt.exact import InputError
from rropt.exact.entries import picked
from rropt.exact.number import over_common_denominator, primitive
from rropt.patterns.extreme import Pattern

Whole = tuple[int, ...]
"""A pattern as whole numbers without a common factor."""

Pair = tuple[int, int]

Bound = tuple[int, int] | None
"""A rational g as numerator and denominator; None for no bound."""

MOST_TRUTHS = 12
"""C(22, 11) = 705,432 patterns on 12 truths are walked in about two minutes; 13 would take ten."""

MOST_PATTERNS = 2**13
"""Eight truths have at most 3,432, a map of 3 x 3 places 4,346. Of nine truths with twice as many
checkers do not look at all the rows that these grow from."""

MOST_TRUTHS_OF_TREE = 14
"""2^13 patterns; those of 15 truths and of all connected parts are more than checkers look at."""


def alcoved_patterns(matrix: Sequence[Sequence[Fraction | float]]) -> list[Pattern]:
    """The extreme patterns of a closed matrix, whole numbers, in an order that a matrix of almost
    the same levels has as well.

    >>> alcoved_patterns(((1, 3), (inf, 1)))
    [(Fraction(0, 1), Fraction(1, 1)), (Fraction(3, 1), Fraction(1, 1))]
    """
    if len(matrix) > MOST_TRUTHS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} where every extreme pattern of a matrix is "
            f"walked to, got {len(matrix)}; decisions (guess, gain) work beyond, means and single "
            "contrasts where all pairs have levels without deltas, and where one number protects "
            "some truths a-, d- and e-optimal of few different shares, and c-optimal of few "
            "different entries"
        )
    bounds = [list(map(_bound, row)) for row in matrix]
    found: list[Whole] = []
    for support in supports(bounds):
        found += _on_support(bounds, support)
        if len(found) > MOST_PATTERNS:
            raise InputError(
                f"categories must be fewer for this matrix: it has more than {MOST_PATTERNS} "
                "extreme patterns; decisions (guess, gain) work, and means and single contrasts "
                "where all pairs have levels without deltas"
            )
    return [tuple(map(Fraction, r)) for r in sorted(found, key=_shape)]


def _shape(pattern: Whole | Pattern) -> list[float]:
    """Its entries beside the largest, to nine digits."""
    largest = max(pattern)
    return [round(float(x / largest), 9) for x in pattern]


def tree_patterns(
    matrix: Sequence[Sequence[Fraction | float]], pairs: Sequence[Pair]
) -> list[Pattern]:
    """The same where all bounds follow from those of neighbours in a tree: each of its edges is
    tight one way or the other.

    - pairs: both (a, b) and (b, a) of every edge

    >>> [tuple(map(int, r)) for r in tree_patterns(((1, 2), (3, 1)), [(0, 1), (1, 0)])]
    [(1, 3), (2, 1)]
    """
    k = len(matrix)
    if k > MOST_TRUTHS_OF_TREE:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS_OF_TREE} where levels are those of a path or "
            f"a tree, got {k}; decisions (guess, gain), means and single contrasts work beyond"
        )
    patterns = [{0: Fraction(1)}]
    for truth, near, least, most in tree_edges(matrix, pairs):
        patterns = [{**r, truth: r[near] * t} for r in patterns for t in {least, most}]
    found = [[pattern[truth] for truth in range(k)] for pattern in patterns]
    return sorted(map(primitive_pattern, found), key=_shape)


class TreeEdge(NamedTuple):
    """A truth, its neighbour on the way to the first, and the ends of the ratio of its entry to
    the neighbour's."""

    truth: int
    near: int
    least: Fraction
    most: Fraction


def tree_edges(
    matrix: Sequence[Sequence[Fraction | float]], pairs: Sequence[Pair]
) -> list[TreeEdge]:
    """A tree of levels from its root, the first truth.

    - pairs: both (a, b) and (b, a) of every edge
    """
    found: list[TreeEdge] = []
    known = {0}
    for b in from_root(pairs):
        a = next(a for a, other in pairs if other == b and a in known)
        found.append(TreeEdge(b, a, 1 / Fraction(matrix[a][b]), Fraction(matrix[b][a])))
        known.add(b)
    return found


def from_root(pairs: Sequence[Pair]) -> list[int]:
    """The truths that pairs connect with the first, each after its neighbour on the way there."""
    found = [0]
    for a in found:
        found += sorted({b for other, b in pairs if other == a} - {*found})
    return found[1:]


def _bound(g: Fraction | float) -> Bound:
    return None if g == inf else Fraction(g).as_integer_ratio()


def supports(bounds: Sequence[Sequence[Bound]]) -> Iterator[tuple[int, ...]]:
    """The sets of truths that can carry an extreme pattern.

    >>> list(supports([[(1, 1), (3, 1)], [None, (1, 1)]]))
    [(1,), (0, 1)]
    """
    k = len(bounds)
    needed = list(map(_bounded, bounds))
    for mask in range(1, 1 << k):
        support = _members(mask)
        # r_a <= g r_b: a truth a with a finite bound can be positive only where b is.
        if all(needed[a] | mask == mask for a in support) and _linked(bounds, support):
            yield support


def _linked(bounds: Sequence[Sequence[Bound]], support: tuple[int, ...]) -> bool:
    """Whether the bounds between its truths connect the support."""
    near = {
        a: _mask(b for b in support if bounds[a][b] is not None or bounds[b][a] is not None)
        for a in support
    }
    return _reached(near, 1 << support[0]) == _mask(support)


def _on_support(bounds: Sequence[Sequence[Bound]], support: tuple[int, ...]) -> list[Whole]:
    """All extreme patterns that are positive just there."""
    inner = [list(picked(bounds[a], support)) for a in support]
    first = _first(inner)
    seen = {first}
    waiting = [first]
    while waiting:
        for pattern in _neighbours(inner, waiting.pop()):
            if pattern not in seen:
                seen.add(pattern)
                waiting.append(pattern)
        if len(seen) > MOST_PATTERNS:
            break
    return [_spread(pattern, support, len(bounds)) for pattern in seen]


def _spread(pattern: Whole, support: tuple[int, ...], truths: int) -> Whole:
    full = [0] * truths
    for truth, value in zip(support, pattern, strict=True):
        full[truth] = value
    return tuple(full)


def _first(bounds: Sequence[Sequence[Bound]]) -> Whole:
    """One extreme pattern: from (1, ..., 1), one tight component after another is scaled."""
    pattern: Whole = (1,) * len(bounds)
    everything = (1 << len(bounds)) - 1
    while True:
        tight = _tight(bounds, pattern)
        part = _reached(_both_ways(tight), 1)
        if part == everything:
            return pattern
        up = _scaled(bounds, pattern, part)
        rest = everything & ~part
        # A part that nothing binds above is met from the other side: something binds its rest.
        pattern = up if up is not None else _scaled(bounds, pattern, rest)  # type: ignore[assignment]


def _neighbours(bounds: Sequence[Sequence[Bound]], pattern: Whole) -> Iterator[Whole]:
    """The extreme patterns at the other ends of the bounded edges."""
    for chosen in _edges(_tight(bounds, pattern)):
        neighbour = _scaled(bounds, pattern, chosen)
        if neighbour is not None:
            yield neighbour


def _tight(bounds: Sequence[Sequence[Bound]], pattern: Whole) -> list[int]:
    """For each truth a the set of the b with r_a = g_ab r_b."""
    tight = [0] * len(pattern)
    for a, row in enumerate(bounds):
        for b, bound in enumerate(row):
            if a != b and bound is not None and pattern[a] * bound[1] == bound[0] * pattern[b]:
                tight[a] |= 1 << b
    return tight


def _edges(tight: Sequence[int]) -> Iterator[int]:
    """The sets S, closed under `tight`, that are connected and whose rest is connected."""
    near = _both_ways(tight)
    everything = (1 << len(tight)) - 1
    # S grows by one factor: no a in S may be tight to a b that stays, and on an edge both parts
    # are rigid. A tree of tight pairs is cut by taking one of them away.
    if sum(map(int.bit_count, tight)) == len(tight) - 1:
        yield from _cuts_of_tree(tight, near)
        return
    for chosen in _closed_sets(tight):
        rest = everything & ~chosen
        if chosen and rest and _is_connected(near, chosen) and _is_connected(near, rest):
            yield chosen


def _cuts_of_tree(tight: Sequence[int], near: dict[int, int]) -> Iterator[int]:
    """Each tight pair (a, b) of a tree, taken away, leaves the side of b."""
    for a, targets in enumerate(tight):
        for b in _members(targets):
            cut = dict(near)
            # Without the pair (a, b) what hangs on b may grow: r_a = g r_b only becomes slack.
            cut[a] &= ~(1 << b)
            cut[b] &= ~(1 << a)
            yield _reached(cut, 1 << b)


def _closed_sets(tight: Sequence[int]) -> Iterator[int]:
    """Every set that contains with a also tight[a]; `tight` is transitive."""
    above = [0] * len(tight)
    for a, targets in enumerate(tight):
        for b in _members(targets):
            above[b] |= 1 << a
    everything = (1 << len(tight)) - 1
    waiting = [(0, 0)]
    while waiting:
        inside, outside = waiting.pop()
        free = everything & ~inside & ~outside
        if not free:
            yield inside
            continue
        # The lowest truth left is in, with all that it is tight to, or out, with all tight to it.
        a = (free & -free).bit_length() - 1
        waiting.append((inside | 1 << a | tight[a], outside))
        waiting.append((inside, outside | 1 << a | above[a]))


def _scaled(bounds: Sequence[Sequence[Bound]], pattern: Whole, chosen: int) -> Whole | None:
    """The chosen truths scaled up to the next tight pair; None where nothing is in the way."""
    inside = _members(chosen)
    outside = [b for b in range(len(pattern)) if not chosen >> b & 1]
    best: tuple[int, int] | None = None
    for a in inside:
        for b in outside:
            bound = bounds[a][b]
            if bound is not None:
                room = bound[0] * pattern[b], bound[1] * pattern[a]
                if best is None or room[0] * best[1] < best[0] * room[1]:
                    best = room
    if best is None:
        return None
    return primitive(
        [x * best[0] if chosen >> a & 1 else x * best[1] for a, x in enumerate(pattern)]
    )


def primitive_pattern(pattern: Sequence[Fraction]) -> Pattern:
    """The pattern in whole numbers without a common factor.

    >>> primitive_pattern((Fraction(1, 2), Fraction(3, 4)))
    (Fraction(2, 1), Fraction(3, 1))
    """
    return tuple(map(Fraction, primitive(over_common_denominator(pattern)[0])))


def _bounded(row: Sequence[Bound]) -> int:
    """The truths against which a row of bounds has one."""
    return _mask([b for b, bound in enumerate(row) if bound is not None])


def _mask(members: Iterator[int] | Sequence[int]) -> int:
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def _members(mask: int) -> tuple[int, ...]:
    return tuple(j for j in range(mask.bit_length()) if mask >> j & 1)


def _both_ways(tight: Sequence[int]) -> dict[int, int]:
    """The neighbours of each truth by pairs tight either way."""
    near = dict(enumerate(tight))
    for a, targets in enumerate(tight):
        for b in _members(targets):
            near[b] |= 1 << a
    return near


def _reached(near: dict[int, int], start: int) -> int:
    """The truths connected with `start`."""
    seen = start
    waiting = start
    while waiting:
        a = (waiting & -waiting).bit_length() - 1
        fresh = near[a] & ~seen
        seen |= fresh
        waiting = waiting & (waiting - 1) | fresh
    return seen


def _is_connected(near: dict[int, int], part: int) -> bool:
    """Whether the truths of a set are connected inside it."""
    inner = {a: near[a] & part for a in _members(part)}
    return _reached(inner, part & -part) == part


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
        # As much as leaves the rest in the cone: one more bound is tight, so that the face shrinks.
        weight = _most(left, pattern, matrix)
        parts[pattern] = weight
        left = [x - weight * e for x, e in zip(left, pattern, strict=True)]
    return parts


def _extreme_of_face(row: Row, matrix: Matrix) -> Pattern:
    """The smallest group is scaled down, and joins the next, until one is left."""
    walked = [Fraction(x) for x in row]
    groups = tight_groups(walked, matrix)
    while len(groups) > 1:
        # The smallest group has the fewest bounds to look at.
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
    share = Fraction(0)
    met = None
    for a in group:
        for b in others:
            if matrix[b][a] != inf:
                needed = row[b] / (Fraction(matrix[b][a]) * row[a])
                if needed > share:
                    share = needed
                    met = b
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
