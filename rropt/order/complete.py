"""The complete class of pure privacy: the vertices of the set of admissible mechanisms.

Up to row order an admissible mechanism is a point of the polytope

    { w >= 0 : sum_S w_S (1 + (gamma - 1) 1_S) = 1 },   S a non-empty proper subset of the truths,

and it is a vertex iff its patterns are linearly independent. Which supports occur does not depend
on gamma: with W = sum_S w_S and lambda = w / W the condition reads sum_(S with j) lambda_S = rho
for every truth j, where W = 1 / (1 + (gamma - 1) rho). This is a projective map with positive
denominator onto a polytope without gamma, and such maps carry vertices to vertices. The supports
are the minimal balanced collections of proper subsets: 1, 5, 41, 1291 of them for k = 2, ..., 5.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from rropt.channel import Channel, as_channel
from rropt.exact import InputError, exact, whole
from rropt.exact.convert import fraction
from rropt.exact.entries import picked, scaled
from rropt.exact.linear_algebra import null_space, rational_matrix
from rropt.order.admissibility import admissible
from rropt.order.layers import assemble
from rropt.patterns.extreme import Exponents, evaluate, pure_patterns

MOST_TRUTHS = 5
"""At six truths there are 200,213 vertices."""

NEAR = 1e-6
"""Weights are fractions with denominators below ten: doubles are off by 1e-12 at most."""


def minimal_supports(truths: int) -> list[tuple[Exponents, ...]]:
    """The supports of the vertices, as sets of patterns (0 low, 1 high), smallest first.

    >>> [len(minimal_supports(k)) for k in (2, 3, 4)]
    [1, 5, 41]
    >>> minimal_supports(2)
    [((0, 1), (1, 0))]
    """
    truths = whole(truths, "truths")
    if not 2 <= truths <= MOST_TRUTHS:
        raise InputError(f"truths must be from 2 to {MOST_TRUTHS}, got {truths}")
    found = []
    for size in range(2, truths + 1):
        for support in _nearly_balanced(list(pure_patterns(truths)), size):
            # Which supports are balanced does not depend on gamma, so that 2 speaks for all.
            weights = _unique_weights(support, Fraction(2))
            if weights and min(weights) > 0:
                found.append(support)
    return found


def _nearly_balanced(patterns: list[Exponents], size: int) -> list[tuple[Exponents, ...]]:
    """Independent supports that doubles find balanced: 2,000 of the 174,000 for five truths.

    Gram determinants of patterns of 0 and 1 are whole numbers, so that doubles tell which vanish.
    """
    chosen = np.array(list(combinations(range(len(patterns)), size)))
    rows = np.array(patterns, float)[chosen]
    grams = rows @ rows.transpose(0, 2, 1)
    # A whole number above zero is at least one: half of it is far from every rounding.
    regular = np.linalg.det(grams) > 1 / 2
    chosen = chosen[regular]
    rows = rows[regular]
    weights = np.linalg.solve(grams[regular], rows.sum(axis=2)[:, :, None])
    reached = (rows * weights).sum(axis=1)
    good = (weights[:, :, 0] > -NEAR).all(axis=1) & (abs(reached - 1) < NEAR).all(axis=1)
    return [picked(patterns, support) for support in chosen[good].tolist()]


def vertices(truths: int, gamma: Any) -> list[Channel]:
    """Every vertex of the set of admissible mechanisms, one for each order of its rows.

    >>> [P.shape[0] for P in vertices(3, 2)]
    [2, 2, 2, 3, 3]
    """
    bound = _above_one(gamma)
    found = []
    for support in minimal_supports(truths):
        weights = _unique_weights(support, bound) or []
        found.append(Channel.from_patterns([evaluate(p, bound) for p in support], weights))
    return found


def is_vertex(channel: Any, gamma: Any) -> bool:
    """Is the mechanism admissible with linearly independent rows?

    >>> rr3 = Channel.from_patterns([[2, 1, 1], [1, 2, 1], [1, 1, 2]], ["1/4"] * 3)
    >>> is_vertex(rr3, 2), is_vertex(rr3, 3)
    (True, False)
    """
    table = as_channel(channel).merge_proportional()
    return admissible(table, gamma).admissible and _null_vector(table.rows) is None


def decompose(channel: Any, gamma: Any) -> list[tuple[Fraction, Channel]]:
    """Shares and vertices whose mixture, with equal patterns merged, is the admissible mechanism.

    >>> half = Channel.from_patterns([[2, 1], [1, 2]], ["1/3", "1/3"])
    >>> [(str(share), vertex.shape) for share, vertex in decompose(half, 2)]
    [('1', (2, 2))]
    """
    table = as_channel(channel).merge_proportional()
    if not admissible(table, gamma):
        raise InputError("channel must be admissible to be decomposed into vertices")
    weights = {scaled(row, 1 / min(row)): min(row) for row in table.rows}
    shares = []
    left = Fraction(1)
    while left:
        vertex = _vertex_within(weights)
        # As much of the vertex as there is of each of its patterns: one fewer in every round.
        step = min(weights[p] / w for p, w in vertex.items())
        shares.append((step, assemble([vertex])[0]))
        left -= step
        weights = {p: w - step * vertex.get(p, Fraction(0)) for p, w in weights.items()}
        weights = {p: w for p, w in weights.items() if w}
    return shares


def _above_one(gamma: Any) -> Fraction:
    bound = exact(gamma, "gamma")
    if bound <= 1:
        raise InputError(f"gamma must be greater than 1, got {bound}")
    return bound


def _unique_weights(support: tuple[Exponents, ...], gamma: Fraction) -> list[Fraction] | None:
    """The only w with sum_S w_S r_S = 1, or None when there is none or more than one."""
    rows = [evaluate(pattern, gamma) for pattern in support]
    size = len(rows)
    equations = [[*column, Fraction(1)] for column in zip(*rows, strict=True)]
    reduced, rank = rational_matrix(equations).rref()
    if rank != size or reduced[size - 1, size - 1] != 1:
        return None
    return [fraction(reduced[i, size]) for i in range(size)]


def _null_vector(rows: Any) -> list[Fraction] | None:
    """A dependence sum_i n_i row_i = 0, or None."""
    return next(iter(null_space(list(zip(*rows, strict=True)), len(rows))), None)


def _vertex_within(weights: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """Move along dependences until the patterns are independent; the support only shrinks.

    Patterns are positive, so a dependence has entries of both signs.
    """
    while vector := _null_vector(list(weights)):
        # The largest step that keeps all weights: it takes one pattern out of the support.
        step = min(w / n for w, n in zip(weights.values(), vector, strict=True) if n > 0)
        moved = zip(weights.items(), vector, strict=True)
        weights = {p: w - step * n for (p, w), n in moved if w - step * n}
    scale = sum(w * p[0] for p, w in weights.items())
    return {p: w / scale for p, w in weights.items()}
