"""Rows taken apart into extreme patterns: the tables that dominate an inadmissible one.

Pure privacy, gamma > 1. A row a with lowest value v_0 and further values v_1 < ... < v_l is the sum
of its layers (v_t - v_(t-1)) 1[a >= v_t] and of the constant v_0. A layer s 1_S is lifted by
s / (gamma - 1) of the constant to the extreme pattern of S,

    s / (gamma - 1) * (1 + (gamma - 1) 1_S),

which needs (v_l - v_0) / (gamma - 1) <= v_0 in total, that is max a <= gamma min a. What is left of
the constant is deleted from the table and the rest rescaled (chai-nayak/lem-4.3).

With delta > 0 a table is taken apart by an exact linear program: parts d[i][r] >= 0 with
sum_r d[i][r] r = a_i and sum d[i][r] [r_a - gamma r_b]_+ <= delta for each ordered pair of truths,
so that u(r) = sum_j r_j^2 / sum_j r_j is worth most; `dominating_approximate` says what it proves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.lp import Solution, decide, pose_columns
from rropt.lp.program import fraction
from rropt.order.garbling import splitting
from rropt.order.optimality import Optimality, best_approximate, worth
from rropt.order.separation import Row, spread
from rropt.patterns import (
    MOST_TRUTHS_STAIRCASE,
    Pattern,
    evaluate,
    excess,
    ordered_pairs,
    staircases,
)

Parts = Mapping[Pattern, Fraction]


def layers(row: Row, gamma: Fraction) -> tuple[dict[Pattern, Fraction], Fraction]:
    """Weights of extreme patterns, and the constant that is left.

    >>> parts, constant = layers((Fraction(3), Fraction(2), Fraction(1)), Fraction(3))
    >>> [tuple(map(str, pattern)) for pattern in parts], [str(w) for w in parts.values()], constant
    ([('3', '3', '1'), ('3', '1', '1')], ['1/2', '1/2'], Fraction(0, 1))
    """
    values = sorted(set(row))
    parts = {}
    for below, value in pairwise(values):
        pattern = tuple(gamma if entry >= value else Fraction(1) for entry in row)
        parts[pattern] = (value - below) / (gamma - 1)
    return parts, values[0] - sum(parts.values())


def dominating_pure(A: Channel, gamma: Fraction) -> tuple[Channel, Channel]:
    """P with A = C P, every row of P an extreme pattern, no two proportional; and C.

    >>> A = Channel.from_rows([["3/8", "1/4", "1/8"], ["5/8", "3/4", "7/8"]])
    >>> P, C = dominating_pure(A, Fraction(3))
    >>> (C @ P).rows == A.rows, P.parity()
    (True, Fraction(3, 1))
    """
    split = [layers(row, gamma) for row in A.rows]
    constants = [constant for _, constant in split]
    rest = 1 - sum(constants, Fraction(0))
    if not rest:
        P = _randomized_response(A.shape[1], gamma)
        return P, Channel.from_rows([[c] * P.shape[0] for c in constants])
    P, C = assemble([parts for parts, _ in split], rest)
    rows = [[rest * c + constant for c in row] for row, constant in zip(C, constants, strict=True)]
    return P, Channel.from_rows(rows)


def assemble(
    parts: Sequence[Parts], total: Fraction = Fraction(1)
) -> tuple[Channel, list[list[Fraction]]]:
    """Equal patterns merged into one report, weights over `total`; and who used what share."""
    weights: dict[Pattern, Fraction] = {}
    for taken in parts:
        for pattern, weight in taken.items():
            weights[pattern] = weights.get(pattern, Fraction(0)) + weight
    patterns = sorted((p for p, w in weights.items() if w), reverse=True)
    P = Channel.from_rows([[entry * weights[p] / total for entry in p] for p in patterns])
    C = [[taken.get(p, Fraction(0)) / weights[p] for p in patterns] for taken in parts]
    return P, C


def _randomized_response(truths: int, gamma: Fraction) -> Channel:
    """k-ary randomized response, which dominates the table that says nothing."""
    total = gamma + truths - 1
    return Channel.from_rows(
        [[(gamma if i == j else 1) / total for j in range(truths)] for i in range(truths)]
    )


def dominating_approximate(
    A: Channel, gamma: Fraction, delta: Fraction
) -> tuple[Channel, Channel] | Optimality:
    """An admissible P in the class with A = C P, P better than A, and C; or why A is admissible.

    Why this decides. On a cell of the hyperplanes r_a = gamma r_b the functions [r_a - gamma r_b]_+
    are linear, so taking a row apart into the extreme rays of its cell, which are staircases, costs
    no privacy: some best table among those that are at least as good as A consists of staircases,
    and any such table is a choice of parts d. u is convex, and strictly convex across directions,
    so sum d[i][r] u(r) >= sum_i u(a_i), with equality only if all parts of a_i are proportional to
    a_i. Hence A is admissible iff the optimum is sum_i u(a_i); and if it is not, the optimal P is
    better than A, and itself admissible: a better table would have a larger optimum.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> P, C = dominating_approximate(warner, Fraction(3), Fraction(1, 10))
    >>> P.profile(3) <= Fraction(1, 10), (C @ P).rows == warner.rows
    (True, True)
    >>> dominating_approximate(P, Fraction(3), Fraction(1, 10)).value > 0
    True
    """
    if A.shape[1] > MOST_TRUTHS_STAIRCASE:
        raise InputError(
            f"channel must have at most {MOST_TRUTHS_STAIRCASE} truths to decide admissibility "
            f"with delta > 0, got {A.shape[1]}"
        )
    merged = A.merge_proportional()
    rays = sorted({evaluate(exponents, gamma) for exponents in staircases(A.shape[1])})
    solution, parts = _best_parts(merged, rays, gamma, delta)
    if -fraction(solution.value) == spread(merged):
        m, k = merged.shape
        prices = [-y for y in solution.dual_eq]
        rows = [tuple(prices[i * k : i * k + k]) for i in range(m)]
        charge = {p: -z for p, z in zip(ordered_pairs(k), solution.dual_ub, strict=True)}
        return best_approximate(merged, gamma, rays, rows, charge)
    P, C = assemble(parts)
    return P, splitting(A, merged) @ Channel.from_rows(C)


def _best_parts(
    A: Channel, rays: Sequence[Pattern], gamma: Fraction, delta: Fraction
) -> tuple[Solution, list[dict[Pattern, Fraction]]]:
    """The parts d[i][r] that are worth most, within the privacy constraints."""
    m, k = A.shape
    names = [
        (i, ray)
        for i, row in enumerate(A.rows)
        for ray in rays
        if all(a or not r for a, r in zip(row, ray, strict=True))
    ]
    pairs = {pair: m * k + p for p, pair in enumerate(ordered_pairs(k))}
    extra = {ray: {pairs[ab]: x for ab, x in excess(ray, gamma).items()} for ray in rays}
    columns = [{**{i * k + j: r for j, r in enumerate(ray) if r}, **extra[ray]} for i, ray in names]
    costs = [-worth(ray) for _, ray in names]
    rhs = [entry for row in A.rows for entry in row] + [delta] * len(pairs)
    solution = decide(pose_columns(costs, columns, rhs, equalities=m * k))
    parts: list[dict[Pattern, Fraction]] = [{} for _ in range(m)]
    for (i, ray), weight in zip(names, solution.x, strict=True):
        if weight:
            parts[i][ray] = weight
    return solution, parts
