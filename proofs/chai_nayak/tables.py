"""The executable meaning of the paper's definitions, on exact tables.

A table is a tuple of rows of fractions; rows are reports, columns are truths, columns add up to
one. `tables(m, k, n)` lists every table whose entries are multiples of 1/n.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from rropt.channel import Channel
from rropt.lp import feasible

Row = tuple[Fraction, ...]
Table = tuple[Row, ...]
ONE = Fraction(1)


def table(text: str) -> Table:
    """Rows from text.

    >>> table("3/4 1/4; 1/4 3/4")[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    return tuple(tuple(map(Fraction, row.split())) for row in text.split(";"))


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways of writing total as an ordered sum of non-negative parts."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def priors(k: int, n: int) -> list[Row]:
    """Every prior on k truths with masses in multiples of 1/n, zeros included."""
    return [tuple(Fraction(c, n) for c in parts) for parts in compositions(n, k)]


@cache
def tables(m: int, k: int, n: int, zero_rows: bool = False) -> tuple[Table, ...]:
    """Every m x k table with entries in multiples of 1/n; without zero rows unless asked.

    >>> len(tables(2, 2, 2)), len(tables(2, 2, 2, zero_rows=True))
    (7, 9)
    """
    columns = product(priors(m, n), repeat=k)
    found = (transposed(chosen) for chosen in columns)
    return tuple(t for t in found if zero_rows or all(any(row) for row in t))


def events(k: int) -> list[tuple[int, ...]]:
    """Every set of truths that is neither empty nor everything."""
    return [Q for size in range(1, k) for Q in combinations(range(k), size)]


def is_table(rows: Sequence[Sequence[Any]]) -> bool:
    """Non-negative, every column adds up to one, no zero row (chai-nayak/model/zero-row)."""
    return (
        all(x >= 0 for row in rows for x in row)
        and all(any(row) for row in rows)
        and all(sum(column) == 1 for column in transposed(rows))
    )


def mass(prior: Sequence[Fraction], Q: Sequence[int]) -> Fraction:
    return sum((prior[j] for j in Q), Fraction(0))


def report(row: Sequence[Fraction], prior: Sequence[Fraction]) -> Fraction:
    """P_alpha(Z = d_i)."""
    return sum((x * a for x, a in zip(row, prior, strict=True)), Fraction(0))


def updated(row: Sequence[Fraction], prior: Sequence[Fraction], Q: Sequence[int]) -> Fraction:
    """P_alpha(Q | d_i), for a report of positive probability."""
    return sum((prior[j] * row[j] for j in Q), Fraction(0)) / report(row, prior)


def pairs(rows: Table, n: int) -> Iterator[tuple[Fraction, Fraction]]:
    """The attained (prior, posterior) pairs of all events, over the priors in multiples of 1/n."""
    k = len(rows[0])
    for prior in priors(k, n):
        for row in rows:
            if report(row, prior):
                for Q in events(k):
                    yield mass(prior, Q), updated(row, prior, Q)


def row_parity(row: Sequence[Fraction]) -> Fraction | float:
    """max / min of a row, 0/0 = 1 and a/0 = infinity (chai-nayak/def-1.3)."""
    if not any(row):
        return ONE
    return Fraction(max(row)) / min(row) if min(row) else math.inf


def parity(rows: Table) -> Fraction | float:
    return max(map(row_parity, rows))


def proportional(x: Sequence[Any], y: Sequence[Any]) -> bool:
    return all(x[j] * y[u] == x[u] * y[j] for j, u in combinations(range(len(x)), 2)) and (
        any(x) == any(y)
    )


def no_proportional_rows(rows: Table) -> bool:
    return not any(proportional(x, y) for x, y in combinations(rows, 2))


def in_class(rows: Table, gamma: Any) -> bool:
    """Is the table in C_gamma (chai-nayak/sec4/class)?"""
    return (
        len(rows) >= 2 and is_table(rows) and parity(rows) <= gamma and no_proportional_rows(rows)
    )


def in_class0(rows: Table, gamma: Any) -> bool:
    """Conditions C1 and C2 as well (chai-nayak/sec4/class0)."""
    return in_class(rows, gamma) and all(
        row_parity(row) == gamma and len(set(row)) == 2 for row in rows
    )


def transposed(A: Any) -> Any:
    """The columns."""
    return tuple(zip(*A, strict=True))


def dot(x: Sequence[Any], y: Sequence[Any]) -> Any:
    return sum(a * b for a, b in zip(x, y, strict=True))


def product_of(C: Sequence[Sequence[Any]], P: Sequence[Sequence[Any]]) -> Any:
    """The matrix product, over any kind of numbers."""
    return tuple(tuple(dot(row, column) for column in transposed(P)) for row in C)


def identity_table(m: int) -> Table:
    return tuple(tuple(Fraction(i == j) for j in range(m)) for i in range(m))


def garbling(A: Table, P: Table) -> Table | None:
    """C with A = C P, or None: an exact linear program (chai-nayak/def-4.1)."""
    m, r, k = len(A), len(P), len(P[0])
    equations, right = [], []
    for i in range(m):
        for j in range(k):
            equations.append([P[u][j] if v == i else 0 for v in range(m) for u in range(r)])
            right.append(A[i][j])
    for u in range(r):
        equations.append([int(w == u) for _ in range(m) for w in range(r)])
        right.append(ONE)
    answer = feasible(equations, right)
    if answer.status == "infeasible":
        return None
    return tuple(tuple(answer.x[i * r : (i + 1) * r]) for i in range(m))


def better(P: Table, A: Table) -> bool:
    """P is strictly better than A."""
    return garbling(A, P) is not None and garbling(P, A) is None


def channel(rows: Table) -> Channel:
    return Channel.from_rows(rows)


Interval = tuple[Any, Any]


def factors(rows: Table) -> tuple[Interval, ...]:
    """Every Bayes factor that the table attains, as disjoint closed intervals of [0, oo].

    For a report i and an event Q the likelihoods of Q and of its complement are weighted means
    of the row's entries there, so their quotient fills an interval, whatever the prior of Q is.
    With them the privacy holding region is known: posterior odds = factor times prior odds.

    >>> factors(table("3/4 1/4; 1/4 3/4"))
    ((Fraction(1, 3), Fraction(1, 3)), (Fraction(3, 1), Fraction(3, 1)))
    """
    k = len(rows[0])
    found = [_factors(row, Q) for row in rows for Q in events(k)]
    merged: list[Interval] = []
    for lo, hi in sorted(i for i in found if i is not None):
        if merged and lo <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(hi, merged[-1][1]))
        else:
            merged.append((lo, hi))
    return tuple(merged)


def _factors(row: Row, Q: Sequence[int]) -> Interval | None:
    inside = [row[j] for j in Q]
    outside = [row[j] for j in range(len(row)) if j not in Q]
    if not max(inside) and not max(outside):
        return None
    if not max(outside):
        return math.inf, math.inf
    least = min(inside) / max(outside)
    if not max(inside):
        return least, least
    return least, max(inside) / min(outside) if min(outside) else math.inf
