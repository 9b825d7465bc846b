"""Rows taken apart into extreme patterns: the tables that dominate an inadmissible one.

Pure privacy, gamma > 1. A row a with lowest value v_0 and further values v_1 < ... < v_l is the sum
of its layers (v_t - v_(t-1)) 1[a >= v_t] and of the constant v_0. A layer s 1_S is lifted by
s / (gamma - 1) of the constant to the extreme pattern of S,

    s / (gamma - 1) * (1 + (gamma - 1) 1_S),

which needs (v_l - v_0) / (gamma - 1) <= v_0 in total, that is max a <= gamma min a. What is left of
the constant is deleted from the table and the rest rescaled (chai-nayak/lem-4.3).

With delta > 0 a table is taken apart by an exact linear program (`parts`), so that a strictly
convex u is worth most; `dominating_approximate` says what that proves.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, pairwise

from rropt.channel import Channel
from rropt.exact import InputError, Table
from rropt.order.best_staircases import (
    Parts,
    Prices,
    Task,
    best_parts,
    improve,
    is_whole,
    near_centre,
    prove,
)
from rropt.order.garbling import splitting
from rropt.order.optimality import Optimality, best_approximate
from rropt.order.separation import Row
from rropt.order.thresholds import subset_selection
from rropt.patterns.extreme import Pattern

MOST_TRUTHS = 7
"""With delta > 0, where all staircases are priced."""
MOST_ENTRIES = 1 << 21
"""Of the garbling of a better table: half a minute."""
STEPS = 4
"""How often doubles may lead on to a better table before exact arithmetic does."""


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


def _high_sets(row: Sequence[int]) -> list[bytes]:
    """Where a row is at least a value that it has, its lowest one aside."""
    return [bytes(entry >= value for entry in row) for value in sorted(set(row))[1:]]


def dominating_pure(A: Channel, gamma: Fraction) -> tuple[Channel, Channel]:
    """P with A = C P, every row of P an extreme pattern, no two proportional; and C.

    >>> A = Channel.from_rows([["3/8", "1/4", "1/8"], ["5/8", "3/4", "7/8"]])
    >>> P, C = dominating_pure(A, Fraction(3))
    >>> (C @ P).rows == A.rows, P.parity()
    (True, Fraction(3, 1))
    """
    merged = A.merge_proportional()
    patterns = len(set(chain.from_iterable(map(_high_sets, merged.numerators))))
    if A.shape[0] * patterns > MOST_ENTRIES:
        raise InputError(
            f"channel must have fewer reports for a better table to be written out beside it, got "
            f"{A.shape[0]}, which are made of {patterns} reports of that table"
        )
    split = [layers(row, gamma) for row in merged.rows]
    constants = [constant for _, constant in split]
    rest = 1 - sum(constants, Fraction(0))
    # Every report is constant: the table says nothing, so that any table of the class dominates it.
    if not rest:
        P = subset_selection(A.shape[1], 1, gamma)
        return P, splitting(A, merged) @ Channel.from_rows([[c] * P.shape[0] for c in constants])
    P, C = assemble([parts for parts, _ in split], rest)
    rows = []
    for row, constant in zip(C, constants, strict=True):
        # What was constant is reported at random, whatever P says.
        rows.append([rest * c + constant if c else constant for c in row])
    return P, splitting(A, merged) @ Channel.from_rows(rows)


def assemble(parts: Sequence[Parts], total: Fraction = Fraction(1)) -> tuple[Channel, Table]:
    """Equal patterns merged into one report, weights over `total`; and who used what share."""
    weights: dict[Pattern, Fraction] = {}
    for taken in parts:
        for pattern, weight in taken.items():
            weights[pattern] = weights.get(pattern, Fraction(0)) + weight
    patterns = sorted((p for p, w in weights.items() if w), reverse=True)
    P = Channel.from_patterns(patterns, [weights[p] / total for p in patterns])
    places = {pattern: n for n, pattern in enumerate(patterns)}
    shares = [[Fraction(0)] * len(patterns) for _ in parts]
    # Part by part: to ask for each pattern hashes its fractions, which took half of all time.
    for row, taken in zip(shares, parts, strict=True):
        for pattern in filter(taken.get, taken):
            row[places[pattern]] = taken[pattern] / weights[pattern]
    return P, tuple(map(tuple, shares))


def dominating_approximate(
    A: Channel, gamma: Fraction, delta: Fraction
) -> tuple[Channel, Channel] | Optimality:
    """An admissible P in the class with A = C P, P better than A, and C; or why A is admissible.

    Why this decides. On a cell of the hyperplanes r_a = gamma r_b the functions [r_a - gamma r_b]_+
    are linear, so taking a row apart into the extreme rays of its cell, which are staircases, costs
    no privacy: some best table among those that are at least as good as A consists of staircases,
    and any such table is a choice of parts d. u is convex, and strictly convex across directions,
    so sum d[i][r] u(r) >= sum_i u(a_i), with equality only if all parts of a_i are proportional to
    a_i. Hence A is admissible iff the optimum is sum_i u(a_i). If it is not, better parts make a
    better table, which is asked the same question; the last one has prices that prove it
    admissible.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> P, C = dominating_approximate(warner, Fraction(3), Fraction(1, 10))
    >>> P.profile(3) <= Fraction(1, 10), (C @ P).rows == warner.rows
    (True, True)
    >>> dominating_approximate(P, Fraction(3), Fraction(1, 10)).value > 0
    True
    """
    if A.shape[1] > MOST_TRUTHS:
        raise InputError(
            f"channel must have at most {MOST_TRUTHS} truths to decide admissibility "
            f"with delta > 0, got {A.shape[1]}"
        )
    merged = A.merge_proportional()
    task = Task.of(merged, gamma, delta)
    C = splitting(A, merged)
    task, shares, prices = _best_table(task)
    return (task.A, C @ shares) if shares else best_approximate(task, prices)


def _best_table(task: Task) -> tuple[Task, Channel | None, Prices]:
    """The admissible table that the parts lead to, the garbling from it, and its prices.

    No garbling: the table is admissible itself.
    """
    shares: Channel | None = None
    for _ in range(STEPS):
        found = near_centre(task)
        # Prices that cover everything end the search: the table at hand is admissible.
        if prices := prove(task, found):
            return task, shares, prices
        parts = improve(task, found)
        if is_whole(parts):
            break
        task, shares = _next(task, shares, parts)
    # Doubles no longer find better parts: exact rounds say whether there are any.
    parts, prices = best_parts(task, found.offered if found else ())
    if not is_whole(parts):
        task, shares = _next(task, shares, parts)
    return task, shares, prices


def _next(task: Task, shares: Channel | None, parts: Sequence[Parts]) -> tuple[Task, Channel]:
    """The table of the parts, and the garbling from it to the first."""
    P, taken = assemble(parts)
    C = Channel.from_rows(taken)
    return Task.of(P, task.gamma, task.delta), shares @ C if shares else C
